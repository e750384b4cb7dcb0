import { DomainError } from '@backlot/contracts';
import type { PromotionInput, PromotionView } from '@backlot/contracts/promotions';
import { minorOf, promotionPrice } from '@backlot/domain/money/money';
import { isPromotionRunning } from '@backlot/domain/money/promotion';
import { membershipAmounts, promotionProblems, promotionRunMs } from '@backlot/domain/money/promotion-terms';
import type { Settings } from '@backlot/domain/settings';
import { v7 } from 'uuid';
import type { Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { requireBillablePrices, type PricesToSave } from '../checkout/index.ts';
import { presentRunning } from './present-promotion.ts';
import {
  closePromotion,
  insertPromotion,
  lockOpen,
  lockPromotion,
  promotionOf,
  type PromotionRow,
} from './promotion-rows.ts';
import { forgetPromotions } from './running-promotions.ts';

/** Starts now. @throws promotions-disabled, what `promotionProblems` names, promotion-running and what `requireBillablePrices` refuses */
export async function savePromotion(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  input: PromotionInput,
  now: Date,
): Promise<PromotionView> {
  const settings = await ctx.settings.of(tenant);
  // What nobody would see would only end unseen.
  if (!settings.enable_promotion) throw new DomainError('promotions-disabled');
  const [first, ...others] = promotionProblems(input, settings);
  if (first) throw new DomainError(first.code, {}, { fields: [first, ...others] });
  const prices = input.type === 'SUBSCRIPTION' ? pricesOf(input) : priceOfPosts(input, settings);
  requireBillablePrices(ctx, settings, tenant.locale, prices);
  const row = await ctx.database.tenants.write(tenant, async (db) => {
    for (const open of await lockOpen(db, input.type)) {
      const promotion = promotionOf(open);
      if (isPromotionRunning(promotion, now)) throw new DomainError('promotion-running');
      await closePromotion(db, open.id, new Date(open.starts_at.getTime() + open.run_ms), null);
    }
    return insertPromotion(db, { ...rowOf(input, settings, now), created_by: actor.userId });
  });
  if (row === null) throw new DomainError('promotion-running');
  forgetPromotions(ctx, tenant);
  return presentRunning(promotionOf(row), settings.timezone, now)!;
}

function pricesOf(input: PromotionInput): PricesToSave {
  const amounts = membershipAmounts(input);
  // `promotionProblems` has refused one without amounts.
  const [initial, recurring] = [amounts.initial ?? 0, amounts.recurring ?? 0];
  return {
    amounts: [
      { field: 'subscription_initial_amount', minor: initial },
      { field: 'subscription_recurring_amount', minor: recurring },
    ],
    ...(recurring > 0 ? { firstDays: { field: 'initial_period', days: input.initial_period ?? 30 } } : {}),
    ...(initial === 0 && recurring > 0 ? { freeStart: 'subscription_initial_amount' } : {}),
  };
}

/** What it makes of the least that a post is sold for; a dearer one costs no less by it. */
const priceOfPosts = (
  { discount_percentage: percent }: PromotionInput,
  { content_unlock_minimum_amount: least }: Settings,
): PricesToSave => ({
  // `promotionProblems` has refused one without a percentage.
  amounts: [{ field: 'discount_percentage', minor: promotionPrice(minorOf(least), percent ?? 0) }],
  isWalletEnough: true,
});

function rowOf(input: PromotionInput, settings: Settings, now: Date): Omit<PromotionRow, 'created_by'> {
  const isMembership = input.type === 'SUBSCRIPTION';
  const { initial, recurring } = membershipAmounts(input);
  return {
    id: v7(),
    type: input.type,
    applicable_to: isMembership ? (input.applicable_to ?? 'ALL_USERS') : 'ALL_USERS',
    ribbon_text: input.ribbon_text.trim(),
    starts_at: now,
    run_ms: promotionRunMs(input.date_expire, now, settings.timezone),
    repeats: input.is_repeat_promotion ?? false,
    percent: isMembership ? null : input.discount_percentage!,
    initial_minor: isMembership ? initial : null,
    recurring_minor: isMembership ? recurring : null,
    initial_period_days: isMembership ? (input.initial_period ?? 30) : null,
    currency: settings.currency,
    ended_at: null,
    ended_by: null,
  };
}

/** What was bought at its price keeps it. @throws not-found, promotion-expired where it is over already */
export async function endPromotion(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  id: string,
  now: Date,
): Promise<void> {
  await ctx.database.tenants.write(tenant, async (db) => {
    const row = await lockPromotion(db, id);
    if (row === null) throw new DomainError('not-found');
    if (!isPromotionRunning(promotionOf(row), now)) throw new DomainError('promotion-expired');
    await closePromotion(db, row.id, now, actor.userId);
  });
  forgetPromotions(ctx, tenant);
}
