import { dayIn } from '@backlot/domain/formats/dates';
import { formatWire } from '@backlot/domain/money/money';
import { directionOf } from '@backlot/domain/formats/text';

type Instant = string | number | Date;

/** How a viewer reads figures: in their language, by the site's currency and clock (DECISIONS 52), so that a date is one date on screen, in mail and in billing. */
export interface FormatOptions {
  readonly language: string;
  readonly currency: string;
  readonly timeZone: string;
}

export interface Formats {
  /** Dollars of the wire: `$9.00`. */
  money: (amount: number) => string;
  number: (value: number) => string;
  /** 0.25 → `25%`. */
  percent: (share: number) => string;
  /** 0.0125 → `1.25%`: of what is small. */
  ratio: (share: number) => string;
  /** 1200 → 1.2K, for counts under a picture. */
  compact: (value: number) => string;
  /** `21 Nov 2026` in the viewer's manner. */
  date: (instant: Instant) => string;
  /** `Saturday, 21 November`. */
  dayOfWeek: (instant: Instant) => string;
  /** `Saturday`. */
  weekday: (instant: Instant) => string;
  /** `9:04 PM`, or `21:04`, as the language has it. */
  time: (instant: Instant) => string;
  /** `6:00 AM` of an hour of the day, in the form of `time`. */
  hour: (hour: number) => string;
  /** `21 Nov` of a calendar day (`2026-11-21`), which is the same day in every zone. */
  calendarDay: (day: string) => string;
  /** `November 2026` of a calendar month (`2026-11`). */
  month: (month: string) => string;
  /** `15 – 21 Nov 2026` of calendar days, both included. */
  days: (from: string, to: string) => string;
  /** `2:40 PM`, with `Nov 23` before it unless that is the day of `now`: what a button says. */
  clock: (instant: Instant, now: Instant) => string;
  /** `Greenwich Mean Time`: the name of the site's zone as it is at that moment. */
  zone: (instant: Instant) => string;
  /** Date and time to the minute: what a hover shows. */
  exact: (instant: Instant) => string;
  /** `2 hours ago`, `yesterday`; after a week the date. */
  relative: (instant: Instant, now?: number) => string;
  /** Megabytes; kilobytes of what would be 0 of them. */
  fileSize: (bytes: number) => string;
}

const sixOClock = Date.UTC(2024, 0, 1, 6);

const made = new Map<string, Formats>();

/** The formatters of a language and currency, made once: an Intl object costs more than a render. */
export function formatsFor(options: FormatOptions): Formats {
  const key = `${options.language} ${options.currency} ${options.timeZone}`;
  let formats = made.get(key);
  if (!formats) made.set(key, (formats = makeFormats(options)));
  return formats;
}

function makeFormats({ language, currency, timeZone }: FormatOptions): Formats {
  const number = new Intl.NumberFormat(language);
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 });
  const ratio = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 });
  const compact = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 });
  const dates = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat(language, { timeZone, ...options });
  const date = dates({ day: 'numeric', month: 'short', year: 'numeric' });
  const exact = dates({ dateStyle: 'medium', timeStyle: 'short' });
  const dayOfWeek = dates({ weekday: 'long', day: 'numeric', month: 'long' });
  const weekday = dates({ weekday: 'long' });
  const time = dates({ timeStyle: 'short' });
  const hour = dates({ timeStyle: 'short', timeZone: 'UTC' });
  // `06:00` or `6:00`, as the language writes a time that stands alone.
  const isPadded = hour.formatToParts(sixOClock).some(({ type, value }) => type === 'hour' && value.length === 2);
  const clockOnDay = dates({
    day: 'numeric',
    month: 'short',
    hour: isPadded ? '2-digit' : 'numeric',
    minute: '2-digit',
  });
  const zone = dates({ timeZoneName: 'long' });
  const calendarDay = dates({ day: 'numeric', month: 'short', timeZone: 'UTC' });
  const month = dates({ month: 'long', year: 'numeric', timeZone: 'UTC' });
  const days = dates({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const megabytes = new Intl.NumberFormat(language, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 });
  const kilobytes = new Intl.NumberFormat(language, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 });
  return {
    // Isolated, or the sign of the currency would leave its letters among words that run right to left.
    money: (amount) =>
      directionOf(language) === 'rtl'
        ? `\u2066${formatWire(amount, currency, language)}\u2069`
        : formatWire(amount, currency, language),
    number: (value) => number.format(value),
    percent: (share) => percent.format(share),
    ratio: (share) => ratio.format(share),
    compact: (value) => compact.format(value),
    date: (instant) => date.format(new Date(instant)),
    dayOfWeek: (instant) => dayOfWeek.format(new Date(instant)),
    weekday: (instant) => weekday.format(new Date(instant)),
    time: (instant) => time.format(new Date(instant)),
    clock: (instant, now) =>
      (dayIn(new Date(instant), timeZone) === dayIn(new Date(now), timeZone) ? time : clockOnDay).format(
        new Date(instant),
      ),
    zone: (instant) => zone.formatToParts(new Date(instant)).find(({ type }) => type === 'timeZoneName')?.value ?? '',
    hour: (ofDay) => hour.format(Date.UTC(2024, 0, 1, ofDay)),
    calendarDay: (day) => calendarDay.format(new Date(`${day.slice(0, 10)}T12:00:00Z`)),
    month: (of) => month.format(new Date(`${of}-15T12:00:00Z`)),
    exact: (instant) => exact.format(new Date(instant)),
    relative: (instant, now = Date.now()) => relativeText(new Date(instant).getTime(), now, relative, date),
    days: (from, to) => days.formatRange(new Date(`${from}T12:00:00Z`), new Date(`${to}T12:00:00Z`)),
    fileSize: (bytes) =>
      bytes >= 50_000 || bytes === 0 ? megabytes.format(bytes / 1e6) : kilobytes.format(Math.ceil(bytes / 1000)),
  };
}

export interface ZoneLabels {
  /** As the time zone database has it: it is in one language there. */
  readonly city: string;
  /** `Central European Time`. */
  readonly name: string;
  /** `GMT+1`, as it is at that moment. */
  readonly offset: string;
}

/** A zone of the time zone database in words; one that this browser does not know has only its city. */
export function zoneLabels(language: string, zone: string, at: Instant): ZoneLabels {
  const say = (timeZoneName: 'longGeneric' | 'long' | 'shortOffset'): string => {
    try {
      const parts = new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName }).formatToParts(new Date(at));
      return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
    } catch {
      return '';
    }
  };
  const name = say('longGeneric');
  return {
    city: zone.slice(zone.indexOf('/') + 1).replaceAll('_', ' '),
    // A zone of no place and no season has no general name, only its offset.
    name: /[+-]\d/.test(name) ? say('long') : name,
    offset: say('shortOffset'),
  };
}

const minute = 60_000;
const hourMs = 60 * minute;
const day = 24 * hourMs;

function relativeText(at: number, now: number, relative: Intl.RelativeTimeFormat, date: Intl.DateTimeFormat): string {
  // What is to come is told to the minute that was chosen: a day less some seconds is tomorrow, not 23 hours.
  const past = at - now < minute ? now - at : -Math.ceil((at - now) / minute) * minute;
  const size = Math.abs(past);
  if (size < minute) return relative.format(0, 'second');
  if (size < hourMs) return relative.format(-Math.trunc(past / minute), 'minute');
  if (size < day) return relative.format(-Math.trunc(past / hourMs), 'hour');
  if (size < 7 * day) return relative.format(-Math.trunc(past / day), 'day');
  return date.format(at);
}
