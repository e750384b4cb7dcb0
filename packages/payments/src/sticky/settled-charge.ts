import type { ChargeOutcome, SeriesEnd, Unended } from '../outcomes.ts';
import type { StickyClient } from './client.ts';
import { readCharge, type Asked } from './read-charge.ts';
import type { StickyOrder } from './read-order.ts';

/**
 * As `readCharge`. An approved order whose product bills again by itself would charge its payer twice a month, as renewals
 * are ours: it is kept from it, and whoever settles the charge is told where that is not certain.
 */
export async function settledCharge(
  client: StickyClient,
  order: StickyOrder,
  asked: Asked,
): Promise<ChargeOutcome | null> {
  const charge = readCharge(order, asked);
  if (charge?.kind !== 'succeeded' || !order.isRecurring) return charge;
  return { ...charge, ...(await stopOrder(client, order.orderId)) };
}

/** Nothing where sticky.io says that it bills the order no more. One that would not be billed again is answered so too. */
export const stopOrder = async (client: StickyClient, orderId: string): Promise<Unended> =>
  (await endOrder(client, orderId)).kind === 'ended' ? {} : { unendedSeriesRef: orderId };

export async function endOrder(client: StickyClient, orderId: string): Promise<SeriesEnd> {
  const stopped = await client.stopRecurring(orderId);
  return stopped.kind === 'told' ? { kind: 'ended' } : stopped;
}
