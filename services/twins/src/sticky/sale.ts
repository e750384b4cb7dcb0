import type { Card } from '../sandbox/entries.ts';
import { behaviours } from '../sandbox/test-cards.ts';
import type { TwinOrder } from './books.ts';
import type { StickyTwin } from './twin.ts';

type Given = Readonly<Record<string, unknown>>;

/** What banks write for the codes of the test cards. */
const bankTexts: Readonly<Record<string, string>> = {
  '5': 'Do Not Honor',
  '51': 'Insufficient Funds',
  '4': 'Pick up card - L',
  '54': 'Expired Card',
  '82': 'Invalid CVV',
  '22': 'Issuer unavailable, try again',
};

/** Places an order; a text is the code that refuses it. */
export function place(twin: StickyTwin, given: Given, method: string): TwinOrder | string {
  const isOnFile = method === 'new_order_card_on_file';
  const campaignId = String(given['campaignId'] ?? '');
  if (campaignId !== '1') return '400';
  if (!given['shippingId']) return '322';
  if (!given['ipAddress']) return '321';
  const price = priceOf(given);
  if (price === null) return '335';
  if (!isOnFile && !given['email']) return '317';
  const previousOrderId = isOnFile ? String(given['previousOrderId'] ?? '') : null;
  const previous = previousOrderId === null ? null : twin.orders.all.get(previousOrderId);
  if (isOnFile && !previous) return '332';
  const token = isOnFile ? null : String(given['wallet_token'] ?? '');
  const typed = token === null ? { card: previous!.card } : twin.typedCard(token);
  const isCheck = given['tranType'] === 'AuthVoid';
  const order: TwinOrder = {
    orderId: twin.nextId(),
    reference: String(given['C1'] ?? ''),
    campaignId,
    totalMinor: isCheck ? 0 : price + (twin.strikes('other-amount')?.by ?? 0),
    currency: twin.strikes('other-currency') ? 'EUR' : 'USD',
    token,
    previousOrderId,
    isCheck,
    card: typed.card,
    at: twin.now(),
    returnUrl: typeof given['three_d_redirect_url'] === 'string' ? given['three_d_redirect_url'] : null,
    ...standing(twin, typed, isOnFile),
    refundedMinor: 0,
    isVoid: false,
    isChargeback: false,
    isTest: twin.strikes('test-card') !== null,
    isRecurring: twin.strikes('recurring') !== null,
    retryAttempt: 0,
    foundFrom: twin.now() + (twin.strikes('index-lag')?.delayMs ?? 0),
  };
  if (order.status === '11' && order.returnUrl === null) return '201';
  twin.orders.keep(order);
  if (order.status !== '11') twin.postbacks.about(order.orderId);
  return order;
}

/** How an order stands once its card was asked. */
function standing(
  twin: StickyTwin,
  { card, refusal }: { readonly card: Card | null; readonly refusal?: string },
  isOnFile: boolean,
): Pick<TwinOrder, 'status' | 'declineReason'> {
  const behaviour = (card && behaviours[card.behaviour]) || {};
  const decline = twin.strikes('decline');
  const code = behaviour.decline ?? (isOnFile ? behaviour.declineMerchantInitiated : undefined);
  if (refusal !== undefined) return { status: '7', declineReason: 'Wallet token is invalid or was used' };
  if (decline) return { status: '7', declineReason: decline.reason ?? 'Do Not Honor' };
  if (code !== undefined) return { status: '7', declineReason: bankTexts[code] ?? 'Declined' };
  const asks = twin.strikes('three-d') !== null || behaviour.challengeThen !== undefined;
  return { status: asks && !isOnFile ? '11' : '2', declineReason: '' };
}

/** Cents of the first offer. */
function priceOf({ offers }: Given): number | null {
  const first: unknown = Array.isArray(offers) ? offers[0] : null;
  const price = typeof first === 'object' && first !== null && 'price' in first ? String(first.price) : '';
  return /^\d+\.\d{2}$/.test(price) ? Math.round(Number(price) * 100) : null;
}
