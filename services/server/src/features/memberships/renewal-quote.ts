import type { StoredQuote } from '../checkout/index.ts';
import { causeTerms } from './price-cause.ts';
import type { SubscriptionRow } from './subscription-rows.ts';

/** What a renewal keeps beside its price. */
export interface RenewalTerms {
  /** Of a charge that the provider made by itself: the next date that it names, null for none. */
  readonly until?: string | null;
  /** When the provider made it, which may be days before it is told. */
  readonly chargedAt?: string;
  /** It was told after the next one, and ends before what that paid for. */
  readonly isEarlier?: boolean;
}

/** What a renewal keeps of the price that its membership began at. */
export const renewalQuote = (
  { price_cause: cause, recurring_minor: amountMinor }: SubscriptionRow,
  descriptor: string,
): StoredQuote => ({
  reason: cause?.reason ?? 'base',
  ...causeTerms(cause, amountMinor, cause?.baseRecurringMinor ?? amountMinor),
  descriptor,
});
