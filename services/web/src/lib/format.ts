import { formatWire } from '@backlot/domain/money';
import { directionOf } from '@backlot/domain/text';

/** How a viewer reads figures: their language and the site's currency. `timeZone` is set on the server only, where it would differ. */
export interface FormatOptions { readonly language: string; readonly currency: string }

export interface Formats {
  /** Dollars of the wire: `$9.00`. */
  money: (amount: number) => string;
  number: (value: number) => string;
  /** 1200 → 1.2K, for counts under a picture. */
  compact: (value: number) => string;
  /** `21 Nov 2026` in the viewer's manner. */
  date: (instant: string | number | Date) => string;
  /** Date and time to the minute: what a hover shows. */
  exact: (instant: string | number | Date) => string;
  /** `2 hours ago`, `yesterday`; after a week the date. */
  relative: (instant: string | number | Date, now?: number) => string;
  fileSize: (bytes: number) => string;
}

const made = new Map<string, Formats>();

/** The formatters of a language and currency, made once: an Intl object costs more than a render. */
export function formatsFor({ language, currency }: FormatOptions): Formats {
  const key = `${language} ${currency}`;
  let formats = made.get(key);
  if (!formats) made.set(key, (formats = makeFormats(language, currency)));
  return formats;
}

function makeFormats(language: string, currency: string): Formats {
  const number = new Intl.NumberFormat(language);
  const compact = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 });
  const date = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric' });
  const exact = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const megabytes = new Intl.NumberFormat(language, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 });
  return {
    // Isolated, or the sign of the currency would leave its letters among words that run right to left.
    money: (amount) => (directionOf(language) === 'rtl' ? `\u2066${formatWire(amount, currency, language)}\u2069` : formatWire(amount, currency, language)),
    number: (value) => number.format(value),
    compact: (value) => compact.format(value),
    date: (instant) => date.format(new Date(instant)),
    exact: (instant) => exact.format(new Date(instant)),
    relative: (instant, now = Date.now()) => relativeText(new Date(instant).getTime(), now, relative, date),
    fileSize: (bytes) => megabytes.format(bytes / 1e6),
  };
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

function relativeText(at: number, now: number, relative: Intl.RelativeTimeFormat, date: Intl.DateTimeFormat): string {
  const past = now - at;
  const size = Math.abs(past);
  if (size < minute) return relative.format(0, 'second');
  if (size < hour) return relative.format(-Math.trunc(past / minute), 'minute');
  if (size < day) return relative.format(-Math.trunc(past / hour), 'hour');
  if (size < 7 * day) return relative.format(-Math.trunc(past / day), 'day');
  return date.format(at);
}
