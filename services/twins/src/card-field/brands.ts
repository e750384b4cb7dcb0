/** Card brands by prefix. Runs in the field's page and in the twin. */

export type Brand = 'jcb' | 'amex' | 'diners_club' | 'visa' | 'mastercard' | 'discover' | 'maestro';

interface BrandRule {
  readonly brand: Brand;
  readonly name: string;
  readonly prefix: RegExp;
  readonly lengths: readonly number[];
  /** Sizes of the groups in which the number is printed on the card. */
  readonly groups: readonly number[];
}

const fours = [4, 4, 4, 4, 3];

/** The most specific prefix first: Maestro's ranges surround the others'. */
const rules: readonly BrandRule[] = [
  { brand: 'amex', name: 'American Express', prefix: /^3[47]/, lengths: [15], groups: [4, 6, 5] },
  {
    brand: 'diners_club',
    name: 'Diners Club',
    prefix: /^3(?:0[0-5]|[689])/,
    lengths: [14, 16, 19],
    groups: [4, 6, 4, 5],
  },
  {
    brand: 'jcb',
    name: 'JCB',
    prefix: /^(?:35(?:2[89]|[3-8])|2131|1800)/,
    lengths: [15, 16, 17, 18, 19],
    groups: fours,
  },
  { brand: 'discover', name: 'Discover', prefix: /^(?:6011|64[4-9]|65)/, lengths: [16, 19], groups: fours },
  {
    brand: 'mastercard',
    name: 'Mastercard',
    prefix: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    lengths: [16],
    groups: fours,
  },
  {
    brand: 'maestro',
    name: 'Maestro',
    prefix: /^(?:493698|50|5[6-9]|6)/,
    lengths: [13, 14, 15, 16, 17, 18, 19],
    groups: fours,
  },
  { brand: 'visa', name: 'Visa', prefix: /^4/, lengths: [13, 16, 18, 19], groups: fours },
];

/** CARD-23. Null for a number of no brand that is taken, also while too few digits are there. */
export const brandOf = (digits: string): BrandRule | null => rules.find((rule) => rule.prefix.test(digits)) ?? null;

/** The digits in groups with blanks between. */
export function grouped(digits: string): string {
  const parts: string[] = [];
  let from = 0;
  for (const size of brandOf(digits)?.groups ?? fours) {
    if (from >= digits.length) break;
    parts.push(digits.slice(from, from + size));
    from += size;
  }
  return [...parts, digits.slice(from)].filter(Boolean).join(' ');
}
