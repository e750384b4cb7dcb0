import type { Instant } from './when.ts';
import { dayMs, hourMs, msOf } from './when.ts';

/** The calendar day of an instant in a zone, as YYYY-MM-DD. */
export function dayIn(instant: Instant, timeZone: string): string {
  // Sweden writes dates as ISO does.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(msOf(instant));
}

/** POST-059: tomorrow at the same time. */
export const defaultSchedule = (now: Instant): Date => new Date(msOf(now) + dayMs);

/** POST-060. */
export const isSchedulePast = (at: Instant, now: Instant): boolean => msOf(at) <= msOf(now);

/** MEDIA-24: `Today`, `Yesterday` (text ids) or the short date. */
export function relativeDay(instant: Instant, now: Instant, timeZone: string, locale: string): { id: 'date-today' | 'date-yesterday' } | { text: string } {
  const day = dayIn(instant, timeZone);
  if (day === dayIn(now, timeZone)) return { id: 'date-today' };
  if (day === dayBefore(dayIn(now, timeZone))) return { id: 'date-yesterday' };
  return { text: new Intl.DateTimeFormat(locale, { timeZone, month: 'short', day: 'numeric' }).format(msOf(instant)) };
}

const dayBefore = (day: string): string => new Date(Date.parse(`${day}T12:00:00Z`) - dayMs).toISOString().slice(0, 10);

/** The first instant of a calendar day (YYYY-MM-DD) in a zone; clocks that skip midnight begin later. */
export function startOfDay(day: string, timeZone: string): Date {
  let low = Date.parse(`${day}T00:00:00Z`) - 15 * hourMs;
  let high = low + 30 * hourMs;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (dayIn(middle, timeZone) < day) low = middle;
    else high = middle;
  }
  return new Date(high);
}

const nextDay = (day: string): string => new Date(Date.parse(`${day}T12:00:00Z`) + dayMs).toISOString().slice(0, 10);

/** PROMO-25, 'end of day': the first instant that is no longer today in the site's zone. */
export const endOfDay = (now: Instant, timeZone: string): Date => startOfDay(nextDay(dayIn(now, timeZone)), timeZone);

/** PROMO-25, 'end of month'. */
export function endOfMonth(now: Instant, timeZone: string): Date {
  const [year, month] = dayIn(now, timeZone).split('-').map(Number) as [number, number];
  const first = new Date(Date.UTC(year, month, 1, 12)).toISOString().slice(0, 10);
  return startOfDay(first, timeZone);
}

/** MEDIA-25: mm:ss, from an hour on hh:mm:ss. Seconds in. */
export function clockDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const parts = [Math.floor(whole / 60) % 60, whole % 60];
  if (whole >= 3600) parts.unshift(Math.floor(whole / 3600));
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

/** POST-035: the length of a film on a card, as seconds or minutes: a text id and its count. */
export const cardDuration = (seconds: number): { id: 'duration-seconds' | 'duration-minutes'; count: number } =>
  (seconds < 60 ? { id: 'duration-seconds', count: Math.max(0, Math.round(seconds)) } : { id: 'duration-minutes', count: Math.round(seconds / 60) });
