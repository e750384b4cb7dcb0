import { quoteMembership, type MembershipQuote } from '@backlot/domain/money/price';
import type { Viewer } from '@backlot/domain/people/roles';
import type { Settings } from '@backlot/domain/settings';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../sites/tenant.ts';

export interface QuoteFor {
  readonly person: Viewer;
  readonly isSubscribedEver: boolean;
}

export const quoteFor = (settings: Settings, viewer: QuoteFor, now: Date): MembershipQuote =>
  quoteMembership({ settings, viewer, now });

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
