import type { MembershipQuote as QuoteView } from '@backlot/contracts/memberships';
import { toWire } from '@backlot/domain/money';
import { firstTerm, termEnd } from '@backlot/domain/period';
import { quoteMembership, type MembershipQuote } from '@backlot/domain/price';
import type { Viewer } from '@backlot/domain/roles';
import type { Settings } from '@backlot/domain/settings';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../tenant.ts';

export interface QuoteFor { readonly person: Viewer; readonly isSubscribedEver: boolean }

export const quoteFor = (settings: Settings, viewer: QuoteFor, now: Date): MembershipQuote => quoteMembership({ settings, viewer, now });

/** The same offer has the same id; when anything of it moves, the id does. */
export const quoteId = (ctx: AppContext, tenant: Tenant, quote: MembershipQuote): string =>
  ctx.secrets.hmac('membership quote', JSON.stringify([
    tenant.id, quote.reason, quote.initialMinor, quote.recurringMinor, quote.currency, quote.firstPeriod?.unit, quote.firstPeriod?.count,
    quote.promotionId, quote.couponCode,
  ]));

/** Price, first and later amounts and dates, and who sells, as they stand before the button (C13, C9). */
export function presentQuote(ctx: AppContext, tenant: Tenant, settings: Settings, quote: MembershipQuote, now: Date): QuoteView {
  const nextChargeAt = quote.firstPeriod === null ? now : termEnd(firstTerm(now, quote.firstPeriod));
  return {
    quote_id: quoteId(ctx, tenant, quote), currency: quote.currency, initial_amount: toWire(quote.initialMinor),
    recurring_amount: toWire(quote.recurringMinor), original_initial_amount: toWire(quote.baseInitialMinor), reason: quote.reason,
    is_free: quote.isFree, first_charge_at: now.toISOString(), next_charge_at: nextChargeAt.toISOString(),
    statement_descriptor: settings.statement_descriptor, merchant_name: settings.merchant_legal_name,
  };
}
