import type { Coupon } from '@backlot/domain/money/coupon';
import { runningPromotion } from '@backlot/domain/money/offered-promotion';
import type { Promotion } from '@backlot/domain/money/promotion';
import type { ResubscribeOffer } from '@backlot/domain/memberships/resubscribe-offer';
import { quoteMembership, type MembershipQuote, type PricedViewer } from '@backlot/domain/money/price';
import { msOf } from '@backlot/domain/formats/when';
import type { Subscription } from '@backlot/domain/memberships/subscription';
import type { Settings } from '@backlot/domain/settings';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../sites/tenant.ts';

export type QuoteFor = PricedViewer;

/** What may lower it. */
export interface OffersOfSite {
  /** Null for a code that nobody made; absent where none was typed. */
  readonly coupon?: Coupon | null | undefined;
  readonly promotions: readonly Promotion[];
  /** The one that this viewer may take (`findResubscribeOffer`). */
  readonly resubscribeOffer: ResubscribeOffer | null;
}

/** The one price. */
export const quoteFor = (
  settings: Settings,
  viewer: QuoteFor,
  now: Date,
  { promotions, ...offers }: OffersOfSite,
): MembershipQuote =>
  quoteMembership({ settings, viewer, now, ...offers, promotion: runningPromotion(promotions, 'SUBSCRIPTION', now) });

/** The same offer has the same id; when anything of it moves, the id does. */
export const quoteId = (ctx: AppContext, tenant: Tenant, quote: MembershipQuote): string =>
  ctx.secrets.hmac(
    'membership quote',
    JSON.stringify([
      tenant.id,
      quote.reason,
      quote.initialMinor,
      quote.recurringMinor,
      quote.currency,
      quote.firstPeriod?.unit,
      quote.firstPeriod?.count,
      quote.promotionId,
      quote.couponCode,
    ]),
  );

/** Names what going on with a cancelled membership would cost, and from when. */
export const takeUpQuoteId = (
  ctx: AppContext,
  tenant: Tenant,
  { subscription: { endsAt, recurringMinor } }: { readonly subscription: Subscription },
): string =>
  ctx.secrets.hmac('membership quote', JSON.stringify([tenant.id, 'take up', endsAt && msOf(endsAt), recurringMinor]));
