import type { StoredQuote } from '../checkout/index.ts';
import { causeTerms } from './price-cause.ts';
import type { SubscriptionRow } from './subscription-rows.ts';

/** What a renewal keeps of the price that its membership began at. */
export const renewalQuote = (
  { price_cause: cause, recurring_minor: amountMinor }: SubscriptionRow,
  descriptor: string,
): StoredQuote => ({
  reason: cause?.reason ?? 'base',
  ...causeTerms(cause, amountMinor, cause?.baseRecurringMinor ?? amountMinor),
  descriptor,
});
