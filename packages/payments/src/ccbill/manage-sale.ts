import type { RefundOutcome, SeriesEnd } from '../outcomes.ts';
import type { RefundInput } from '../provider.ts';
import type { DataLink } from './data-link.ts';
import { amountText } from './money.ts';
import { subscriptionOf } from './read-notice.ts';

/**
 * Voids or refunds, as CCBill chooses. It has no keys of ours: how often something went back of the sale already tells
 * whether a refund whose answer was lost was made. Of a subscription that was charged again nothing says which charge
 * would be given back, so that staff do it in CCBill's console, and its notice settles it.
 */
export async function refundSale(
  dataLink: DataLink,
  { providerRef, amountMinor, currency, earlierRefunds = 0 }: RefundInput,
): Promise<RefundOutcome> {
  const id = subscriptionOf(providerRef);
  if (id !== providerRef) return { kind: 'refused', code: 'renewal-by-hand' };
  const found = await dataLink.status(id);
  if (found.kind === 'absent') return { kind: 'refused', code: 'sale-unknown' };
  if (found.kind !== 'status') return found;
  const { refunds, voids, timesRebilled } = found.status;
  const refundRef = `${id}-refund-${earlierRefunds + 1}`;
  // What went back may have been of another charge then: nothing is told from how often it did.
  if (timesRebilled > 0) return { kind: 'refused', code: 'renewed-by-hand' };
  if (refunds + voids > earlierRefunds) return { kind: 'succeeded', refundRef };
  const done = await dataLink.act('voidOrRefundTransaction', id, amountText(amountMinor, currency));
  return done.kind === 'done' ? { kind: 'succeeded', refundRef } : done;
}

/** Charges nothing more. What was refused or got no answer has ended all the same where its status says so. */
export async function endSubscription(dataLink: DataLink, seriesRef: string): Promise<SeriesEnd> {
  const end = await dataLink.act('cancelSubscription', seriesRef);
  if (end.kind === 'done') return { kind: 'ended' };
  const found = await dataLink.status(seriesRef);
  return found.kind === 'status' && found.status.state !== 'recurring' ? { kind: 'ended' } : end;
}
