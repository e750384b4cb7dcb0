import { withdrawnReason } from '../memberships/withdrawal.ts';

/** Text ids for what lists and exported files say of open items and disputes, so that both say the same. */
export const openItemKindTexts = {
  refund_owed: 'open-item-refund-owed',
  reversal_held: 'open-item-reversal-held',
  payment_held: 'open-item-payment-held',
  payment_unknown: 'open-item-payment-unknown',
  series_unended: 'open-item-series-unended',
  owed_by_fan: 'open-item-owed-by-fan',
  webhook_unapplied: 'open-item-webhook-unapplied',
  crypto_blocked: 'open-item-crypto-blocked',
  crypto_double_spent: 'open-item-crypto-double-spent',
  crypto_unresolved: 'open-item-crypto-unresolved',
  crypto_returned: 'open-item-crypto-returned',
} as const;
export type KindOfOpenItem = keyof typeof openItemKindTexts;

const decisionTexts = {
  try_again: 'settle-try-again',
  paid_by_hand: 'settle-paid-by-hand',
  to_wallet: 'settle-to-wallet',
  written_off: 'settle-written-off',
  noted: 'settle-noted',
  accept: 'settle-accept',
  give_back: 'settle-give-back',
  charged: 'settle-charged',
  not_charged: 'settle-not-charged',
  ended_by_hand: 'settle-ended-by-hand',
  taken_out: 'settle-taken-out',
} as const;
type DecisionText = (typeof decisionTexts)[keyof typeof decisionTexts] | 'settle-debt-paid';

/** What a decision is called where it is taken: what a fan owes, the fan pays. */
export const decisionText = (kind: KindOfOpenItem, decision: keyof typeof decisionTexts): DecisionText =>
  kind === 'owed_by_fan' && decision === 'paid_by_hand' ? 'settle-debt-paid' : decisionTexts[decision];

const reasonTexts = {
  timeout: 'open-reason-timeout',
  connection: 'open-reason-connection',
  'provider-error': 'open-reason-provider-error',
  'unreadable-answer': 'open-reason-unreadable-answer',
  'reference-conflict': 'open-reason-reference-conflict',
  'amount-differs': 'open-reason-amount-differs',
  'terms-differ': 'open-reason-terms-differ',
  'refund-unsupported': 'open-reason-refund-unsupported',
  'part-unsupported': 'open-reason-part-unsupported',
  'owned-already': 'open-reason-owned-already',
  'cancelled-meanwhile': 'open-reason-cancelled-meanwhile',
  'not-configured': 'open-reason-not-configured',
  'no-such-payment': 'open-reason-no-such-payment',
  'not-charged-back': 'open-reason-not-charged-back',
  'not-settled': 'open-reason-not-settled',
  'not-confirmed': 'open-reason-not-confirmed',
  'for-staff': 'open-reason-for-staff',
  unreadable: 'open-reason-unreadable',
  'returns-unclear': 'open-reason-returns-unclear',
  'renewed-by-hand': 'open-reason-renewed-by-hand',
  'chargeback-held': 'open-reason-chargeback-held',
  blocked: 'open-reason-coins-blocked',
  confirmed: 'open-reason-coins-confirmed',
  dust: 'open-reason-coins-dust',
  processing: 'open-reason-coins-processing',
  underpayment: 'open-reason-coins-underpayment',
  cancelled: 'open-reason-coins-cancelled',
  [withdrawnReason]: 'cancel-reason-withdrawn',
} as const;
type ReasonText = (typeof reasonTexts)[keyof typeof reasonTexts] | 'open-reason-told' | 'open-reason-code';

/** Why an item is open: in a sentence where the code is one of ours, else with the provider's own (`open-reason-code`). */
export function openReasonText(reason: string): ReasonText {
  if (reason.startsWith('told by ')) return 'open-reason-told';
  return reason in reasonTexts ? reasonTexts[reason as keyof typeof reasonTexts] : 'open-reason-code';
}

export const disputeStateTexts = {
  booked: 'dispute-booked',
  held: 'open-item-reversal-held',
  noted: 'dispute-noted',
  won: 'dispute-won',
  open: 'sale-refund-open',
} as const;
