import type { ChargeOutcome } from '../outcomes.ts';
import type { StickyClient } from './client.ts';
import { readCharge, type Asked } from './read-charge.ts';
import type { StickyOrder } from './read-order.ts';

/**
 * As `readCharge`. An approved order whose product bills again by itself would charge its payer twice a month, as renewals
 * are ours: it is kept from it, here or at the next look.
 */
export async function settledCharge(
  client: StickyClient,
  order: StickyOrder,
  asked: Asked,
): Promise<ChargeOutcome | null> {
  const charge = readCharge(order, asked);
  if (charge?.kind === 'succeeded' && order.isRecurring) await client.stopRecurring(order.orderId);
  return charge;
}
