import type { RefundOutcome, Reversed, ReversedListed, Unknown } from '../outcomes.ts';
import type { RefundInput } from '../provider.ts';
import type { StickyClient } from './client.ts';
import { amountText } from './order-body.ts';
import type { StickyOrder } from './read-order.ts';

/** Minor units that went back of an order. One that was undone before it was settled went back whole, also where it only says so later. */
export const refundedOf = (order: StickyOrder): number =>
  order.isVoid || order.status === 'declined' ? order.totalMinor : order.refundedMinor;

/**
 * Gives money back. There is no key that makes a refund once: what the order says has gone back tells whether an earlier
 * try went through whose answer was lost. A whole order that can't be refunded yet is undone.
 */
export async function refundOrder(client: StickyClient, input: RefundInput): Promise<RefundOutcome> {
  const { providerRef, amountMinor, refundedBeforeMinor: before } = input;
  const viewed = await client.view(providerRef);
  if (viewed.kind === 'unknown') return { ...viewed, isUnasked: true };
  if (viewed.kind !== 'told') return viewed;
  const order = viewed.value;
  if (order === null) return { kind: 'refused', code: 'no-such-order' };
  const after = before + amountMinor;
  const succeeded = { kind: 'succeeded', refundRef: `${providerRef}-${after}` } as const;
  const refunded = refundedOf(order);
  if (after > order.totalMinor) return { kind: 'refused', code: 'more-than-taken' };
  if (refunded === after) return succeeded;
  if (refunded !== before) return { kind: 'refused', code: 'refunded-elsewhere' };
  const refund = await client.refund(providerRef, amountText(amountMinor));
  if (refund.kind === 'told') return succeeded;
  if (refund.kind === 'unknown' || amountMinor !== order.totalMinor) return refund;
  const undone = await client.void(providerRef);
  return undone.kind === 'told' ? succeeded : undone.kind === 'unknown' ? undone : refund;
}

/** What went back of an order so far, by whomever. */
export async function findReversed(
  client: StickyClient,
  providerRef: string,
  currency: string,
): Promise<Reversed | Unknown> {
  const viewed = await client.view(providerRef);
  if (viewed.kind === 'unknown') return viewed;
  if (viewed.kind === 'refused' || viewed.value === null) return { kind: 'unknown', cause: 'provider-error' };
  const order = viewed.value;
  return {
    kind: 'reversed',
    refundedMinor: refundedOf(order),
    ...(order.isVoid ? { isVoid: true } : {}),
    chargedBackMinor: order.isChargeback ? order.totalMinor - refundedOf(order) : 0,
    currency: order.currency ?? currency,
  };
}

const dayMs = 86_400_000;

/** Days are those of the account's own time zone, which nobody tells: one more at either end. */
export async function listReversed(
  client: StickyClient,
  sinceMsAgo: number,
  now: number,
): Promise<ReversedListed | Unknown> {
  const found = await client.findReversed(new Date(now - sinceMsAgo - dayMs), new Date(now + dayMs));
  if (found.kind === 'told') return { kind: 'listed', providerRefs: found.value };
  return found.kind === 'unknown' ? found : { kind: 'unknown', cause: 'provider-error' };
}
