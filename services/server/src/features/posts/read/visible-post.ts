import type { TenantDb } from '@backlot/database';
import { postAccess, type PostAccess } from '@backlot/domain/access';
import { isAdmin } from '@backlot/domain/people/roles';
import { contentHoldsOf } from '../../checkout/index.ts';
import { postKind } from '../write/post-kind.ts';
import { findFeedRow, listMediaOfPosts, type FeedRow, type MediumOfPost } from './feed-rows.ts';
import { accessInputOf } from '../post-rows.ts';
import type { PostViewer } from './post-viewer.ts';
import { findVersionFor, firstOf, hasVersions } from '../version-rows.ts';

/** A post with everything that decides what this viewer gets of it. */
export interface SeenPost {
  readonly row: FeedRow;
  readonly access: PostAccess;
  readonly media: readonly MediumOfPost[];
  readonly isPaying: boolean;
}

const bought = [{ revokedAt: null }];

/** All pictures of a post on its own page; a card shows the first few and the number of all. */
export const allMedia = 45;
export const mediaOfCard = 6;

/** Completes rows by what the viewer bought and by their pictures: two statements for fans, one for others. */
export async function seePosts(
  db: TenantDb,
  viewer: PostViewer,
  rows: readonly FeedRow[],
  now: Date,
  mostMedia: number,
): Promise<SeenPost[]> {
  const ids = rows.map(({ id }) => id);
  const media = await listMediaOfPosts(db, ids, mostMedia);
  const asksHolds = viewer.userId !== null && !isAdmin(viewer.person);
  const holds = asksHolds
    ? await contentHoldsOf(db, viewer.userId, postKind, ids)
    : new Map<string, { isOwned: boolean; isPaying: boolean }>();
  return rows.map((row) => {
    const hold = holds.get(row.id);
    return {
      row,
      isPaying: hold?.isPaying ?? false,
      media: media.filter(({ postId }) => postId === row.id),
      access: postAccess({
        post: accessInputOf(row),
        viewer: viewer.person,
        entitlements: hold?.isOwned ? bought : [],
        now,
      }),
    };
  });
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
