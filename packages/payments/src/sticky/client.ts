import type { UnknownCause } from '../outcomes.ts';
import { askMembership, askSticky, type StickyAnswer, type StickyBody } from './ask.ts';
import type { StickyAccount } from './hosts.ts';
import { readOrder, readOrderIds, readOrders, type StickyOrder } from './read-order.ts';

export type Told<T> =
  | { readonly kind: 'told'; readonly value: T }
  | { readonly kind: 'refused'; readonly code: string }
  /** May or may not have happened. */
  | { readonly kind: 'unknown'; readonly cause: UnknownCause };

/** An order's account at sticky.io. No method throws for trouble on the way. */
export interface StickyClient {
  newOrder(order: StickyBody): Promise<StickyAnswer>;
  orderOnFile(order: StickyBody): Promise<StickyAnswer>;
  /** Null: there is no such order. */
  view(orderId: string): Promise<Told<StickyOrder | null>>;
  /** The campaign's orders of these days, both included. */
  find(from: Date, to: Date): Promise<Told<readonly StickyOrder[]>>;
  /** Numbers of the campaign's orders of which something went back on these days, both included. */
  findReversed(from: Date, to: Date): Promise<Told<readonly string[]>>;
  refund(orderId: string, amount: string): Promise<Told<true>>;
  void(orderId: string): Promise<Told<true>>;
  /** Keeps sticky.io from charging an order again by itself. */
  stopRecurring(orderId: string): Promise<Told<true>>;
}

/** The same numbers mean other things to orders that are placed than to orders that are looked at (`membership`). */
const membership = { ok: '100', alreadySo: '343', noneFound: '333', noSuchOrder: '350' } as const;

export function createStickyClient(account: StickyAccount, timeLimitMs: number): StickyClient {
  const ask = (method: string, params: StickyBody) => askSticky(account, timeLimitMs, method, params);
  return {
    newOrder: (order) => ask('new_order', order),
    orderOnFile: (order) => ask('new_order_card_on_file', order),
    view: async (orderId) => {
      const answer = await ask('order_view', { order_id: [Number(orderId)] });
      return answer.kind === 'answer' && answer.code === membership.noSuchOrder
        ? { kind: 'told', value: null }
        : readAs(answer, readOrder);
    },
    find: async (from, to) => {
      const answer = await ask('order_find', {
        campaign_id: account.campaignId,
        start_date: day(from),
        end_date: day(to),
        search_type: 'all',
        criteria: 'all',
        return_type: 'order_view',
      });
      return answer.kind === 'answer' && answer.code === membership.noneFound
        ? { kind: 'told', value: [] }
        : readAs(answer, readOrders);
    },
    findReversed: async (from, to) => {
      const answer = await ask('order_find_updated', {
        campaign_id: account.campaignId,
        start_date: day(from),
        end_date: day(to),
        group_keys: ['chargeback', 'refund', 'void'],
      });
      return answer.kind === 'answer' && answer.code === membership.noneFound
        ? { kind: 'told', value: [] }
        : readAs(answer, readOrderIds);
    },
    refund: async (orderId, amount) =>
      readAs(await ask('order_refund', { order_id: orderId, amount, keep_recurring: '0' }), done),
    void: async (orderId) => readAs(await ask('order_void', { order_id: orderId }), done),
    stopRecurring: async (orderId) =>
      readAs(
        await askMembership(account, timeLimitMs, 'order_update_recurring', { order_id: orderId, status: 'stop' }),
        done,
      ),
  };
}

const done = () => true as const;

function readAs<T>(answer: StickyAnswer, read: (body: StickyBody) => T | null): Told<T> {
  if (answer.kind === 'unknown') return answer;
  // Later it may be answered: a refund that has to wait for its turn is not refused.
  if (answer.kind === 'limited') return { kind: 'unknown', cause: 'provider-error' };
  if (answer.code !== membership.ok && answer.code !== membership.alreadySo)
    return { kind: 'refused', code: answer.code };
  const value = read(answer.body);
  return value === null ? { kind: 'unknown', cause: 'unreadable-answer' } : { kind: 'told', value };
}

/** `MM/DD/YYYY`. */
const day = (at: Date): string => {
  const [year, month, date] = at.toISOString().slice(0, 10).split('-');
  return `${month}/${date}/${year}`;
};
