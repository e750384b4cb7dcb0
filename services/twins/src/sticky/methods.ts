import type { TwinOrder } from './books.ts';
import { presentOrder, presentPlaced } from './present.ts';
import { place } from './sale.ts';
import type { StickyTwin } from './twin.ts';

type Given = Readonly<Record<string, unknown>>;
const code = (response_code: string) => ({ response_code });

const sale =
  (method: string) =>
  (twin: StickyTwin, given: Given): object => {
    const placed = place(twin, given, method);
    return typeof placed === 'string' ? { error_found: '1', ...code(placed) } : presentPlaced(placed);
  };

/** `/api/v1/{method}`: what is asked for, and the answer as it is documented. */
export const methods: Readonly<Record<string, (twin: StickyTwin, given: Given) => object>> = {
  new_order: sale('new_order'),
  new_order_card_on_file: sale('new_order_card_on_file'),
  validate_credentials: () => code('100'),
  order_view: (twin, given) => {
    const order = orderOf(twin, [given['order_id']].flat()[0]);
    const shown = order && presentOrder(order, twin.zoneMs());
    return shown ? { ...code('100'), ...shown, ...collision(twin), ...untold(twin) } : code('350');
  },
  order_find: (twin, given) => {
    const [from, to] = [dayOf(given['start_date']), dayOf(given['end_date'])];
    if (from === null || to === null) return code('332');
    const isAsked = askedIn(twin, given, 'order_find');
    const found = [...twin.orders.all.values()].filter(
      (order) =>
        isWithin(order.at + twin.zoneMs(), from, to) && order.foundFrom <= twin.now() && isAsked(order.campaignId),
    );
    if (found.length === 0) return code('333');
    // Cut off: it says how many there are and has the first of them.
    const shown = twin.strikes('cut-list', 'order_find') ? found.slice(0, -1) : found;
    return {
      ...code('100'),
      total_orders: String(found.length),
      order_id: shown.map(({ orderId }) => orderId),
      data: Object.fromEntries(shown.map((order) => [order.orderId, presentOrder(order, twin.zoneMs())])),
    };
  },
  order_find_updated: (twin, given) => {
    const [from, to] = [dayOf(given['start_date']), dayOf(given['end_date'])];
    if (from === null || to === null) return code('332');
    const keys = [given['group_keys']].flat();
    const isAsked = askedIn(twin, given, 'order_find_updated');
    const found = [...twin.orders.all.values()].filter(
      (order) =>
        order.reversedAt !== undefined &&
        isWithin(order.reversedAt + twin.zoneMs(), from, to) &&
        isAsked(order.campaignId) &&
        changesOf(order).some((change) => keys.includes(change)),
    );
    if (found.length === 0) return code('333');
    return {
      ...code('100'),
      total_orders: String(found.length),
      order_id: found.map(({ orderId }) => orderId),
      data: Object.fromEntries(found.map((order) => [order.orderId, changesOf(order)])),
    };
  },
  order_refund: (twin, given) => {
    const order = orderOf(twin, given['order_id']);
    const amount = Math.round(Number(given['amount']) * 100);
    if (!order) return code('350');
    const isTooMuch = !(amount > 0) || order.refundedMinor + amount > order.totalMinor;
    if (order.status !== '2' || order.isVoid || order.isChargeback || isTooMuch) return code('800');
    order.refundedMinor += amount;
    if (order.refundedMinor === order.totalMinor) order.status = '6';
    if (given['keep_recurring'] !== '1') order.isRecurring = false;
    return changed(twin, order);
  },
  order_void: (twin, given) => {
    const order = orderOf(twin, given['order_id']);
    if (!order) return code('350');
    if ((order.status !== '2' && order.status !== '11') || order.refundedMinor > 0) return code('800');
    order.status = '6';
    order.isVoid = true;
    return changed(twin, order);
  },
};

/** The older interface: a form both ways. */
export function membership(twin: StickyTwin, form: URLSearchParams): string {
  if (form.get('username') !== twin.user || form.get('password') !== twin.password) return 'response_code=200';
  if (form.get('method') !== 'order_update_recurring') return 'response_code=700';
  const order = orderOf(twin, form.get('order_id'));
  if (!order) return 'response_code=350';
  if (!order.isRecurring) return 'response_code=343';
  order.isRecurring = false;
  twin.orders.keep(order);
  return 'response_code=100';
}

const orderOf = (twin: StickyTwin, id: unknown): TwinOrder | undefined => twin.orders.all.get(String(id));

const collision = (twin: StickyTwin): object =>
  twin.strikes('colliding-number', 'order_view') ? { C1: 'somebody-else' } : {};

const untold = (twin: StickyTwin): object =>
  twin.strikes('campaign-untold', 'order_view') ? { campaign_id: undefined } : {};

function askedIn(twin: StickyTwin, given: Given, method: string): (campaignId: string) => boolean {
  const isAny = twin.strikes('all-campaigns', method) !== null;
  return (campaignId) => isAny || campaignId === String(given['campaign_id']);
}

/** As `group_keys` names them. */
const changesOf = ({ refundedMinor, isVoid, isChargeback }: TwinOrder): readonly string[] => [
  ...(refundedMinor > 0 ? ['refund'] : []),
  ...(isVoid ? ['void'] : []),
  ...(isChargeback ? ['chargeback'] : []),
];

function changed(twin: StickyTwin, order: TwinOrder): object {
  order.reversedAt = twin.now();
  twin.orders.keep(order);
  twin.postbacks.about(order.orderId);
  return code('100');
}

/** By the account's clock; both days are included. */
const isWithin = (at: number, from: number, to: number): boolean => at >= from && at < to + 86_400_000;

/** Milliseconds of `MM/DD/YYYY`; null for anything else. */
function dayOf(text: unknown): number | null {
  const [, month, day, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(String(text)) ?? [];
  return year === undefined ? null : Date.parse(`${year}-${month}-${day}T00:00:00Z`);
}
