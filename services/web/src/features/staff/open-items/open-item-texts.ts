import type { OpenItem, OpenItemDecision, OpenItemKind } from '@backlot/contracts/open-items';
import { openItemKindTexts, openReasonText } from '@backlot/domain/formats/open-item-texts';
import { useTranslation } from 'react-i18next';
import { useMoneyIn } from '../../../lib/site.tsx';
import type { TextKey } from '../../../lib/texts/texts.ts';

/** In the words of exported files as well. */
export const kindTexts: Readonly<Record<OpenItemKind, TextKey>> = openItemKindTexts;
const kindHelps = {
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
  crypto_returned: 'open-item-crypto-returned-help',
} as const satisfies Record<OpenItemKind, TextKey>;
const decisions = {
  refund_owed: ['paid_by_hand', 'to_wallet', 'try_again'],
  reversal_held: ['noted'],
  payment_held: ['accept', 'give_back'],
  payment_unknown: ['charged', 'not_charged'],
  series_unended: ['ended_by_hand', 'try_again'],
  owed_by_fan: ['paid_by_hand', 'written_off'],
  webhook_unapplied: ['try_again', 'noted'],
  crypto_blocked: ['noted', 'try_again'],
  crypto_double_spent: ['taken_out', 'noted'],
  crypto_unresolved: ['try_again', 'noted'],
  crypto_returned: ['taken_out', 'noted'],
} as const satisfies Record<OpenItemKind, readonly OpenItemDecision[]>;

/**
 * How an item may end, the usual way first. What can't be read is no clearer the next time; a refund that the provider may
 * have made is not given a second time.
 */
export const decisionsOf = ({ kind, reason, amount }: OpenItem): readonly OpenItemDecision[] => {
  // All that was credited was taken out before.
  if ((kind === 'crypto_returned' || kind === 'crypto_double_spent') && (amount ?? 0) <= 0) return ['noted'];
  if (kind === 'webhook_unapplied' && reason === 'unreadable') return ['noted'];
  return kind === 'refund_owed' && reason === 'returns-unclear' ? ['try_again', 'paid_by_hand'] : decisions[kind];
};

/** Its amount; blank where a webhook names none. */
export function useOpenItemMoney(): (item: Pick<OpenItem, 'amount' | 'currency'>) => string {
  const moneyIn = useMoneyIn();
  return ({ amount, currency }) => (amount === null || currency === null ? '' : moneyIn(amount, currency));
}

/** What it means and what to do. */
export function useOpenItemHelp(): (item: OpenItem) => string {
  const { t } = useTranslation();
  const moneyIn = useMoneyIn();
  return ({ kind, reason, doubt, currency }) => {
    if (reason === 'dust' && currency !== null && !doubt)
      return t('open-item-crypto-dust-help', { amount: moneyIn(0.01, currency) });
    if (!doubt || currency === null)
      return t(
        kind === 'crypto_unresolved' && reason === 'confirmed' ? 'open-item-crypto-no-rate-help' : kindHelps[kind],
      );
    const listed = moneyIn(doubt.listed, currency);
    return doubt.told === null
      ? t('open-item-crypto-doubted-unconfirmed-help', { listed })
      : t('open-item-crypto-doubted-help', { listed, told: moneyIn(doubt.told, currency) });
  };
}

/** Why it is open: in a sentence where the code is one of ours, else the provider's own. */
export function useOpenReason(): (item: Pick<OpenItem, 'reason'>) => string {
  const { t } = useTranslation();
  return ({ reason }) => {
    return reason === null ? '' : t(openReasonText(reason), { code: reason });
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
        if (item.doubt) return t('settle-look-again-doubted-effect');
        if (item.kind === 'crypto_blocked' || item.kind === 'crypto_unresolved') return t('settle-look-again-effect');
        return item.kind === 'series_unended' ? t('settle-ask-again-effect') : t('settle-try-again-effect', { amount });
      case 'to_wallet':
        return `${t('settle-to-wallet-effect', { amount })} ${t(item.withdraws ? 'settle-withdraws' : 'settle-stays')}`;
      case 'written_off':
        return t('settle-written-off-effect', { amount });
      case 'paid_by_hand':
        if (item.kind === 'owed_by_fan') return t('settle-debt-paid-effect', { amount });
        return `${t('settle-by-hand-effect', { amount })} ${t(item.withdraws ? 'settle-withdraws' : 'settle-stays')}`;
      case 'taken_out':
        return t('settle-taken-out-effect');
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
