import { dayMs, msOf, type Instant } from '../formats/when.ts';

/** What stands in the way of a renewal that has not failed yet. */
export interface RenewalRisk {
  readonly reason: 'no-card' | 'card-expires' | 'wallet-low';
  readonly at: Date;
  /** Of the card that expires. */
  readonly last4: string | null;
  /** The fan asked to be told of it later. */
  readonly isPutOff: boolean;
}

interface ComingRenewal {
  readonly nextBillingAt: Date;
  /** When the fan last put off what is said of it. */
  readonly notifiedAt: Instant | null;
  /** What it will be charged to. `expMonth`: 1 to 12. */
  readonly card: { readonly last4: string; readonly expMonth: number; readonly expYear: number } | null;
  /** Where the wallet pays in place of a card. */
  readonly wallet?: { readonly covers: boolean };
}

/** Milliseconds before a renewal from which its fan is told. */
export const riskFromMs = 7 * dayMs;
const putOffMs = dayMs;

/** A card is good through the last day of its month, wherever on earth that ends last. */
const expiresAt = (year: number, month: number): number => Date.UTC(year, month, 1, 12);

export function renewalRisk(
  { nextBillingAt, notifiedAt, card, wallet }: ComingRenewal,
  now: Instant,
): RenewalRisk | null {
  if (nextBillingAt.getTime() - msOf(now) > riskFromMs) return null;
  const told = { at: nextBillingAt, isPutOff: notifiedAt !== null && msOf(now) < msOf(notifiedAt) + putOffMs };
  if (wallet) return wallet.covers ? null : { ...told, reason: 'wallet-low', last4: null };
  if (card === null) return { ...told, reason: 'no-card', last4: null };
  return expiresAt(card.expYear, card.expMonth) <= nextBillingAt.getTime()
    ? { ...told, reason: 'card-expires', last4: card.last4 }
    : null;
}
