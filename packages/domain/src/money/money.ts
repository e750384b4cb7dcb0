/** An amount in the smallest unit of a currency with two decimals: 999 is 9.99. */
export type Minor = number;

/** Far above any sum of this trade and low enough that a percentage of it stays exact in a double. */
export const maxMinor: Minor = 90_000_000_000;

export const isMinor = (value: unknown): value is Minor => Number.isSafeInteger(value);

/** Minor units to the wire's dollars: 900 → 9, 999 → 9.99. */
export function toWire(minor: Minor): number {
  if (!isMinor(minor)) throw new RangeError('an amount in minor units must be a safe integer');
  return minor / 100;
}

/**
 * The wire's dollars to minor units, or null for what is no amount: not finite, more than two decimals,
 * outside ±maxMinor. Callers turn null into their field's error.
 */
export function fromWire(dollars: unknown): Minor | null {
  if (typeof dollars !== 'number' || !Number.isFinite(dollars)) return null;
  const minor = Math.round(dollars * 100);
  if (Math.abs(minor) > maxMinor) return null;
  // 9.99 * 100 is 998.9999…, so the test is whether going back gives the same number.
  return minor / 100 === dollars ? minor + 0 : null;
}

/** Dollars that were already checked (settings, answers of our own server). Throws where `fromWire` says null. */
export function minorOf(dollars: number): Minor {
  const minor = fromWire(dollars);
  if (minor === null) throw new RangeError(`not an amount with at most two decimals: ${dollars}`);
  return minor;
}

/** What a person typed into an amount field: digits with at most two decimals (WAL-22), else null. */
export function parseTypedAmount(text: string): Minor | null {
  const trimmed = text.trim();
  return /^\d{1,9}(\.\d{1,2})?$/.test(trimmed) ? fromWire(Number(trimmed)) : null;
}

const formatters = new Map<string, Intl.NumberFormat>();

function formatterFor(currency: string, locale: string): Intl.NumberFormat {
  const key = `${locale} ${currency}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
    });
    formatters.set(key, formatter);
  }
  return formatter;
}

/** Minor units as a person reads them, always with two decimals: `$9.00`. */
export const formatMoney = (minor: Minor, currency: string, locale: string): string =>
  formatterFor(currency, locale).format(toWire(minor));

/** The wire's dollars as a person reads them. */
export const formatWire = (dollars: number, currency: string, locale: string): string =>
  formatterFor(currency, locale).format(dollars);

/** 12.34 % as 1234: percentages have at most two decimals, so hundredths of a percent are exact. */
const hundredths = (percent: number): number => Math.round(Math.min(100, Math.max(0, percent)) * 100);

/**
 * PROMO-17: price × (100 − percent) ÷ 100, rounded up to the whole dollar. Rounding up may pass the price itself
 * (10 % off 4.50 gives 5); a promotion never costs more than no promotion.
 */
export function promotionPrice(price: Minor, percent: number): Minor {
  const wholeDollars = Math.ceil((price * (10_000 - hundredths(percent))) / 1_000_000);
  return Math.min(price, wholeDollars * 100);
}

/** COUP-03, COUP-05: a percentage off, rounded half up to two decimals. */
export const percentOff = (price: Minor, percent: number): Minor =>
  Math.round((price * (10_000 - hundredths(percent))) / 10_000);

/** COUP-04: a fixed amount off, never below zero. */
export const amountOff = (price: Minor, off: Minor): Minor => Math.max(0, price - Math.max(0, off));
