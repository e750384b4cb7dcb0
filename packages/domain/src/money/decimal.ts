/**
 * Amounts of crypto currencies as providers write them: text with many decimals. Counted in whole units of the last
 * decimal, never in floating point: 0.1 + 0.2 of a bitcoin is money too.
 */
export interface Decimal {
  readonly units: bigint;
  /** How many of the digits are decimals. */
  readonly scale: number;
}

export const zero: Decimal = { units: 0n, scale: 0 };

/** `0.00040200`; null for everything else, signs and exponents included. */
export function parseDecimal(text: unknown): Decimal | null {
  const parts = typeof text === 'string' ? /^(\d{1,30})(?:\.(\d{1,30}))?$/.exec(text) : null;
  if (!parts) return null;
  const decimals = parts[2] ?? '';
  return { units: BigInt(`${parts[1]}${decimals}`), scale: decimals.length };
}

/** What was checked before: our own rows. @throws a RangeError for what is no amount */
export function decimalOf(text: string): Decimal {
  const parsed = parseDecimal(text);
  if (parsed === null) throw new RangeError(`not an amount of a crypto currency: ${text}`);
  return parsed;
}

/** As it is stored and shown, without zeros that say nothing. */
export function decimalText({ units, scale }: Decimal): string {
  const digits = units.toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const decimals = scale === 0 ? '' : digits.slice(-scale).replace(/0+$/, '');
  return decimals === '' ? whole : `${whole}.${decimals}`;
}

const atScale = ({ units, scale }: Decimal, wanted: number): bigint => units * 10n ** BigInt(wanted - scale);

/** Below zero when `a` is the smaller. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const scale = Math.max(a.scale, b.scale);
  const difference = atScale(a, scale) - atScale(b, scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

export function addDecimals(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { units: atScale(a, scale) + atScale(b, scale), scale };
}

/** @throws a RangeError when it would be below zero: no amount here is */
export function subtractDecimals(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  const units = atScale(a, scale) - atScale(b, scale);
  if (units < 0n) throw new RangeError('an amount below zero');
  return { units, scale };
}

export const smallerOf = (a: Decimal, b: Decimal): Decimal => (compareDecimals(a, b) <= 0 ? a : b);
export const largerOf = (a: Decimal, b: Decimal): Decimal => (compareDecimals(a, b) >= 0 ? a : b);
export const isZero = ({ units }: Decimal): boolean => units === 0n;

/** `whole × part ÷ all`, rounded down. @throws a RangeError where `all` is nothing */
export function shareOf(whole: number, part: Decimal, all: Decimal): number {
  if (isZero(all)) throw new RangeError('a share of nothing');
  const scale = Math.max(part.scale, all.scale);
  const share = (BigInt(whole) * atScale(part, scale)) / atScale(all, scale);
  if (share > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError('more than an amount can be');
  return Number(share);
}
