import { DomainError, type Answer, type QueryOf } from '@backlot/contracts';
import type { purchasedBy as purchasedByCall } from '@backlot/contracts/posts';
import { adminListLimit } from '@backlot/domain/limits';
import { toWire } from '@backlot/domain/money';
import { contentManagerMay } from '@backlot/domain/routes/access';
import type { Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../tenant.ts';
import { listSales } from '../ledger/index.ts';
import { versionsOf } from './locked-rows.ts';
import { postName } from './post-rows.ts';
import { firstOf } from './version-rows.ts';

/** Who bought a post in any of its versions. Their names are a list of subscribers, so DECISIONS 19 holds. @throws `access-denied`, `not-found` */
export async function listPurchasers(ctx: AppContext, tenant: Tenant, actor: Actor, query: QueryOf<typeof purchasedByCall>): Promise<Answer<typeof purchasedByCall>['data']> {
  if (actor.role === 'content_manager' && !contentManagerMay('reports', await ctx.settings.of(tenant))) throw new DomainError('access-denied');
  const page = query.page_num ?? 1;
  const limit = query.limit ?? adminListLimit;
  return ctx.database.tenants.read(tenant, async (db) => {
    const post = await db('posts').where({ id: query.blog_id }).first();
    if (post === undefined) throw new DomainError('not-found');
    const versions = await versionsOf(db, [firstOf(post)]);
    const { sales, total } = await listSales(db, versions.map(({ id }) => id), limit, (page - 1) * limit);
    return {
      title: postName(post),
      purchases: sales.map((sale) => ({
        _id: sale.id, user: { _id: sale.userId, name: sale.name, email: sale.email }, date: sale.at.toISOString(),
        amount: toWire(sale.amountMinor), currency: sale.currency,
        version: { _id: sale.contentId, serial: versions.find(({ id }) => id === sale.contentId)?.serial ?? post.serial },
        state: sale.takenBack ?? 'open' as const,
      })),
      paginationData: { currentPage: page, totalPages: Math.max(1, Math.ceil(total / limit)), totalRows: total, limit },
    };
  });
}
