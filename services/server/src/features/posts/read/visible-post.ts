import { DomainError } from '@backlot/contracts';
import type { DocumentedPost } from '@backlot/contracts/posts';
import type { TenantDb } from '@backlot/database';
import { postAccess, type PostAccess } from '@backlot/domain/access';
import { runningPromotion } from '@backlot/domain/money/offered-promotion';
import { isAdmin, type Viewer } from '@backlot/domain/people/roles';
import { asPerson, type Actor } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { contentHoldsOf, type ContentHold } from '../../checkout/index.ts';
import { openMediaSigner } from '../../media/index.ts';
import { membershipOf, type Membership } from '../../memberships/index.ts';
import { promotionsOf } from '../../promotions/index.ts';
import { postKind } from '../write/post-kind.ts';
import { findFeedRow, listMediaOfPosts, type FeedRow, type MediumOfPost } from './feed-rows.ts';
import { accessInputOf, nameOf } from '../post-rows.ts';
import { documentedPost, type PresentFor } from './present-post.ts';
import { findVersionFor, firstOf, hasVersions } from '../version-rows.ts';

/** Who looks at posts: the person as rules know them, and whose address media are signed for. */
export interface PostViewer {
  readonly userId: string | null;
  readonly person: Viewer;
  readonly isSubscribedEver: boolean;
}

/** One statement for fans, none for guests and staff, whose membership makes no difference. */
export async function postViewerOf(db: TenantDb, actor: Actor | null, now: Date): Promise<PostViewer> {
  if (actor === null) return { userId: null, person: null, isSubscribedEver: false };
  return staffViewerOf(actor) ?? fanViewerOf(actor, await membershipOf(db, actor.userId, now));
}

/** Null for a fan, of whom the membership decides. */
export function staffViewerOf(actor: Actor): PostViewer | null {
  const person = asPerson(actor, '0');
  return isAdmin(person) ? { userId: actor.userId, person, isSubscribedEver: false } : null;
}

export const fanViewerOf = (
  actor: Actor,
  { status, startedAt }: Pick<Membership, 'status' | 'startedAt'>,
): PostViewer => ({
  userId: actor.userId,
  person: asPerson(actor, status),
  isSubscribedEver: startedAt !== null,
});

/** A post as it is for everybody. */
export interface PostOfAll {
  readonly row: FeedRow;
  readonly media: readonly MediumOfPost[];
  /** Its title, else how its caption begins. */
  readonly name: string;
}

/** A post with everything that decides what this viewer gets of it. */
export interface SeenPost extends PostOfAll {
  readonly access: PostAccess;
  readonly isPaying: boolean;
}

const bought = [{ revokedAt: null }];

/** All pictures of a post on its own page; a card shows the first few and the number of all. */
export const allMedia = 45;
export const mediaOfCard = 6;

/** Rows with their pictures, in one statement. */
export async function withMedia(db: TenantDb, rows: readonly FeedRow[], mostMedia: number): Promise<PostOfAll[]> {
  const media = new Map<string, MediumOfPost[]>(rows.map(({ id }) => [id, []]));
  for (const one of await listMediaOfPosts(db, [...media.keys()], mostMedia)) media.get(one.postId)?.push(one);
  return rows.map((row) => ({ row, media: media.get(row.id)!, name: nameOf(row) }));
}

/** A post as the rule shows it to a viewer; `hold`: what they bought of it, or are buying. */
export const seePost = (
  viewer: PostViewer,
  post: PostOfAll,
  hold: Pick<ContentHold, 'isOwned' | 'isPaying'> | undefined,
  now: Date,
): SeenPost => ({
  ...post,
  isPaying: hold?.isPaying ?? false,
  access: postAccess({
    post: accessInputOf(post.row),
    viewer: viewer.person,
    entitlements: hold?.isOwned ? bought : [],
    now,
  }),
});

/** Whose purchases make a difference: not those of guests and staff. */
export const isBuyer = ({ userId, person }: PostViewer): boolean => userId !== null && !isAdmin(person);

/** Completes rows by what the viewer bought and by their pictures: two statements for fans, one for others. */
export async function seePosts(
  db: TenantDb,
  viewer: PostViewer,
  rows: readonly FeedRow[],
  now: Date,
  mostMedia: number,
): Promise<SeenPost[]> {
  const posts = await withMedia(db, rows, mostMedia);
  const holds =
    viewer.userId !== null && isBuyer(viewer)
      ? await contentHoldsOf(
          db,
          viewer.userId,
          postKind,
          rows.map(({ id }) => id),
        )
      : new Map<string, ContentHold>();
  return posts.map((post) => seePost(viewer, post, holds.get(post.row.id), now));
}

/**
 * The one way to a post by id: what the actor may not know of is null, like what is absent or another site's. Of a post
 * that was published again a fan gets the version they have, by whichever version's id they ask.
 */
export async function findPostVisibleTo(
  db: TenantDb,
  viewer: PostViewer,
  id: string,
  now: Date,
): Promise<SeenPost | null> {
  const asked = await findFeedRow(db, id, viewer.userId);
  const row =
    asked === null || !hasVersions(asked) || isAdmin(viewer.person)
      ? asked
      : await findOwnVersion(db, asked, viewer.userId, now);
  if (row === null) return null;
  const [seen] = await seePosts(db, viewer, [row], now, allMedia);
  return seen?.access.canOpen ? seen : null;
}

async function findOwnVersion(db: TenantDb, asked: FeedRow, userId: string | null, now: Date): Promise<FeedRow | null> {
  const id = await findVersionFor(db, firstOf(asked), userId, now);
  if (id === null) return null;
  return id === asked.id ? asked : findFeedRow(db, id, userId);
}

/** @throws `not-found` for what is absent, another site's or not for this viewer to know of */
export async function getPost(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor | null,
  id: string,
  to: { now: Date; language: string },
): Promise<DocumentedPost> {
  const post = await findShownPost(ctx, tenant, actor, id, to);
  if (post === null) throw new DomainError('not-found');
  return post;
}

/** One post as this person may see it; null where it is not there for them. */
export async function findShownPost(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor | null,
  id: string,
  to: { now: Date; language: string },
): Promise<DocumentedPost | null> {
  const found = await ctx.database.tenants.read(tenant, async (db) => {
    const viewer = await postViewerOf(db, actor, to.now);
    return { viewer, seen: await findPostVisibleTo(db, viewer, id, to.now) };
  });
  if (found.seen === null) return null;
  return documentedPost(found.seen, await presenterFor(ctx, tenant, found.viewer, to));
}

/** What posts are shown by to this viewer, at this instant. */
export async function presenterFor(
  ctx: AppContext,
  tenant: Tenant,
  viewer: PostViewer,
  { now, language }: { now: Date; language: string },
): Promise<PresentFor> {
  return {
    viewer,
    now,
    language,
    settings: await ctx.settings.of(tenant),
    promotion: runningPromotion(await promotionsOf(ctx, tenant), 'LOCKED_CONTENT', now),
    signer: await openMediaSigner(ctx, tenant, viewer.userId, now),
  };
}
