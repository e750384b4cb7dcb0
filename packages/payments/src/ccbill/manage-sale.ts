import type { RefundOutcome, ReturnsCounted, SeriesEnd, Unknown } from '../outcomes.ts';
import type { RefundInput } from '../provider.ts';
import type { DataLink } from './data-link.ts';
import { amountText } from './money.ts';
import { subscriptionOf } from './read-notice.ts';

interface SaleReturns {
  readonly kind: 'sale';
  readonly id: string;
  /** Refunds and voids of the subscription so far, by whomever. */
  readonly count: number;
  readonly timesRebilled: number;
}

/**
 * How often money went back of a sale. Of a subscription that was charged again nothing says which charge would be given
 * back, so that staff do it in CCBill's console, and its notice settles it.
 */
export async function countReturns(
  dataLink: DataLink,
  { providerRef }: Pick<RefundInput, 'providerRef'>,
): Promise<ReturnsCounted> {
  const found = await returnsOf(dataLink, providerRef);
  if (found.kind !== 'sale') return found;
  if (found.timesRebilled > 0) return { kind: 'refused', code: 'renewed-by-hand' };
  return { kind: 'counted', count: found.count };
}

/**
 * Voids or refunds, as CCBill chooses. It has no keys of ours: more went back of the sale than before this refund was first
 * asked for when one was made whose answer was lost. Where nobody can tell, staff look into CCBill's console.
 */
export async function refundSale(
  dataLink: DataLink,
  { providerRef, amountMinor, currency, returnsBefore = 0, returnsBeforeAtMost = returnsBefore }: RefundInput,
): Promise<RefundOutcome> {
  const found = await returnsOf(dataLink, providerRef);
  if (found.kind !== 'sale') return { ...found, isUnasked: true };
  const { id, count, timesRebilled } = found;
  const refundRef = `${id}-refund-${returnsBefore + 1}`;
  if (count > returnsBeforeAtMost) return { kind: 'succeeded', refundRef };
  if (count > returnsBefore) return { kind: 'refused', code: 'returns-unclear', isUnasked: true };
  if (timesRebilled > 0) return { kind: 'refused', code: 'renewed-by-hand' };
  const done = await dataLink.act('voidOrRefundTransaction', id, amountText(amountMinor, currency));
  return done.kind === 'done' ? { kind: 'succeeded', refundRef } : done;
}

async function returnsOf(
  dataLink: DataLink,
  providerRef: string,
): Promise<SaleReturns | Extract<RefundOutcome, { kind: 'refused' }> | Unknown> {
  const id = subscriptionOf(providerRef);
  if (id !== providerRef) return { kind: 'refused', code: 'renewal-by-hand' };
  const found = await dataLink.status(id);
  if (found.kind === 'absent') return { kind: 'refused', code: 'sale-unknown' };
  if (found.kind !== 'status') return found;
  const { refunds, voids, timesRebilled } = found.status;
  return { kind: 'sale', id, count: refunds + voids, timesRebilled };
}

/** Charges nothing more. What was refused or got no answer has ended all the same where its status says so. */
export async function endSubscription(dataLink: DataLink, seriesRef: string): Promise<SeriesEnd> {
  const end = await dataLink.act('cancelSubscription', seriesRef);
  if (end.kind === 'done') return { kind: 'ended' };
  const found = await dataLink.status(seriesRef);
  return found.kind === 'status' && found.status.state !== 'recurring' ? { kind: 'ended' } : end;
}
