import type { Minor } from './money.ts';
import { fromWire, minorOf } from './money.ts';

export interface AmountSettings {
  readonly content_unlock_minimum_amount: number;
  readonly content_unlock_maximum_amount: number;
  readonly tips_minimum_amount: number;
  readonly tips_maximum_amount: number;
}

export interface RangeError {
  readonly code: 'amount-range' | 'tip-range';
  readonly params: { readonly min: number; readonly max: number };
}
export type AmountCheck =
  | { readonly ok: true; readonly minor: Minor }
  | { readonly ok: false; readonly error: RangeError };

function within(dollars: unknown, min: number, max: number, code: RangeError['code']): AmountCheck {
  const minor = fromWire(dollars);
  const isGood = minor !== null && minor >= minorOf(min) && minor <= minorOf(max);
  return isGood ? { ok: true, minor } : { ok: false, error: { code, params: { min, max } } };
}

/** POST-085: the price of a locked post or message, bounds included. */
export const unlockAmount = (dollars: unknown, settings: AmountSettings): AmountCheck =>
  within(dollars, settings.content_unlock_minimum_amount, settings.content_unlock_maximum_amount, 'amount-range');

/** REUSE-15, DECISIONS 30: a whole number of dollars between the bounds of tips. */
export function reuseAmount(dollars: unknown, settings: AmountSettings): AmountCheck {
  const checked = within(dollars, settings.tips_minimum_amount, settings.tips_maximum_amount, 'amount-range');
  if (checked.ok && checked.minor % 100 === 0) return checked;
  return {
    ok: false,
    error: { code: 'amount-range', params: { min: settings.tips_minimum_amount, max: settings.tips_maximum_amount } },
  };
}
