import { DomainError } from '@backlot/contracts';
import { adminListLimit } from '@backlot/domain/limits';
import { contentManagerMay } from '@backlot/domain/routes/access';
import type { Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import { paginationOf } from '../../pagination.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { listOwners } from '../ledger/index.ts';
import { findPeople } from '../accounts/index.ts';
import { postKind } from '../posts/index.ts';
import { holdingsOf, nothingHeld, ownedBy, seesSales, sellingPosts } from './holdings.ts';
import { listLibraryMedia } from './library-rows.ts';

/** The fans who own a file. Their names are a list of subscribers, so DECISIONS 19 holds. @throws `access-denied`, `not-found` */
export async function listBuyers(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  mediaId: string,
  { page, now }: { page: number; now: Date },
) {
  if (actor.role === 'content_manager' && !contentManagerMay('reports', await ctx.settings.of(tenant)))
    throw new DomainError('access-denied');
  const limit = adminListLimit;
  return ctx.database.tenants.read(tenant, async (db) => {
    if ((await listLibraryMedia(db, [mediaId])).length === 0) throw new DomainError('not-found');
    const { soldIn } = (await holdingsOf(ctx.mediaHolders, db, [mediaId], now)).get(mediaId) ?? nothingHeld;
    const { owners, total } = await listOwners(db, postKind, sellingPosts(soldIn), limit, (page - 1) * limit);
    const people = await findPeople(
      db,
      owners.map(({ userId }) => userId),
    );
    const titles = new Map(soldIn.map(({ id, title }) => [id, title]));
    return {
      buyers: owners.map(({ userId, contentId, since }) => ({
        _id: userId,
        name: people.get(userId)?.name ?? '',
        email: people.get(userId)?.email ?? '',
        avatarUrl: null,
        date: since.toISOString(),
        post: { _id: contentId, title: titles.get(contentId) ?? '' },
      })),
      paginationData: paginationOf(page, total, limit),
    };
  });
}

/** How many fans own each file already, and whether this one does: for whoever is about to sell it again. Unknown files are left out. */
export async function showSold(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  ids: readonly string[],
  userId: string | undefined,
  now: Date,
) {
  const areSalesShown = await seesSales(ctx, tenant, actor);
  return ctx.database.tenants.read(tenant, async (db) => {
    const holdings = await holdingsOf(ctx.mediaHolders, db, ids, now);
    const owned = userId === undefined ? new Set<string>() : await ownedBy(db, userId, holdings);
    return (await listLibraryMedia(db, ids)).map(({ id }) => ({
      _id: id,
      sold_to: areSalesShown ? (holdings.get(id)?.soldTo ?? 0) : null,
      owned_by_user: owned.has(id),
    }));
  });
}
