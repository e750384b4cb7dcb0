import type { Instant } from './when.ts';
import { msOf } from './when.ts';

/*
 * Rules of what is typed into the provider's own field. They run in that page (and in its local twin), never in
 * ours: numbers and codes do not reach our pages or servers.
 */

export type CardBrand = 'jcb' | 'amex' | 'diners_club' | 'visa' | 'mastercard' | 'discover' | 'maestro';

/** By prefix, the narrower before the wider: 62–65 belongs to Discover before Maestro takes all of 50 and 56–69. */
const prefixes: readonly (readonly [CardBrand, RegExp])[] = [
  ['jcb', /^(352[89]|35[3-8])/],
  ['amex', /^3[47]/],
  ['diners_club', /^(30[0-5]|3095|36|3[89])/],
  ['visa', /^4/],
  ['mastercard', /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
  ['discover', /^(6011|65|64[4-9]|622(12[6-9]|1[3-9]|[2-8]|9[01]|92[0-5]))/],
  ['maestro', /^(50|5[6-9]|6)/],
];

/** CARD-23; null gives 'Invalid payment card type.' (CARD-24). */
export const cardBrand = (number: string): CardBrand | null => {
  const digits = digitsOf(number);
  return prefixes.find(([, pattern]) => pattern.test(digits))?.[0] ?? null;
};

/** CARD-25. */
export const brandOnTheWire = (brand: CardBrand): string => (brand === 'mastercard' ? 'master' : brand);

/** As typed with blanks between groups. */
export const digitsOf = (number: string): string => number.replace(/[\s\u00a0]/g, '');

export function isLuhnValid(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return digits.length > 0 && sum % 10 === 0;
}

export interface TypedCard { readonly number: string; readonly cvv: string; readonly month: string; readonly year: string }
export type CardErrors = Partial<Record<keyof TypedCard, string>>;

/** Field → text id, for CARD-16 to CARD-24. */
export function cardErrors(typed: TypedCard, now: Instant): CardErrors {
  const errors: CardErrors = {};
  const number = numberError(typed.number);
  if (number) errors.number = number;
  const cvv = typed.cvv.trim();
  if (cvv === '') errors.cvv = 'card-cvv-required';
  else if (!/^\d{3,4}$/.test(cvv)) errors.cvv = 'card-cvv-invalid';
  const month = Number(typed.month);
  if (!Number.isInteger(month) || month < 1 || month > 12) errors.month = 'card-month-required';
  if (!/^\d{4}$/.test(typed.year.trim())) errors.year = 'card-year-required';
  if (!errors.month && !errors.year && isExpired(month, Number(typed.year), now)) errors.year = 'card-expired';
  return errors;
}

function numberError(typed: string): string | null {
  const digits = digitsOf(typed);
  if (digits === '') return 'card-number-required';
  if (!/^\d+$/.test(digits)) return 'card-number-digits';
  if (digits.length < 13 || digits.length > 19 || !isLuhnValid(digits)) return 'card-number-invalid';
  return cardBrand(digits) === null ? 'card-type-invalid' : null;
}

/** A card is good to the end of its month, everywhere: the last zone is 12 hours behind UTC. */
export const isExpired = (month: number, year: number, now: Instant): boolean =>
  msOf(now) >= Date.UTC(year, month, 1, 12);

/** CARD-27: this year and 14 more. */
export const expiryYears = (now: Instant): readonly number[] =>
  Array.from({ length: 15 }, (_, index) => new Date(msOf(now)).getUTCFullYear() + index);
