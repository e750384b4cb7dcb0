import type { CardBrand } from '../outcomes.ts';

/** The first that fits: the narrow ranges stand before the wide ones. */
const prefixes: ReadonlyArray<readonly [RegExp, CardBrand]> = [
  [/^3[47]/, 'amex'],
  [/^(?:30[0-5]|36|38|39)/, 'diners_club'],
  [/^(?:35(?:2[89]|[3-8])|2131|1800)/, 'jcb'],
  [/^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, 'mastercard'],
  [/^(?:6011|64[4-9]|65)/, 'discover'],
  [/^(?:493698|5[06-8]|6)/, 'maestro'],
  [/^4/, 'visa'],
];

/** sticky.io's own words for them (creditCardType). */
const words: Readonly<Record<string, CardBrand>> = {
  visa: 'visa',
  master: 'mastercard',
  mastercard: 'mastercard',
  amex: 'amex',
  discover: 'discover',
  diners: 'diners_club',
  jcb: 'jcb',
  maestro: 'maestro',
};

/** The word where it is known, else what the first digits tell. */
export const brandOf = (word: string, first6: string): CardBrand | 'unknown' =>
  (Object.hasOwn(words, word.toLowerCase()) ? words[word.toLowerCase()] : undefined) ??
  prefixes.find(([pattern]) => pattern.test(first6))?.[1] ??
  'unknown';
