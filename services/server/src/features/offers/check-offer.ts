import { queryKeys } from '@backlot/contracts/bootstrap';
import { DomainError } from '@backlot/contracts';
import type { PromotionType, PromotionView } from '@backlot/contracts/promotions';
import type { TenantDb } from '@backlot/database';
import { offeredPromotion } from '@backlot/domain/money/offered-promotion';
import { isPromotionRunning, type Promotion } from '@backlot/domain/money/promotion';
import { isAdmin } from '@backlot/domain/people/roles';
import { asPerson, type Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import type { PageQuery, PageRequest } from '../../feature.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { getBuyer } from '../accounts/index.ts';
import { membershipStatusOf, type QuoteFor } from '../memberships/index.ts';
import { listFreePeriodsHad, presentRunning, promotionsOf } from '../promotions/index.ts';

/** DECISIONS 27. The promotion that applies to the caller now; of one type only, where it is asked for. */
export async function checkOffer(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor | null,
  type: PromotionType | undefined,
  now: Date,
): Promise<PromotionView | null> {
  const offered = await promotionFor(ctx, tenant, actor, now);
  return type === undefined || offered?.type === type ? offered : null;
}

/** @throws promotion-expired for one that gives the caller no price, whether it is over or was never theirs */
export async function checkPromotion(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor | null,
  id: string,
  now: Date,
): Promise<PromotionView> {
  const offered = await promotionFor(ctx, tenant, actor, now);
  if (offered?._id !== id) throw new DomainError('promotion-expired');
  return offered;
}

/** No statement for guests, staff and sites without a promotion. */
async function promotionFor(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor | null,
  now: Date,
): Promise<PromotionView | null> {
  const settings = await ctx.settings.of(tenant);
  if (!settings.enable_promotion) return null;
  const running = (await promotionsOf(ctx, tenant)).filter((promotion) => isPromotionRunning(promotion, now));
  if (running.length === 0) return null;
  const viewer = await viewerOf(ctx, tenant, actor, { running, now });
  const offered: Promotion | null = offeredPromotion(running, viewer, settings, now);
  return offered && presentRunning(offered, settings.timezone, now);
}

interface Moment {
  readonly running: readonly Promotion[];
  readonly now: Date;
}

async function viewerOf(ctx: AppContext, tenant: Tenant, actor: Actor | null, moment: Moment): Promise<QuoteFor> {
  if (actor === null) return { person: null, isSubscribedEver: false };
  const asStaff = asPerson(actor, '0');
  if (isAdmin(asStaff)) return { person: asStaff, isSubscribedEver: false };
  return ctx.database.tenants.read(tenant, (db: TenantDb) => fanOf(db, actor, moment));
}

const fanOf = async (db: TenantDb, actor: Actor, { running, now }: Moment): Promise<QuoteFor> => ({
  person: asPerson(actor, await membershipStatusOf(db, actor.userId, now)),
  isSubscribedEver: (await getBuyer(db, actor.userId)).isSubscribedEver,
  freePeriodsHad: await listFreePeriodsHad(db, actor.userId, running),
});

/** Every page of the site knows it: ribbons and buttons with a price are everywhere. */
export async function promotionPageQueries(
  ctx: AppContext,
  { tenant, actor, path, now }: PageRequest,
): Promise<readonly PageQuery[]> {
  if (path.startsWith('/admin')) return [];
  return [{ key: queryKeys.promotion(tenant.id), data: await promotionFor(ctx, tenant, actor, now) }];
}
