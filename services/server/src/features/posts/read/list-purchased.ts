import { DomainError, type Answer, type QueryOf } from '@backlot/contracts';
import type { purchasedContents as purchasedCall } from '@backlot/contracts/posts';
import type { TenantDb } from '@backlot/database';
import { opensSales } from '@backlot/domain/people/capabilities';
import { toWire } from '@backlot/domain/money/money';
import { isAdmin } from '@backlot/domain/people/roles';
import { asPerson, type Actor } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { findPerson } from '../../accounts/index.ts';
import { countContentPurchases, listContentPurchases } from '../../ledger/index.ts';
import { postKind } from '../write/post-kind.ts';
import { listFeedRows } from './feed-rows.ts';
import { FEED_PAGE } from './list-posts.ts';
import { mediaOfCard, postViewerOf, presenterFor, seePosts } from './visible-post.ts';
import { markerOf, readMarker } from './markers.ts';
import { presentPost } from './present-post.ts';

type Page = Answer<typeof purchasedCall>['data'];

/**
 * What the caller bought, the latest first; staff may look at a fan's.
 * @throws `not-found` for another's; `access-denied` where the lists of fans and sales are closed to the caller; `invalid-request`
 */
export async function listPurchased(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  query: QueryOf<typeof purchasedCall>,
  to: { now: Date; language: string },
): Promise<Page> {
  const isOther = query.user_id !== undefined && query.user_id !== actor.userId;
  const person = asPerson(actor, '0');
  if (isOther && !isAdmin(person)) throw new DomainError('not-found');
  if (isOther && !opensSales(person, await ctx.settings.of(tenant))) throw new DomainError('access-denied');
  const userId = query.user_id ?? actor.userId;
  const after = query.after === undefined ? null : readMarker(query.after);
  const found = await ctx.database.tenants.read(tenant, async (db) => {
    const user = isOther ? await findFan(db, userId) : null;
    const viewer = await postViewerOf(db, actor, to.now);
    const purchases = await listContentPurchases(db, userId, postKind, after, FEED_PAGE);
    const rows = await listFeedRows(
      db,
      purchases.map(({ contentId }) => contentId),
      viewer.userId,
    );
    return {
      user,
      viewer,
      purchases,
      posts: await seePosts(db, viewer, rows, to.now, mediaOfCard),
      total: await countContentPurchases(db, userId, postKind),
    };
  });
  const present = await presenterFor(ctx, tenant, found.viewer, to);
  const last = found.purchases.at(-1);
  return {
    contents: found.purchases.flatMap(({ contentId, at, amountMinor, currency }) => {
      const seen = found.posts.find(({ row }) => row.id === contentId);
      return seen
        ? [
            {
              purchased_at: at.toISOString(),
              amount: toWire(amountMinor),
              currency: currency || seen.row.currency,
              post: presentPost(seen, present),
            },
          ]
        : [];
    }),
    totalRows: found.total,
    user: found.user,
    next: last && found.purchases.length === FEED_PAGE ? markerOf(last.at, last.id) : null,
  };
}

async function findFan(db: TenantDb, id: string): Promise<{ _id: string; name: string }> {
  const user = await findPerson(db, id);
  if (user === null) throw new DomainError('not-found');
  return { _id: user.id, name: user.name };
}
