import { dayIn, daysBefore, instantAt } from '../formats/dates.ts';
import { dayMs, minuteMs } from '../formats/when.ts';

/** How often a creator is mailed what changed about the site's members. */
export const newsPaces = ['never', 'soon', 'daily'] as const;
export type NewsPace = (typeof newsPaces)[number];

/** What a change counts as, by the kind of event that it is written down as. */
export const newsOfEvent = {
  started: 'joined',
  cancelled: 'cancelled',
  // The provider ended it, or the payer did so there.
  stopped: 'cancelled',
  withdrawn: 'cancelled',
  renewal_failed: 'failed',
} as const;
export type MembershipNews = (typeof newsOfEvent)[keyof typeof newsOfEvent];

/** On the site's clock, when a daily mail goes out. */
const dailyAt = '08:00';
/** Between two mails of one site, however much happens. */
const soonMs = 15 * minuteMs;
/** What is written down now may become visible a little later: a purchase waits for locks, a webhook for its provider. */
const settlesMs = 5 * minuteMs;
/** What is older is no news any more. */
const oldestMs = 7 * dayMs;

/**
 * The stretch of which a creator is told now: after `from`, up to and with `until`; null while it is not yet time. Nothing
 * is told twice, also when the pace changes. Left out is what is older than a week.
 *
 * @param toldUntil the end of the last stretch that was told; before the first, when telling began
 */
export function newsStretch(
  pace: NewsPace,
  { toldUntil, now, timeZone }: { readonly toldUntil: Date; readonly now: Date; readonly timeZone: string },
): { readonly from: Date; readonly until: Date } | null {
  if (pace === 'never') return null;
  const settled = Math.floor((now.getTime() - settlesMs) / minuteMs) * minuteMs;
  const until = pace === 'daily' ? lastDaily(new Date(settled), timeZone).getTime() : settled;
  if (toldUntil.getTime() >= until) return null;
  if (pace === 'soon' && until - toldUntil.getTime() < soonMs) return null;
  const from = Math.max(toldUntil.getTime(), until - oldestMs);
  return { from: new Date(from), until: new Date(until) };
}

/** The last time at or before an instant that a daily mail was due. */
function lastDaily(at: Date, timeZone: string): Date {
  const day = dayIn(at, timeZone);
  const today = instantAt(day, dailyAt, timeZone)!;
  return today <= at ? today : instantAt(daysBefore(day, 1), dailyAt, timeZone)!;
}
