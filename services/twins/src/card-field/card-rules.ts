/** CARD-16 to CARD-27. Runs in the field's page and, for what arrives, again in the twin. */
import { brandOf, type Brand } from './brands.ts';

export type FieldName = 'number' | 'month' | 'year' | 'cvv';

export type CardError =
  | 'card-number-required'
  | 'card-number-digits'
  | 'card-number-invalid'
  | 'card-type-invalid'
  | 'card-cvv-required'
  | 'card-cvv-invalid'
  | 'card-month-required'
  | 'card-year-required'
  | 'card-expired';

export type CardErrors = Partial<Record<FieldName, CardError>>;

export type CardCheck =
  | { readonly ok: true; readonly number: string; readonly brand: Brand; readonly month: number; readonly year: number }
  | { readonly ok: false; readonly errors: CardErrors };

/** How many years the list offers, this one included (CARD-27). */
export const yearsOffered = 15;

/** What was typed into the four inputs (or sent), against the rules. Expiry holds through the month's last day. */
export function checkCard(typed: unknown, today: Date): CardCheck {
  const fields = (typeof typed === 'object' && typed !== null ? typed : {}) as Record<string, unknown>;
  const number = digitsOf(textOf(fields.number));
  const month = Number(textOf(fields.month));
  const year = Number(textOf(fields.year));
  const errors: CardErrors = {};
  const numberError = checkNumber(number);
  const cvvError = checkCvv(digitsOf(textOf(fields.cvv)));
  if (numberError) errors.number = numberError;
  if (!Number.isInteger(month) || month < 1 || month > 12) errors.month = 'card-month-required';
  const thisYear = today.getFullYear();
  if (!Number.isInteger(year) || year < thisYear || year >= thisYear + yearsOffered) errors.year = 'card-year-required';
  else if (!errors.month && year === thisYear && month < today.getMonth() + 1) errors.month = 'card-expired';
  if (cvvError) errors.cvv = cvvError;
  const brand = brandOf(number)?.brand;
  return Object.keys(errors).length === 0 && brand ? { ok: true, number, brand, month, year } : { ok: false, errors };
}

/** Trimmed (CARD-26), without the blanks and hyphens between groups, any script's digits as 0 to 9. */
export const digitsOf = (text: string): string =>
  text
    .trim()
    .replace(/[\s-]/g, '')
    .replace(/\p{Nd}/gu, asciiDigit);

function asciiDigit(digit: string): string {
  let zero = digit.codePointAt(0) ?? 48;
  const value = zero;
  // A script's ten digits stand in a row, its zero first.
  while (value - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(value - zero);
}

function checkNumber(number: string): CardError | null {
  if (number === '') return 'card-number-required';
  if (!/^\d+$/.test(number)) return 'card-number-digits';
  if (number.length < 13 || number.length > 19) return 'card-number-invalid';
  const brand = brandOf(number);
  if (!brand) return 'card-type-invalid';
  return brand.lengths.includes(number.length) && passesLuhn(number) ? null : 'card-number-invalid';
}

function checkCvv(cvv: string): CardError | null {
  if (cvv === '') return 'card-cvv-required';
  return /^\d{3,4}$/.test(cvv) ? null : 'card-cvv-invalid';
}

function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
