import type { TwinOrder } from './books.ts';

const money = (minor: number): string => (minor / 100).toFixed(2);
const yes = (is: boolean): string => (is ? '1' : '0');

/** An order as `order_view` shows it: all of it text, its time by the clock of the account's zone. */
export const presentOrder = (order: TwinOrder, zoneMs: number) => ({
  order_id: order.orderId,
  order_status: order.status,
  order_total: money(order.totalMinor),
  currency_code: order.currency,
  campaign_id: order.campaignId,
  C1: order.reference,
  acquisition_date: new Date(order.at + zoneMs).toISOString().slice(0, 19).replace('T', ' '),
  decline_reason: order.declineReason,
  retry_attempt: String(order.retryAttempt),
  ancestor_id: order.previousOrderId ?? order.orderId,
  is_cascaded: '0',
  is_recurring: yes(order.isRecurring),
  is_refund: yes(order.refundedMinor > 0),
  refund_amount: money(order.refundedMinor),
  is_void: yes(order.isVoid),
  is_chargeback: yes(order.isChargeback),
  is_test_cc: yes(order.isTest),
  cc_type: order.card ? word(order.card.brand) : '',
  cc_first_6: order.card?.first6 ?? '',
  cc_last_4: order.card?.last4 ?? '',
  cc_expires: order.card
    ? `${String(order.card.expMonth).padStart(2, '0')}${String(order.card.expYear % 100).padStart(2, '0')}`
    : '',
  systemNotes: [],
});

const word = (brand: string): string => ({ mastercard: 'master', diners_club: 'diners' })[brand] ?? brand;

/** What an order is answered that was just placed. */
export function presentPlaced(order: TwinOrder) {
  if (order.status === '11') return { response_code: '101', order_id: order.orderId, error_found: '0' };
  if (order.status === '7')
    return {
      error_found: '1',
      response_code: '800',
      error_message: 'This transaction has been declined',
      decline_reason: order.declineReason,
      order_id: order.orderId,
    };
  return {
    error_found: '0',
    response_code: '100',
    resp_msg: 'Approved',
    transactionID: `T-${order.orderId}`,
    authId: `A-${order.orderId}`,
    customerId: '41',
    order_id: order.orderId,
    orderTotal: money(order.totalMinor),
    test: yes(order.isTest),
    gateway_id: '3',
    // What is empty is a list in PHP.
    subscription_id: order.isRecurring ? { '1': order.orderId.padStart(32, '0') } : [],
  };
}
