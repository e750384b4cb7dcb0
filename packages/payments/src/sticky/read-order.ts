import { fromWire } from '@backlot/domain/money/money';
import type { StickyBody } from './ask.ts';

export type OrderStatus = 'approved' | 'declined' | 'undone' | 'waiting';

/** An order as `order_view` shows it, in our forms. */
export interface StickyOrder {
  readonly orderId: string;
  /** When it was placed, by the clock of the account's own zone, which nobody tells, read as UTC; null for what is no time. */
  readonly placedAt: Date | null;
  /** Our reference, where it is shown. */
  readonly reference: string | null;
  /** Whose it is where several sites share an instance; null where it is not shown. */
  readonly campaignId: string | null;
  readonly status: OrderStatus;
  readonly totalMinor: number;
  /** Null where it is not shown: then the account's. */
  readonly currency: string | null;
  readonly declineReason: string;
  readonly refundedMinor: number;
  readonly isVoid: boolean;
  readonly isChargeback: boolean;
  readonly isTest: boolean;
  /** sticky.io would charge it again by itself. */
  readonly isRecurring: boolean;
  readonly card: {
    readonly type: string;
    readonly first6: string;
    readonly last4: string;
    readonly month: number;
    readonly year: number;
  } | null;
}

/** By `order_status`: 2 approved, 8 shipped, 7 declined, 6 void or refunded; anything else is still on its way. */
const statuses: ReadonlyMap<string, OrderStatus> = new Map([
  ['2', 'approved'],
  ['8', 'approved'],
  ['7', 'declined'],
  ['6', 'undone'],
]);

/** Numbers come as text or not; null for what is no order. */
export function readOrder(body: StickyBody): StickyOrder | null {
  const text = (...names: string[]): string => {
    const value = names.map((name) => body[name]).find((one) => one !== undefined && one !== null);
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  const orderId = text('order_id');
  const total = minor(text('order_total', 'orderTotal'));
  if (!/^\d{1,20}$/.test(orderId) || total === null || text('order_status') === '') return null;
  const currency = text('currency_code', 'currency');
  return {
    orderId,
    placedAt: timeOf(text('acquisition_date')),
    reference: text('C1', 'c1') || null,
    campaignId: text('campaign_id') || null,
    status: statuses.get(text('order_status')) ?? 'waiting',
    totalMinor: total,
    currency: /^[A-Z]{3}$/.test(currency) ? currency : null,
    declineReason: text('decline_reason_details') || text('decline_reason'),
    refundedMinor: isYes(text('is_refund')) ? (minor(text('refund_amount')) ?? total) : 0,
    isVoid: isYes(text('is_void')),
    isChargeback: isYes(text('is_chargeback')),
    isTest: isYes(text('is_test_cc')),
    isRecurring: isYes(text('is_recurring')),
    card: readCard(text('cc_type'), text('cc_first_6'), text('cc_last_4'), text('cc_expires')),
  };
}

/** Of `order_find` with whole orders; null for what can't be read or is not whole, since an order left out might be ours. */
export function readOrders({ data, total_orders: total }: StickyBody): readonly StickyOrder[] | null {
  if (typeof data !== 'object' || data === null) return null;
  if (total !== undefined && Number(total) !== Object.keys(data).length) return null;
  const orders = Object.values(data).map((one) =>
    typeof one === 'object' && one !== null ? readOrder(one as StickyBody) : null,
  );
  return orders.every((order) => order !== null) ? orders : null;
}

/**
 * Of `order_find_updated`, each once: the numbers stand in a list, or are the names under which the changes are told.
 * Null for what can't be read.
 */
export function readOrderIds({ order_id: listed, data }: StickyBody): readonly string[] | null {
  const named = typeof data === 'object' && data !== null && !Array.isArray(data) ? Object.keys(data) : null;
  const ids = Array.isArray(listed) ? listed.map(String) : named;
  return ids !== null && ids.every((id) => /^\d{1,20}$/.test(id)) ? [...new Set(ids)] : null;
}

const isYes = (text: string): boolean => text === '1' || /^(?:yes|true)$/i.test(text);

/** `9.99`; null for what is no amount of whole cents. */
function minor(text: string): number | null {
  return /^\d{1,9}(?:\.\d{1,2})?$/.test(text) ? fromWire(Number(text)) : null;
}

/** `2026-01-02 03:04:05`. */
function timeOf(text: string): Date | null {
  const [, day, clock] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)$/.exec(text) ?? [];
  const time = new Date(`${day}T${clock}Z`);
  return Number.isNaN(time.getTime()) ? null : time;
}

function readCard(type: string, first6: string, last4: string, expires: string): StickyOrder['card'] {
  const [, month, year] = /^(\d{2})\/?(?:20)?(\d{2})$/.exec(expires) ?? [];
  return /^\d{4}$/.test(last4) && month !== undefined && Number(month) >= 1 && Number(month) <= 12
    ? { type, first6, last4, month: Number(month), year: 2000 + Number(year) }
    : null;
}
