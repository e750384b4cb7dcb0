import { fromWire, toWire } from './money.ts';

interface Kept {
  readonly fees: number;
  readonly reserve_held: number;
  readonly reserve_released: number;
}

/**
 * What a provider can pay out by the books once a statement's fees and reserve are taken off, never below zero. All amounts in
 * the currency's units with two decimals; what is not yet one counts as nothing.
 */
export function payableAfter(owed: number, { fees, reserve_held: held, reserve_released: released }: Kept): number {
  const [left, off, kept, freed] = [owed, fees, held, released].map((amount) => fromWire(amount) ?? 0) as [
    number,
    number,
    number,
    number,
  ];
  return toWire(Math.max(0, left - off - kept + freed));
}
