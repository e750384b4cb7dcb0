import type { Minor } from '../money/money.ts';
import { dayMs } from '../formats/when.ts';

const weekMs = 7 * dayMs;

interface ComingCharge {
  /** Of the period that runs. */
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** What was paid for it; null for a period that is not the first. */
  readonly firstMinor: Minor | null;
  readonly nextMinor: Minor;
}

export type Reminder = 'price_change' | 'renewal';

/** Milliseconds before a charge from which it may be reminded of: no setting asks for more. */
export const longestReminderMs = 60 * dayMs;

/**
 * C14: seven days before a trial's or promotion's price ends, in the middle of one that is shorter; and so many days before
 * every renewal, where the site's law wants it (0: it does not). One mail for one charge.
 */
export function dueReminder(
  { startsAt, endsAt, firstMinor, nextMinor }: ComingCharge,
  { renewal_reminder_days: days }: { readonly renewal_reminder_days: number },
  now: Date,
): Reminder | null {
  const at = now.getTime();
  const [start, end] = [startsAt.getTime(), endsAt.getTime()];
  if (nextMinor === 0 || at >= end) return null;
  if (firstMinor !== null && nextMinor > firstMinor) {
    const from = end - start < weekMs ? start + (end - start) / 2 : end - weekMs;
    return at >= from ? 'price_change' : null;
  }
  return days > 0 && at >= end - days * dayMs ? 'renewal' : null;
}
