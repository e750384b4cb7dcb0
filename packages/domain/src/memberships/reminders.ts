import type { Minor } from '../money/money.ts';
import { dayMs } from '../formats/when.ts';

const weekMs = 7 * dayMs;

interface ComingCharge {
  /** Of the period that runs. */
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** What it cost: nothing where it was free. Null where that is not comparable, as in another currency. */
  readonly paidMinor: Minor | null;
  readonly nextMinor: Minor;
}

export type Reminder = 'price_change' | 'renewal';

/** Milliseconds before a charge from which it may be reminded of: no setting asks for more. */
export const longestReminderMs = 60 * dayMs;

/** Milliseconds since the epoch from which a member is written to before a period's end: seven days, or half of a shorter one. */
export function reminderFrom({ startsAt, endsAt }: Pick<ComingCharge, 'startsAt' | 'endsAt'>): number {
  const [start, end] = [startsAt.getTime(), endsAt.getTime()];
  return end - start < weekMs ? start + (end - start) / 2 : end - weekMs;
}

/**
 * C14: seven days before a charge that is higher than what the running period cost (a trial, a promotion, free months), in the middle of one that is shorter; and so many days before
 * every renewal, where the site's law wants it (0: it does not). One mail for one charge.
 */
export function dueReminder(
  { startsAt, endsAt, paidMinor, nextMinor }: ComingCharge,
  { renewal_reminder_days: days }: { readonly renewal_reminder_days: number },
  now: Date,
): Reminder | null {
  const at = now.getTime();
  const end = endsAt.getTime();
  if (nextMinor === 0 || at >= end) return null;
  if (paidMinor !== null && nextMinor > paidMinor) {
    return at >= reminderFrom({ startsAt, endsAt }) ? 'price_change' : null;
  }
  return days > 0 && at >= end - days * dayMs ? 'renewal' : null;
}
