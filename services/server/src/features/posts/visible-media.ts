import type { TenantDb } from '@backlot/database';
import { postAccess } from '@backlot/domain/access';
import { isAdmin, type SubscriptionStatus } from '@backlot/domain/roles';
import { asPerson, type Actor } from '../../actor.ts';
import { statusSql } from '../memberships/index.ts';
import type { MediaRow } from '../uploads/index.ts';
import { factsOf, type PostRow } from './post-rows.ts';

type FactsRow = Pick<PostRow, 'visibility' | 'publish_at' | 'deleted_at' | 'replaced_at' | 'media_failed' | 'media_waiting' | 'caption_blur'>;
/** What access asks of a post; instants as milliseconds since 1970. */
type HoldingPost = Omit<FactsRow, 'publish_at' | 'deleted_at' | 'replaced_at'> & {
  readonly publish_at: number;
  readonly deleted_at: number | null;
  readonly replaced_at: number | null;
  readonly is_preview: boolean;
  readonly is_owned: boolean;
};

/**
 * A medium as one person may have it, by the posts that hold it; null when there is none or none of them opens it.
 * Staff see all media of their site. The same rule as for feed and detail, in one statement by indexes.
 */
export async function findMediumVisibleTo(db: TenantDb, actor: Actor | null, mediaId: string, now: Date): Promise<MediaRow | null> {
  if (actor !== null && isAdmin(asPerson(actor, '0'))) return await db('media').where({ id: mediaId }).first() ?? null;
  const found = await findHeld(db, actor?.userId ?? null, mediaId, now);
  if (found === null) return null;
  const { status, posts, ...media } = found;
  const viewer = actor === null ? null : asPerson(actor, status);
  const opens = (post: HoldingPost): boolean => {
    const { canSee, canOpen, isListed } = postAccess({ post: factsOf(withDates(post)), viewer, entitlements: post.is_owned ? bought : [], now });
    return post.is_preview ? canOpen || isListed : canSee;
  };
  return posts.some(opens) ? media : null;
}

const bought = [{ revokedAt: null }];

async function findHeld(db: TenantDb, userId: string | null, mediaId: string, now: Date): Promise<(MediaRow & { status: SubscriptionStatus; posts: readonly HoldingPost[] }) | null> {
  const status = statusSql('s', now);
  const { rows } = await db.raw<{ rows: Array<MediaRow & { status: SubscriptionStatus; posts: readonly HoldingPost[] }> }>(
    `select m.*, coalesce(${status.sql}, '0') as status, coalesce((
       select json_agg(json_build_object(
         'visibility', p.visibility, 'publish_at', extract(epoch from p.publish_at) * 1000,
         'deleted_at', extract(epoch from p.deleted_at) * 1000, 'replaced_at', extract(epoch from p.replaced_at) * 1000, 'media_failed', p.media_failed, 'media_waiting', p.media_waiting,
         'caption_blur', p.caption_blur, 'is_preview', pm.is_preview,
         'is_owned', exists (select 1 from ?? e where e.user_id = ?::uuid and e.kind = 'post' and e.content_id = p.id and e.revoked_at is null)))
       from ?? pm join ?? p on p.id = pm.post_id where pm.media_id = m.id), '[]') as posts
     from ?? m left join ?? s on s.user_id = ?::uuid where m.id = ?`,
    [...status.bindings, db.table('entitlements'), userId, db.table('post_media'), db.table('posts'), db.table('media'), db.table('subscriptions'), userId, mediaId] as never);
  return rows[0] ?? null;
}

const withDates = (post: HoldingPost): FactsRow =>
  ({ ...post, publish_at: new Date(post.publish_at), deleted_at: dateOf(post.deleted_at), replaced_at: dateOf(post.replaced_at) });
const dateOf = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));
