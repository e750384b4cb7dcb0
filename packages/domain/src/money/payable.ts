import { fromWire, toWire } from './money.ts';

interface Kept {
  readonly fees: number;
  readonly reserve_held: number;
  readonly reserve_released: number;
  readonly platform_share?: number;
  readonly tax_withheld?: number;
  /** A loss is below zero. */
  readonly exchange?: number;
  readonly dispute_held?: number;
  readonly dispute_released?: number;
}

/**
 * What a provider can pay out by the books once all else that a statement says is taken off or added, never below zero. All
 * amounts in the currency's units with two decimals; what is not yet one counts as nothing.
 */
export function payableAfter(owed: number, kept: Kept): number {
  const sum = (...amounts: readonly unknown[]): number =>
    amounts.reduce<number>((total, amount) => total + (fromWire(amount) ?? 0), 0);
  const less = sum(kept.fees, kept.reserve_held, kept.platform_share, kept.tax_withheld, kept.dispute_held);
  return toWire(Math.max(0, sum(owed, kept.reserve_released, kept.dispute_released, kept.exchange) - less));
}
