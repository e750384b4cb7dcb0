import type { Instant } from './when.ts';
import { dayMs, hourMs, minuteMs, msOf } from './when.ts';

/** One a zone for the life of the process: making a format takes fifty times as long as using it, and quotes use it often. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known !== undefined) return known;
  // Sweden writes dates as ISO does.
  const made = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  clocks.set(timeZone, made);
  return made;
}

/** The calendar day of an instant in a zone, as YYYY-MM-DD. */
export const dayIn = (instant: Instant, timeZone: string): string => clockIn(instant, timeZone).date;

/** What the clock on a wall of that zone shows: YYYY-MM-DD and HH:MM. */
export function clockIn(instant: Instant, timeZone: string): { readonly date: string; readonly time: string } {
  const [date = '', time = ''] = clockOf(timeZone).format(msOf(instant)).split(' ');
  return { date, time };
}

/** The instant at which that clock shows this; null for what no clock shows. A time that is skipped in spring is an hour later. */
export function instantAt(date: string, time: string, timeZone: string): Date | null {
  const shown = Date.parse(`${date}T${time}:00Z`);
  if (Number.isNaN(shown)) return null;
  const ahead = (at: number): number => {
    const clock = clockIn(at, timeZone);
    return Date.parse(`${clock.date}T${clock.time}:00Z`) - Math.floor(at / minuteMs) * minuteMs;
  };
  const first = shown - ahead(shown);
  const second = shown - ahead(first);
  // Around a change of the clocks the two differ; what shows the time wins, else the later.
  const shows = (at: number): boolean => at + ahead(at) === shown;
  return new Date(shows(second) ? second : shows(first) ? first : Math.max(first, second));
}

/** POST-059: tomorrow at this time, on the site's clock. */
export function defaultSchedule(now: Instant, timeZone: string): Date {
  const { date, time } = clockIn(now, timeZone);
  return instantAt(nextDay(date), time, timeZone) ?? new Date(msOf(now) + dayMs);
}

/** MEDIA-24: `Today`, `Yesterday` (text ids) or the short date. */
export function relativeDay(
  instant: Instant,
  now: Instant,
  timeZone: string,
  locale: string,
): { id: 'date-today' | 'date-yesterday' } | { text: string } {
  const day = dayIn(instant, timeZone);
  if (day === dayIn(now, timeZone)) return { id: 'date-today' };
  if (day === daysBefore(dayIn(now, timeZone), 1)) return { id: 'date-yesterday' };
  return { text: new Intl.DateTimeFormat(locale, { timeZone, month: 'short', day: 'numeric' }).format(msOf(instant)) };
}

/** The first of so many days that end today, on the calendar of a zone: days in which the clocks change count as any other. */
export const firstOfLastDays = (count: number, now: Instant, timeZone: string): string =>
  daysBefore(dayIn(now, timeZone), count - 1);

/** The calendar day that many days earlier. */
export const daysBefore = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) - count * dayMs).toISOString().slice(0, 10);

/** The first instant of a calendar day (YYYY-MM-DD) in a zone; clocks that skip midnight begin later. */
export function startOfDay(day: string, timeZone: string): Date {
  let low = Date.parse(`${day}T00:00:00Z`) - 15 * hourMs;
  let high = low + 30 * hourMs;
  // No zone's clock has been off by part of a minute since 1972.
  while (high - low > minuteMs) {
    const middle = low + Math.floor((high - low) / 2 / minuteMs) * minuteMs;
    if (dayIn(middle, timeZone) < day) low = middle;
    else high = middle;
  }
  return new Date(high);
}

const nextDay = (day: string): string => new Date(Date.parse(`${day}T12:00:00Z`) + dayMs).toISOString().slice(0, 10);

/** PROMO-25, 'end of day': the first instant that is no longer today in the site's zone. */
export const endOfDay = (now: Instant, timeZone: string): Date => startOfDay(nextDay(dayIn(now, timeZone)), timeZone);

/** PROMO-25, 'end of month': the first instant that is no longer this month in the site's zone. */
export function endOfMonth(now: Instant, timeZone: string): Date {
  const [year, month] = dayIn(now, timeZone).split('-').map(Number) as [number, number];
  return startOfDay(new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10), timeZone);
}

/** A calendar month (`2026-03`) in a zone: its first instant, and the first one after it. */
export function monthBounds(month: string, timeZone: string): { readonly from: Date; readonly to: Date } {
  const from = startOfDay(`${month}-01`, timeZone);
  return { from, to: endOfMonth(from, timeZone) };
}

/** The calendar month (`2026-03`) that many months earlier. */
export function monthsBefore(month: string, count: number): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number - 1 - count, 1)).toISOString().slice(0, 7);
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
  seconds < 60
    ? { id: 'duration-seconds', count: Math.max(0, Math.round(seconds)) }
    : { id: 'duration-minutes', count: Math.round(seconds / 60) };
