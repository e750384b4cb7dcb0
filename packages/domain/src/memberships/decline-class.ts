import { dayMs, msOf, type Instant } from '../formats/when.ts';

/** What a declined renewal means for its next try. */
export type DeclineClass =
  /** The bank said no and may say yes another day. */
  | 'soft'
  /** Money comes in at times that nobody here knows: more tries, further apart. */
  | 'insufficient-funds'
  /** The bank or the provider's limits stood in the way, not the card. */
  | 'try-later'
  /** This card is never tried again; a new one is waited for. */
  | 'hard';

/** Days after the end of what was paid for. All of them stay below the fifteen tries in thirty days that card schemes allow. */
const retryDays: Readonly<Record<DeclineClass, readonly number[]>> = {
  soft: [1, 3, 7],
  'insufficient-funds': [1, 3, 7, 14],
  'try-later': [1, 2, 3, 5, 7, 10, 14, 21, 28],
  hard: [],
};

/** After so long without a renewal that comes through, the membership is over. */
export const renewalLapseMs = 30 * dayMs;

/** A bank that could not be reached locks nobody out for this long. */
export const tryLaterGraceMs = 3 * dayMs;

interface DeclinedRenewal {
  /** As providers are read (`DeclineReason` of payments), or `no-card` or `wallet-low`. */
  readonly reason: string | null;
  readonly hard: boolean;
}

/** Nothing was asked of the card: the provider refused the request itself, or can't be asked. */
export const refusedRequest = 'request-refused';

/**
 * Of a charge that the site makes by itself. Codes -23 and -24 (`card-needs-attention`) are velocity limits then and never
 * the end of a membership (DECISIONS 23).
 */
export function declineClassOf({ reason, hard }: DeclinedRenewal): DeclineClass {
  if (reason === 'card-needs-attention' || reason === 'try-later' || reason === refusedRequest) return 'try-later';
  if (hard || reason === 'no-card') return 'hard';
  return reason === 'insufficient-funds' || reason === 'wallet-low' ? 'insufficient-funds' : 'soft';
}

/** The next try after one that was declined at an instant; null when only a new card helps. */
export function retryAfter(declined: DeclineClass, periodEnd: Instant, at: Instant): Date | null {
  const end = msOf(periodEnd);
  const days = retryDays[declined].find((day) => end + day * dayMs > msOf(at));
  return days === undefined ? null : new Date(end + days * dayMs);
}
