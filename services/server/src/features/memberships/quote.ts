import type { Coupon } from '@backlot/domain/money/coupon';
import { quoteMembership, type MembershipQuote } from '@backlot/domain/money/price';
import type { Viewer } from '@backlot/domain/people/roles';
import type { Settings } from '@backlot/domain/settings';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../sites/tenant.ts';

export interface QuoteFor {
  readonly person: Viewer;
  readonly isSubscribedEver: boolean;
}

/** The one price. `coupon`: null for a code that nobody made; absent where none was typed. */
export const quoteFor = (settings: Settings, viewer: QuoteFor, now: Date, coupon?: Coupon | null): MembershipQuote =>
  quoteMembership({ settings, viewer, now, coupon });

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
