/**
 * Where a payment stands for whoever made it. `waiting`: not paid yet, or not settled by the site. A part of it that a bank
 * took back weighs more than one that was refunded.
 */
export type PaymentState = 'waiting' | 'paid' | 'partly_refunded' | 'refunded' | 'voided' | 'charged_back';

/** Minor units of the currency that was taken. */
export interface PaidAndReturned {
  readonly isSettled: boolean;
  readonly takenMinor: number;
  /** Refunds, voids and chargebacks together. */
  readonly returnedMinor: number;
  readonly chargedBackMinor: number;
  readonly voidedMinor: number;
}

export function paymentStateOf({
  isSettled,
  takenMinor,
  returnedMinor,
  chargedBackMinor,
  voidedMinor,
}: PaidAndReturned): PaymentState {
  if (!isSettled) return 'waiting';
  if (chargedBackMinor > 0) return 'charged_back';
  if (returnedMinor === 0) return 'paid';
  if (returnedMinor < takenMinor) return 'partly_refunded';
  return voidedMinor < takenMinor ? 'refunded' : 'voided';
}

/** Why a receipt's line is there. `difference`: more or less was taken than was asked for, and staff accepted it. */
export type ReceiptLineKind = 'base' | 'coupon' | 'promotion' | 'resubscribe' | 'difference';

export interface ReceiptLine {
  readonly kind: ReceiptLineKind;
  /** The coupon's code; empty for the rest. */
  readonly ref: string;
  readonly amountMinor: number;
}

export interface Receipted {
  /** As the quote has it. */
  readonly reason: string;
  readonly reduced: { readonly ref: string; readonly wasMinor: number } | null;
  readonly askedMinor: number;
  readonly askedCurrency: string;
  readonly takenMinor: number;
  readonly takenCurrency: string;
}

const reductions: ReadonlyMap<string, ReceiptLineKind> = new Map(
  (['coupon', 'promotion', 'resubscribe'] as const).map((kind) => [kind, kind]),
);

/** A receipt's lines: they add up to what was taken, in its currency. */
export function receiptLines(of: Receipted): ReceiptLine[] {
  const { reason, reduced, askedMinor, takenMinor } = of;
  // An amount of another currency explains nothing of this one.
  if (of.askedCurrency !== of.takenCurrency) return [{ kind: 'base', ref: '', amountMinor: takenMinor }];
  const reduction = reduced === null ? undefined : reductions.get(reason);
  const baseMinor = reduced === null || reduction === undefined ? askedMinor : reduced.wasMinor;
  return [
    { kind: 'base', ref: '', amountMinor: baseMinor },
    ...(reduced === null || reduction === undefined
      ? []
      : [{ kind: reduction, ref: reduced.ref, amountMinor: askedMinor - baseMinor }]),
    ...(takenMinor === askedMinor
      ? []
      : [{ kind: 'difference' as const, ref: '', amountMinor: takenMinor - askedMinor }]),
  ];
}
