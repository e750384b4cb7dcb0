import { dayIn, daysBefore, startOfDay } from '../formats/dates.ts';
import type { Instant } from '../formats/when.ts';
import rows from './withdrawal-rights.json' with { type: 'json' };

/** How long somebody may withdraw from a contract without a reason (C15). */
export interface WithdrawalRight {
  /** Calendar days after the one on which it was concluded. */
  readonly days: number;
  /** One that would end on a Saturday or Sunday ends with the Monday. */
  readonly rollsOverWeekends: boolean;
  /** Days of conclusion for which it holds, the last one excluded; null where it is open. */
  readonly validFrom: string | null;
  readonly validTo: string | null;
  readonly source: string;
}

const rights: readonly WithdrawalRight[] = rows.map((row) => ({
  days: row.days,
  rollsOverWeekends: row.rolls_over_weekends,
  validFrom: row.valid_from,
  validTo: row.valid_to,
  source: row.source,
}));

/** Why a reason is on record that no site offers: the fan withdrew from the contract. */
export const withdrawnReason = 'withdrawn';

/**
 * The first instant at which it is too late to withdraw: midnight in the site's zone. Null where no right is on record for
 * that day.
 */
export function withdrawalEndsAt(from: Instant, timeZone: string): Date | null {
  const day = dayIn(from, timeZone);
  const right = rights.find(
    ({ validFrom, validTo }) => (validFrom === null || validFrom <= day) && (validTo === null || day < validTo),
  );
  if (right === undefined) return null;
  const last = daysBefore(day, -right.days);
  return startOfDay(daysBefore(right.rollsOverWeekends ? workingDay(last) : last, -1), timeZone);
}

function workingDay(day: string): string {
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
  return weekday === 6 ? daysBefore(day, -2) : weekday === 0 ? daysBefore(day, -1) : day;
}
