import { cryptoWatchMs } from '@backlot/domain/money/crypto';
import type { CryptoPaymentRow } from './crypto-rows.ts';

const seconds = 1_000;
const minutes = 60 * seconds;
const days = 24 * 60 * minutes;
/** Coins that came and are not taken are followed this long after the day of watching. */
const unresolvedMs = 7 * days;

export type Watched = Pick<CryptoPaymentRow, 'state' | 'started_at' | 'expires_at' | 'credited_minor'>;

/** The provider took coins that came late, and does not tell what they are worth: their currency is suspended, or wants more. */
const isUncredited = (row: Pick<Watched, 'state' | 'credited_minor'>): boolean =>
  row.state === 'confirmed' && row.credited_minor === 0;

/** Coins came, and are neither credited nor refused. */
const isUnderWay = (row: Pick<Watched, 'state' | 'credited_minor'>): boolean =>
  row.state === 'processing' || row.state === 'underpayment' || isUncredited(row);

/**
 * Milliseconds to the next look that nobody asks for, or null when nobody needs to look again. While the quote holds the
 * looks are close, and one comes right after its end: what they find decides which rate the coins are credited at.
 */
export function nextLookMs(row: Watched, now: Date): number | null {
  const { state, started_at: startedAt, expires_at: expiresAt } = row;
  if (state === 'quoted' || state === 'failed' || startedAt === null || expiresAt === null) return null;
  if (state === 'starting') return now.getTime() - startedAt.getTime() < cryptoWatchMs ? between(now, startedAt) : null;
  const left = expiresAt.getTime() - now.getTime();
  if (left >= 0) return state === 'confirmed' ? left + minutes : Math.min(minutes, left + seconds);
  if (-left < cryptoWatchMs) return afterWindow[state];
  return isUnderWay(row) && -left < cryptoWatchMs + unresolvedMs ? 60 * minutes : null;
}

/** Nobody was told the address: it is asked for soon, and then rarely. */
const between = (now: Date, startedAt: Date): number =>
  now.getTime() - startedAt.getTime() < 10 * minutes ? 30 * seconds : 30 * minutes;

const afterWindow = {
  waiting: 2 * minutes,
  processing: 2 * minutes,
  underpayment: 2 * minutes,
  cancelled: 10 * minutes,
  confirmed: 60 * minutes,
  blocked: 60 * minutes,
} as const;

/** Coins came, the watch is over, and they are neither credited nor refused: staff have to ask the provider. */
export const isUnresolved = (row: Watched, now: Date): boolean =>
  isUnderWay(row) && row.expires_at !== null && now.getTime() - row.expires_at.getTime() >= cryptoWatchMs;

/** Milliseconds that a payment is asked about while the provider's list says something else of it than its answers. */
export const doubtedMs = unresolvedMs;

/** Asking does not help: staff have to ask the provider. */
export const isDoubtedLong = (
  row: Pick<CryptoPaymentRow, 'doubted_since' | 'listed_minor' | 'provider_minor'>,
  now: Date,
): boolean =>
  row.doubted_since != null &&
  row.listed_minor !== row.provider_minor &&
  now.getTime() - row.doubted_since.getTime() >= doubtedMs;

/** A payment that is credited, or that nothing came to while it was watched, is first asked about a day later. */
export const firstReturnLookAt = (now: Date): Date => new Date(now.getTime() + days);

/** Milliseconds to the next question whether coins came or went back, daily at first; null when nobody asks any more. */
export function nextReturnLookMs({ started_at: startedAt }: Pick<Watched, 'started_at'>, now: Date): number | null {
  const age = startedAt === null ? Infinity : now.getTime() - startedAt.getTime();
  if (age >= 180 * days) return null;
  return age < 14 * days ? days : 7 * days;
}

/** Nothing was credited while it was watched, and its address is there for whoever kept it, or its coins wait for a rate. */
export const mayStillCome = (row: Pick<Watched, 'state' | 'started_at' | 'credited_minor'>, now: Date): boolean =>
  (row.state === 'waiting' || row.state === 'cancelled' || isUncredited(row)) && nextReturnLookMs(row, now) !== null;
