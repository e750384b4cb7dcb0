import type { Absent, FoundCharge } from '../outcomes.ts';
import type { SentCharge } from '../provider.ts';
import type { StickyClient, Told } from './client.ts';
import { declinedAs } from './read-charge.ts';
import type { StickyOrder } from './read-order.ts';
import { settledCharge } from './settled-charge.ts';
import { readState, writeState, type StickyState } from './state.ts';
import { answerWithinMs, waitForPayer } from './wait-for-payer.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** Milliseconds after a charge from which an order that can't be found does not exist. Its search lags behind a sale. */
const finalAfterMs = 15 * minuteMs;

export interface Looking {
  readonly client: StickyClient;
  readonly url: string;
  readonly currency: string;
  readonly now: Date;
}

/** How a charge stands: by its order's number where it is known, else by our reference among the campaign's orders. */
export async function findCharge(looking: Looking, sent: SentCharge, sentMsAgo: number): Promise<FoundCharge> {
  const state = readState(sent.state);
  if (state === null) return { kind: 'unknown', cause: 'unreadable-answer' };
  const found = await findOrder(looking, sent.reference, state);
  if (found.kind !== 'told') return found.kind === 'refused' ? { kind: 'unknown', cause: 'provider-error' } : found;
  return found.value === null
    ? absentFor(finalAfterMs - sentMsAgo)
    : standingOf(looking, sent.reference, state, found.value);
}

/** Ends an order that waits for its payer. One that was paid the moment before stays paid. */
export async function closeCharge(looking: Looking, sent: SentCharge): Promise<FoundCharge> {
  const state = readState(sent.state);
  const found = await findCharge(looking, sent, 0);
  if (state === null || (found.kind !== 'action' && found.kind !== 'pending') || found.providerRef === undefined)
    return found;
  return undo(looking, sent.reference, { ...state, orderId: found.providerRef }, 'closed');
}

async function undo(looking: Looking, reference: string, state: StickyState, word: string): Promise<FoundCharge> {
  const orderId = state.orderId!;
  const undone = await looking.client.void(orderId);
  const viewed = await looking.client.view(orderId);
  if (viewed.kind !== 'told' || viewed.value === null) return { kind: 'unknown', cause: 'provider-error' };
  const { value: order } = viewed;
  if (order.isVoid) return declinedAs(word, orderId);
  const charge = await settledCharge(looking.client, order, { reference, ...looking, ...previous(state) });
  if (charge !== null) return charge;
  // Neither undone nor paid: it is looked at again.
  return { kind: 'unknown', cause: undone.kind === 'unknown' ? undone.cause : 'provider-error' };
}

async function standingOf(
  looking: Looking,
  reference: string,
  state: StickyState,
  order: StickyOrder,
): Promise<FoundCharge> {
  const charge = await settledCharge(looking.client, order, { reference, ...looking, ...previous(state) });
  if (charge !== null) return charge;
  const known = { ...state, orderId: order.orderId };
  // A card on file is charged without its holder: nobody is asked.
  if (state.previousOrderId !== undefined)
    return { kind: 'pending', providerRef: order.orderId, state: writeState(known) };
  const expiresAt = state.expiresAt ?? new Date(Date.parse(state.since) + answerWithinMs).toISOString();
  if (Date.parse(expiresAt) <= looking.now.getTime()) return undo(looking, reference, known, 'expired');
  return waitForPayer(looking.url, known, expiresAt);
}

const previous = ({ previousOrderId }: StickyState) => (previousOrderId === undefined ? {} : { previousOrderId });

/** Null where there is none (yet). */
export async function findOrder(
  { client }: Pick<Looking, 'client'>,
  reference: string,
  { since, orderId }: Pick<StickyState, 'since' | 'orderId'>,
): Promise<Told<StickyOrder | null>> {
  if (orderId !== undefined) return client.view(orderId);
  // Days are those of the account's own time zone, which nobody tells: one more at either end.
  const at = Date.parse(since);
  const found = await client.find(new Date(at - dayMs), new Date(at + dayMs));
  if (found.kind !== 'told') return found;
  const ours = found.value.filter((order) => order.reference === reference);
  return { kind: 'told', value: ours.find(({ status }) => status === 'approved') ?? ours[0] ?? null };
}

const absentFor = (finalInMs: number): Absent =>
  finalInMs > 0 ? { kind: 'absent', certainty: 'not-yet', finalInMs } : { kind: 'absent', certainty: 'final' };
