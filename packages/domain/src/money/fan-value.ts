import { minorOf, toWire } from './money.ts';

/** The specification's figure, where the answer does not name the cost itself. */
const feeOfOne = 25;

/** A fan's sums as the wire has them; `total_amount_spent` is null where amounts are hidden. */
export interface FanSums {
  readonly total_amount_spent: number | null;
  readonly total_refund_amount: number | null;
  readonly total_chargeback_amount: number | null;
  readonly total_chargeback_count: number | null;
  readonly total_chargeback_fee_amount?: number | null | undefined;
}
export interface FanValue {
  readonly spent: number;
  readonly refunds: number;
  readonly chargebacks: number;
  readonly fees: number;
  readonly value: number;
}

/** What a fan is worth: spent − refunds − chargebacks − their cost (DECISIONS 25). Null where amounts are hidden. */
export function fanValue(fan: FanSums): FanValue | null {
  if (fan.total_amount_spent === null) return null;
  const spent = minorOf(fan.total_amount_spent);
  const refunds = minorOf(fan.total_refund_amount ?? 0);
  const chargebacks = minorOf(fan.total_chargeback_amount ?? 0);
  const fees = minorOf(fan.total_chargeback_fee_amount ?? (fan.total_chargeback_count ?? 0) * feeOfOne);
  return {
    spent: toWire(spent),
    refunds: toWire(refunds),
    chargebacks: toWire(chargebacks),
    fees: toWire(fees),
    value: toWire(spent - refunds - chargebacks - fees),
  };
}
