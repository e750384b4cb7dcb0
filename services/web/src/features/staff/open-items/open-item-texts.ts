import type { OpenItem, OpenItemDecision, OpenItemKind } from '@backlot/contracts/open-items';
import { useTranslation } from 'react-i18next';
import { useMoneyIn } from '../../../lib/site.tsx';
import type { TextKey } from '../../../lib/texts/texts.ts';

export const kindTexts = {
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
} as const satisfies Record<OpenItemKind, TextKey>;
export const kindHelps = {
  refund_owed: 'open-item-refund-owed-help',
  reversal_held: 'open-item-reversal-held-help',
  payment_held: 'open-item-payment-held-help',
  payment_unknown: 'open-item-payment-unknown-help',
  series_unended: 'open-item-series-unended-help',
  owed_by_fan: 'open-item-owed-by-fan-help',
  webhook_unapplied: 'open-item-webhook-unapplied-help',
  crypto_blocked: 'open-item-crypto-blocked-help',
  crypto_double_spent: 'open-item-crypto-double-spent-help',
  crypto_unresolved: 'open-item-crypto-unresolved-help',
} as const satisfies Record<OpenItemKind, TextKey>;
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
} as const satisfies Record<OpenItemDecision, TextKey>;

/** What a decision is called where it is taken: what a fan owes, the fan pays. */
export const decisionText = (kind: OpenItemKind, decision: OpenItemDecision): TextKey =>
  kind === 'owed_by_fan' && decision === 'paid_by_hand' ? 'settle-debt-paid' : decisionTexts[decision];

const decisions = {
  refund_owed: ['paid_by_hand', 'to_wallet', 'try_again'],
  reversal_held: ['noted'],
  payment_held: ['accept', 'give_back'],
  payment_unknown: ['charged', 'not_charged'],
  series_unended: ['ended_by_hand', 'try_again'],
  owed_by_fan: ['paid_by_hand', 'written_off'],
  webhook_unapplied: ['try_again', 'noted'],
  crypto_blocked: ['noted', 'try_again'],
  crypto_double_spent: ['noted'],
  crypto_unresolved: ['try_again', 'noted'],
} as const satisfies Record<OpenItemKind, readonly OpenItemDecision[]>;

/**
 * How an item may end, the usual way first. What can't be read is no clearer the next time; a refund that the provider may
 * have made is not given a second time.
 */
export const decisionsOf = ({ kind, reason }: OpenItem): readonly OpenItemDecision[] => {
  if (kind === 'webhook_unapplied' && reason === 'unreadable') return ['noted'];
  return kind === 'refund_owed' && reason === 'returns-unclear' ? ['try_again', 'paid_by_hand'] : decisions[kind];
};

const reasonTexts: Readonly<Record<string, TextKey>> = {
  timeout: 'open-reason-timeout',
  connection: 'open-reason-connection',
  'provider-error': 'open-reason-provider-error',
  'unreadable-answer': 'open-reason-unreadable-answer',
  'reference-conflict': 'open-reason-reference-conflict',
  'amount-differs': 'open-reason-amount-differs',
  'refund-unsupported': 'open-reason-refund-unsupported',
  'part-unsupported': 'open-reason-part-unsupported',
  'owned-already': 'open-reason-owned-already',
  'cancelled-meanwhile': 'open-reason-cancelled-meanwhile',
  'not-configured': 'open-reason-not-configured',
  'no-such-payment': 'open-reason-no-such-payment',
  'not-settled': 'open-reason-not-settled',
  'not-confirmed': 'open-reason-not-confirmed',
  'for-staff': 'open-reason-for-staff',
  unreadable: 'open-reason-unreadable',
  'returns-unclear': 'open-reason-returns-unclear',
  'renewed-by-hand': 'open-reason-renewed-by-hand',
  'chargeback-held': 'open-reason-chargeback-held',
  blocked: 'open-reason-coins-blocked',
  confirmed: 'open-reason-coins-confirmed',
  processing: 'open-reason-coins-processing',
  underpayment: 'open-reason-coins-underpayment',
  cancelled: 'open-reason-coins-cancelled',
};

/** Its amount; blank where a webhook names none. */
export function useOpenItemMoney(): (item: Pick<OpenItem, 'amount' | 'currency'>) => string {
  const moneyIn = useMoneyIn();
  return ({ amount, currency }) => (amount === null || currency === null ? '' : moneyIn(amount, currency));
}

/** Why it is open: in a sentence where the code is one of ours, else the provider's own. */
export function useOpenReason(): (item: Pick<OpenItem, 'reason'>) => string {
  const { t } = useTranslation();
  return ({ reason }) => {
    if (reason === null) return '';
    if (reason.startsWith('told by ')) return t('open-reason-told');
    const text = reasonTexts[reason];
    return text === undefined ? t('open-reason-code', { code: reason }) : t(text);
  };
}

/** What a decision does, in sentences: what happens to the money, to what was bought, and to later renewals. */
export function useDecisionEffect(): (item: OpenItem, decision: OpenItemDecision) => string {
  const { t } = useTranslation();
  const moneyOf = useOpenItemMoney();
  const moneyIn = useMoneyIn();
  return (item, decision) => {
    const amount = moneyOf(item);
    const expected = item.expected === null ? '' : moneyIn(item.expected.amount, item.expected.currency);
    const isRenewal = item.sold === 'renewal';
    switch (decision) {
      case 'try_again':
        if (item.kind === 'webhook_unapplied') return t('settle-apply-again-effect');
        if (item.kind === 'crypto_blocked' || item.kind === 'crypto_unresolved') return t('settle-look-again-effect');
        return item.kind === 'series_unended' ? t('settle-ask-again-effect') : t('settle-try-again-effect', { amount });
      case 'to_wallet':
        return `${t('settle-to-wallet-effect', { amount })} ${t(item.withdraws ? 'settle-withdraws' : 'settle-stays')}`;
      case 'written_off':
        return t('settle-written-off-effect', { amount });
      case 'paid_by_hand':
        if (item.kind === 'owed_by_fan') return t('settle-debt-paid-effect', { amount });
        return `${t('settle-by-hand-effect', { amount })} ${t(item.withdraws ? 'settle-withdraws' : 'settle-stays')}`;
      case 'ended_by_hand':
        return t('settle-ended-by-hand-effect');
      case 'noted':
        return t('settle-noted-effect');
      case 'accept':
        return t(isRenewal ? 'settle-accept-renewal-effect' : 'settle-accept-effect', { amount, expected });
      case 'give_back':
        return t(isRenewal ? 'settle-give-back-renewal-effect' : 'settle-give-back-effect', { amount });
      case 'charged':
        return t(isRenewal ? 'settle-charged-renewal-effect' : 'settle-charged-effect', { amount });
      case 'not_charged':
        return t(isRenewal ? 'settle-not-charged-renewal-effect' : 'settle-not-charged-effect');
    }
  };
}
