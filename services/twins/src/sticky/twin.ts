import { findToken } from '../sandbox/charge.ts';
import type { Books } from '../sandbox/books.ts';
import type { Card } from '../sandbox/entries.ts';
import { openOrders, type Orders, type TwinOrder } from './books.ts';
import { createStickyFaults, type StickyFault, type StickyFaults } from './faults.ts';
import { createPostbacks, type Postback, type Postbacks } from './postbacks.ts';

export interface StickyTwin {
  readonly user: string;
  readonly password: string;
  readonly orders: Orders;
  readonly postbacks: Postbacks;
  readonly strikes: StickyFaults['strikes'];
  now(): number;
  /** How far the clock of the account's zone is ahead of UTC. */
  zoneMs(): number;
  nextId(): string;
  /** The card behind a token of the field; it is good for one order. */
  typedCard(token: string): { readonly card: Card | null; readonly refusal?: string };
  /** The payer answers their bank. Null for an order that does not wait. */
  answerBank(orderId: string, isConfirmed: boolean): TwinOrder | null;
  readonly control: StickyControl;
  close(): void;
}

/** What a test, or a person, does behind the provider's counter. */
export interface StickyControl {
  orders(): readonly TwinOrder[];
  postbacks(): readonly Postback[];
  faults(faults: readonly StickyFault[]): void;
  /** Where postbacks go: an address with `{order_id}` in it. */
  setPostback(url: string | null): void;
  /** Staff give money back at sticky.io; cents. */
  refund(orderId: string, amountMinor: number): void;
  /** An approved order is undone late. */
  void(orderId: string): void;
  chargeback(orderId: string): void;
  /** Staff set the account's time zone: hours ahead of UTC. */
  setZone(hours: number): void;
  /** A declined order is tried again by itself, and goes through. */
  salvage(orderId: string): void;
  /** A postback that nobody asked for. */
  knock(orderId: string): void;
}

const firstId = 10_081;

export function openStickyTwin(options: {
  readonly user: string;
  readonly password: string;
  /** The cards that were typed in the field. */
  readonly books: Books;
  readonly dataFile?: string;
  readonly retryMs: number;
}): StickyTwin {
  const { user, password, books } = options;
  const orders = openOrders(options.dataFile);
  const faults = createStickyFaults();
  const postbacks = createPostbacks(options.retryMs, faults);

  let zoneMs = 0;

  const change = (orderId: string, next: Partial<TwinOrder>): TwinOrder => {
    const order = orders.all.get(orderId);
    if (!order) throw new Error(`There is no order ${orderId}.`);
    orders.keep(Object.assign(order, next));
    postbacks.about(orderId);
    return order;
  };
  const control: StickyControl = {
    orders: () => [...orders.all.values()],
    postbacks: postbacks.all,
    faults: faults.set,
    setPostback: postbacks.setUrl,
    refund: (orderId, amountMinor) => {
      const { refundedMinor = 0 } = orders.all.get(orderId) ?? {};
      change(orderId, { refundedMinor: refundedMinor + amountMinor, reversedAt: Date.now() });
    },
    void: (orderId) => void change(orderId, { status: '6', isVoid: true, reversedAt: Date.now() }),
    chargeback: (orderId) => void change(orderId, { isChargeback: true, reversedAt: Date.now() }),
    salvage: (orderId) => {
      const { retryAttempt = 0 } = orders.all.get(orderId) ?? {};
      change(orderId, { status: '2', declineReason: '', retryAttempt: retryAttempt + 1 });
    },
    knock: postbacks.about,
    setZone: (hours) => {
      zoneMs = hours * 3_600_000;
    },
  };
  return {
    user,
    password,
    orders,
    postbacks,
    strikes: faults.strikes,
    now: Date.now,
    zoneMs: () => zoneMs,
    nextId: () => String(firstId + orders.all.size),
    typedCard: (token) => {
      const isUsed = [...orders.all.values()].some((order) => order.token === token);
      return isUsed ? { card: null, refusal: 'token-used' } : findToken(books, token, Date.now());
    },
    answerBank(orderId, isConfirmed) {
      const order = orders.all.get(orderId);
      if (order?.status !== '11') return null;
      return change(
        orderId,
        isConfirmed ? { status: '2' } : { status: '7', declineReason: '3DS authentication failed' },
      );
    },
    control,
    close: () => {
      postbacks.close();
      orders.close();
    },
  };
}
