import {
  addDecimals,
  compareDecimals,
  largerOf,
  shareOf,
  smallerOf,
  subtractDecimals,
  zero,
  type Decimal,
} from './decimal.ts';
import type { Minor } from './money.ts';

/** WAL-10: how long a quote holds. It closes the quote, not the ledger. */
export const cryptoWindowMs = 15 * 60_000;
/** How long after it an address is looked at by ourselves; the provider's news are followed at any time. */
export const cryptoWatchMs = 24 * 60 * 60_000;
/** Between two looks of an open page (WAL-17). */
export const cryptoPollMs = 5_000;

/** `quoted`: has an id. `starting`: the provider was asked for an address and has not answered. `failed`: it refused. */
const cryptoStates = [
  'quoted',
  'starting',
  'failed',
  'waiting',
  'processing',
  'underpayment',
  'confirmed',
  'cancelled',
  'blocked',
] as const;
export type CryptoState = (typeof cryptoStates)[number];

/** What the provider says of a payment, in one form. */
export interface CryptoTold {
  readonly state: 'waiting' | 'processing' | 'underpayment' | 'confirmed' | 'cancelled' | 'blocked' | 'unknown';
  /** The provider has taken the coins: the only proof that they are the site's. */
  readonly isConfirmed: boolean;
  /** Coins on the address, all transfers together, as the provider counts them. */
  readonly paid: Decimal;
  /** Of these, or beside these: the provider's words allow for both. */
  readonly unconfirmed: Decimal;
}

const steps: Readonly<Record<CryptoState, readonly CryptoTold['state'][]>> = {
  quoted: [],
  // The answer that brings the address was lost, and the provider tells of it later.
  starting: ['waiting', 'processing', 'underpayment', 'cancelled', 'blocked'],
  failed: ['waiting', 'processing', 'underpayment', 'cancelled', 'blocked'],
  waiting: ['processing', 'underpayment', 'cancelled', 'blocked'],
  processing: ['underpayment', 'cancelled', 'blocked'],
  underpayment: ['processing', 'cancelled', 'blocked'],
  // Coins may come after it.
  cancelled: ['processing', 'underpayment', 'blocked'],
  blocked: [],
  confirmed: [],
};

/** States move forward only: answers come late and in any order. What was confirmed counts as paid whatever is said beside it. */
export function nextCryptoState(current: CryptoState, told: Pick<CryptoTold, 'state' | 'isConfirmed'>): CryptoState {
  if (told.isConfirmed) return 'confirmed';
  return told.state !== 'unknown' && told.state !== 'confirmed' && steps[current].includes(told.state)
    ? told.state
    : current;
}

/**
 * How many coins had shown up. An answer that still waits has seen none, whatever amount it names. Transfers that are
 * under way are counted beside those that arrived: that may be more than came, but what is credited is bounded by what
 * was confirmed.
 */
export function coinsSeen({ state, isConfirmed, paid, unconfirmed }: CryptoTold): Decimal {
  if (isConfirmed) return paid;
  return state === 'waiting' || state === 'cancelled' || state === 'unknown'
    ? unconfirmed
    : addDecimals(paid, unconfirmed);
}

/** So much money for so many coins. */
export interface CryptoRate {
  readonly amountMinor: Minor;
  readonly coins: Decimal;
}

export interface CoinsToCredit {
  /** Up to here every coin is worth what the quote says. */
  readonly quotedUpTo: Decimal;
  readonly atQuote: Decimal;
  /** Came after the window: worth what the rate is now. */
  readonly atMoment: Decimal;
}

/** DECISIONS 24: what was confirmed and is not credited yet, by the rate that it is credited at. */
export function coinsToCredit(coins: {
  readonly paid: Decimal;
  readonly credited: Decimal;
  /** The most that had shown up while the quote held. */
  readonly seenInWindow: Decimal;
}): CoinsToCredit {
  const { paid, credited, seenInWindow } = coins;
  if (compareDecimals(paid, credited) <= 0) return { quotedUpTo: credited, atQuote: zero, atMoment: zero };
  const quotedUpTo = smallerOf(paid, largerOf(seenInWindow, credited));
  return {
    quotedUpTo,
    atQuote: subtractDecimals(quotedUpTo, credited),
    atMoment: subtractDecimals(paid, quotedUpTo),
  };
}

/**
 * What the coins after `from` up to `to` are worth, rounded down; parts add up to what the whole is worth, so that ten
 * transfers credit what one would have.
 */
export const worthOf = (from: Decimal, to: Decimal, { amountMinor, coins }: CryptoRate): Minor =>
  shareOf(amountMinor, to, coins) - shareOf(amountMinor, from, coins);

/**
 * Whether what a look finds may have come while the quote held: the look before it was not later than that. Nobody
 * watched in between, and the fan was promised the quote.
 */
export const mayHaveComeInWindow = (lookedBeforeAt: Date, expiresAt: Date): boolean => lookedBeforeAt <= expiresAt;
