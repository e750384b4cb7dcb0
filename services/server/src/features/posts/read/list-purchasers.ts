import { DomainError, type Answer, type QueryOf } from '@backlot/contracts';
import type { purchasedBy as purchasedByCall } from '@backlot/contracts/posts';
import { adminListLimit } from '@backlot/domain/limits';
import { toWire } from '@backlot/domain/money/money';
import { contentManagerMay } from '@backlot/domain/routes/access';
import type { TenantDb } from '@backlot/database';
import type { Actor } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import { paginationOf } from '../../../pagination.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { findPeople } from '../../accounts/index.ts';
import { listSales, salesOfContents } from '../../checkout/index.ts';
import { findPromotionName, intentsAtPromotion } from '../../promotions/index.ts';
import { postKind } from '../write/post-kind.ts';
import { versionsOf } from './locked-rows.ts';
import { postName } from '../post-rows.ts';
import { firstOf } from '../version-rows.ts';

type Answered = Answer<typeof purchasedByCall>['data'];

/** Who bought a post in any of its versions. Their names are a list of subscribers, so DECISIONS 19 holds. @throws `access-denied`, `not-found` */
export async function listPurchasers(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  query: QueryOf<typeof purchasedByCall>,
): Promise<Answered> {
  if (actor.role === 'content_manager' && !contentManagerMay('reports', await ctx.settings.of(tenant)))
    throw new DomainError('access-denied');
  const page = query.page_num ?? 1;
  const limit = query.limit ?? adminListLimit;
  const promotionId = query.promotion_id ?? null;
  return ctx.database.tenants.read(tenant, async (db) => {
    const found = await purchasesOf(db, query.blog_id, { limit, offset: (page - 1) * limit, promotionId });
    const sales = await salesOfContents(db, postKind, found.versionIds, amongOf(promotionId));
    return {
      title: found.title,
      promotion: found.promotion,
      earnings: toWire([...sales.values()].reduce((sum, { earnedMinor }) => sum + earnedMinor, 0)),
      currency: found.currency,
      purchases: found.purchases,
      paginationData: paginationOf(page, found.totalRows, limit),
    };
  });
}

const amongOf = (promotionId: string | null) => (promotionId === null ? null : intentsAtPromotion(promotionId));

interface Purchases extends Pick<Answered, 'title' | 'promotion' | 'currency' | 'purchases'> {
  readonly totalRows: number;
  /** Of the versions in this currency. */
  readonly versionIds: readonly string[];
}

/** Some of the purchases of a post, the latest first, and the number of all; of one promotion, where it is asked for. @throws `not-found` for a post or a promotion that there is not */
export async function purchasesOf(
  db: TenantDb,
  postId: string,
  { limit, offset, promotionId = null }: { limit: number; offset: number; promotionId?: string | null },
): Promise<Purchases> {
  const post = await db('posts').where({ id: postId }).first();
  const promotion = promotionId === null ? null : await findPromotionName(db, promotionId);
  if (post === undefined || (promotionId !== null && promotion === null)) throw new DomainError('not-found');
  const versions = await versionsOf(db, [firstOf(post)]);
  const { sales, total } = await listSales(
    db,
    postKind,
    versions.map(({ id }) => id),
    { limit, offset, among: amongOf(promotionId) },
  );
  const buyers = await findPeople(db, [...new Set(sales.map(({ userId }) => userId))]);
  return {
    title: postName(post),
    promotion: promotion && { _id: promotion.id, type: promotion.type, ribbon_text: promotion.ribbon_text },
    currency: post.currency,
    versionIds: versions.filter(({ currency }) => currency === post.currency).map(({ id }) => id),
    totalRows: total,
    purchases: sales.map((sale) => ({
      _id: sale.id,
      user: {
        _id: sale.userId,
        name: buyers.get(sale.userId)?.name ?? '',
        email: buyers.get(sale.userId)?.email ?? '',
      },
      date: sale.at.toISOString(),
      amount: toWire(sale.amountMinor),
      currency: sale.currency,
      version: { _id: sale.contentId, serial: versions.find(({ id }) => id === sale.contentId)?.serial ?? post.serial },
      state: sale.takenBack ?? ('open' as const),
    })),
  };
}
