import type { Books } from './books.ts';
import { newId, newWebhook } from './charge.ts';
import type { Entry, RefundRecord } from './entries.ts';
import { isText } from './wire.ts';

export type RefundDecision =
  | { readonly kind: 'made'; readonly refund: RefundRecord; readonly entry: Entry }
  | { readonly kind: 'again'; readonly refund: RefundRecord }
  | { readonly kind: 'refused'; readonly status: number; readonly code: string };

/**
 * Never more than was taken; the same reference refunds once, and is never refused afterwards: an answer may have been lost.
 */
export function decideRefund(books: Books, body: unknown, refusal: string | null, now: number): RefundDecision {
  const { reference, charge: chargeId, amount } = (body ?? {}) as Record<string, unknown>;
  if (!isText(reference) || !isText(chargeId) || !Number.isSafeInteger(amount) || (amount as number) <= 0) {
    return { kind: 'refused', status: 400, code: 'invalid-refund' };
  }
  const earlier = books.refunds.get(reference);
  if (earlier) {
    return earlier.chargeId === chargeId && earlier.amount === amount
      ? { kind: 'again', refund: earlier }
      : { kind: 'refused', status: 409, code: 'reference-reused' };
  }
  if (refusal !== null) return { kind: 'refused', status: 409, code: refusal };
  const charge = [...books.charges.values()].find((candidate) => candidate.id === chargeId);
  if (charge?.status !== 'succeeded') return { kind: 'refused', status: 404, code: 'charge-not-found' };
  if ((books.refunded.get(chargeId) ?? 0) + (amount as number) > charge.amount) {
    return { kind: 'refused', status: 409, code: 'refund-exceeds-charge' };
  }
  const refund = { id: newId('re'), reference, chargeId, amount: amount as number };
  const card = (charge.instrumentId && books.instruments.get(charge.instrumentId)) || null;
  return {
    kind: 'made',
    refund,
    entry: {
      kind: 'refund',
      refund,
      webhook: newWebhook('refund', charge, card, refund.amount, now, undefined, reference),
    },
  };
}
