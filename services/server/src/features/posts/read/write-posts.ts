import { randomInt } from 'node:crypto';
import { DocumentedPost } from '@backlot/contracts/posts';
import type { Promotion } from '@backlot/domain/money/promotion';
import type { Settings } from '@backlot/domain/settings';
import type { MediaLevel } from '@backlot/media';
import { answerWriter } from '../../../answer-writer.ts';
import { signerBy, type MediaRow } from '../../media/index.ts';
import type { KeptPage } from './feed-memory.ts';
import type { FeedState, OfViewer } from './feed-state.ts';
import { documentedPost, type PresentFor } from './present-post.ts';
import { seePost, type SeenPost } from './visible-post.ts';

/** A ticket that stands in a text for a viewer's own. */
interface TicketGap {
  readonly media: MediaRow;
  readonly level: MediaLevel;
}
/** Which of the post's tickets, or what else. */
type Gap = number | 'likes' | 'comments';

/** A post as JSON for everybody of a kind, cut where something is a viewer's own or changes all the time. */
interface WrittenPost {
  readonly texts: readonly string[];
  /** Between the texts. */
  readonly gaps: readonly Gap[];
  readonly tickets: readonly TicketGap[];
}

/** What was written of a page's posts, by the kind of viewer and what it came to; of these settings and this promotion. */
export interface WrittenPosts {
  readonly settings: Settings;
  readonly promotion: Promotion | null;
  readonly ofKinds: ReadonlyMap<string, ReadonlyArray<Map<string, WrittenPost>>>;
  /** What the texts take in memory. */
  readonly bytes: number;
}

/** Members, those who were, those who never were, and a few more. */
const mostKinds = 6;

const writer = answerWriter(DocumentedPost);

/**
 * A page's posts as a JSON list. What is the same for all viewers of a kind is written once; each gets their own tickets, and
 * the counts as they are now.
 *
 * @returns null where a text would depend on more than the kind: on the language, of what staff alone see
 */
export function writePosts(kept: KeptPage, state: FeedState, to: PresentFor): string | null {
  const { settings, promotion, viewer } = to;
  const known = kept.written?.settings === settings && kept.written.promotion === promotion ? kept.written : null;
  const kind = JSON.stringify([viewer.person, viewer.isSubscribedEver]);
  const ofKind = known?.ofKinds.get(kind) ?? kept.posts.map(() => new Map<string, WrittenPost>());
  let added = 0;
  const parts: string[] = [];
  for (const [index, post] of kept.posts.entries()) {
    const own = state.posts.get(post.row.id);
    // Taken out of the database in this moment.
    if (own === undefined) continue;
    const seen = seePost(viewer, post, own.hold, to.now);
    const { state: standing, reason, action } = seen.access;
    if (standing === 'error') return null;
    const key = `${standing} ${reason} ${action} ${seen.isPaying} ${own.isLiked}`;
    let written = ofKind[index]!.get(key);
    if (written === undefined) {
      ofKind[index]!.set(key, (written = writtenPost(seen, own, to)));
      added += bytesOf(written);
    }
    parts.push(filled(written, own, to));
  }
  if (added > 0) {
    const others = known !== null && (known.ofKinds.has(kind) || known.ofKinds.size < mostKinds) ? known : null;
    const ofKinds = new Map([...(others?.ofKinds ?? []), [kind, ofKind]]);
    kept.keepWritten({ settings, promotion, ofKinds, bytes: (others?.bytes ?? 0) + added });
  }
  return `[${parts.join(',')}]`;
}

/** Two bytes a letter at most, and about as much as forty letters for what a gap takes. */
const bytesOf = ({ texts, gaps }: WrittenPost): number =>
  2 * texts.reduce((sum, { length }) => sum + length, 0) + 80 * gaps.length;

function filled({ texts, gaps, tickets }: WrittenPost, own: OfViewer, { signer }: PresentFor): string {
  const signed = tickets.map(({ media, level }) => signer.ticket(media, level));
  let text = texts[0]!;
  for (let index = 0; index < gaps.length; index += 1) {
    const gap = gaps[index]!;
    text += gap === 'likes' ? own.likes : gap === 'comments' ? own.comments : signed[gap]!;
    text += texts[index + 1]!;
  }
  return text;
}

/** Numbers that nobody can have written into a post: they are others in each process. */
const secret = (): number => randomInt(2 ** 47, 2 ** 48 - 1) * 10;
const marks = { ticket: `mark${secret()}n`, likes: secret() + 1, comments: secret() + 2 };
const cuts = new RegExp(`${marks.ticket}(\\d+)z|(${marks.likes})|${marks.comments}`);

/** What a text for everybody of a kind may not depend on fails when it is read. */
const ofNobody = (to: PresentFor): PresentFor => ({
  ...to,
  viewer: { ...to.viewer, userId: null },
  get language(): string {
    throw new Error('What is written for everybody of a kind has no language.');
  },
});

function writtenPost(seen: SeenPost, own: OfViewer, to: PresentFor): WrittenPost {
  const tickets: TicketGap[] = [];
  const signer = signerBy((media, level) => {
    const known = tickets.findIndex((one) => one.media === media && one.level === level);
    return `${marks.ticket}${known === -1 ? tickets.push({ media, level }) - 1 : known}z`;
  });
  const row = { ...seen.row, is_liked: own.isLiked, likes_count: marks.likes, comments_count: marks.comments };
  const texts: string[] = [];
  const gaps: Gap[] = [];
  let rest = writer(documentedPost({ ...seen, row }, ofNobody({ ...to, signer })));
  for (let cut = cuts.exec(rest); cut !== null; cut = cuts.exec(rest)) {
    const [mark, ticket, likes] = cut;
    texts.push(rest.slice(0, cut.index));
    gaps.push(ticket === undefined ? (likes === undefined ? 'comments' : 'likes') : Number(ticket));
    rest = rest.slice(cut.index + mark.length);
  }
  return { texts: [...texts, rest], gaps, tickets };
}
