import type { View, ViewedCharge } from '../outcomes.ts';
import type { StickyClient } from './client.ts';
import type { OrderStatus } from './read-order.ts';
import { refundedOf } from './refund.ts';

const states: Readonly<Record<OrderStatus, ViewedCharge['state']>> = {
  approved: 'taken',
  declined: 'declined',
  undone: 'undone',
  waiting: 'waiting',
};

/** An order by its number, as staff look it up. Numbers are the instance's, which other sites may share, so any may be typed. */
export async function viewCharge(
  client: StickyClient,
  providerRef: string,
  { currency, campaignId }: { readonly currency: string; readonly campaignId: string },
): Promise<View> {
  if (!/^\d{1,15}$/.test(providerRef)) return { kind: 'absent' };
  const viewed = await client.view(providerRef);
  if (viewed.kind !== 'told') return viewed;
  const order = viewed.value;
  if (order === null) return { kind: 'absent' };
  const wasTaken = order.status !== 'declined' && order.status !== 'waiting';
  const refundedMinor = wasTaken ? refundedOf(order) : 0;
  return {
    kind: 'viewed',
    providerRef: order.orderId,
    isAccounts: order.campaignId === campaignId,
    reference: order.reference,
    state: order.isVoid ? 'undone' : states[order.status],
    amountMinor: order.totalMinor,
    currency: order.currency ?? currency,
    refundedMinor,
    chargedBackMinor: order.isChargeback ? order.totalMinor - refundedMinor : 0,
    declineReason: order.declineReason,
    isTest: order.isTest,
    last4: order.card?.last4 ?? null,
  };
}
