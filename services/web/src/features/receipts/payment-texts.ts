import type { OwnPayment, ReceiptLineKind } from '@backlot/contracts/receipts';
import { useTranslation } from 'react-i18next';
import { brandName } from '../../entities/purchase/payment-cards.ts';
import { useFormats, useMoneyIn } from '../../lib/site.tsx';
import type { TextKey } from '../../lib/texts/texts.ts';

export const paymentStateTexts = {
  waiting: 'payment-state-waiting',
  paid: 'payment-state-paid',
  partly_refunded: 'payment-state-partly-refunded',
  refunded: 'payment-state-refunded',
  voided: 'payment-state-voided',
  charged_back: 'payment-state-charged-back',
} as const satisfies Record<OwnPayment['state'], TextKey>;

export const reductionTexts = {
  promotion: 'receipt-line-promotion',
  resubscribe: 'receipt-line-resubscribe',
  difference: 'receipt-line-difference',
} as const satisfies Record<Exclude<ReceiptLineKind, 'base' | 'coupon'>, TextKey>;

const soldTexts = new Map<string, TextKey>([
  ['membership', 'transaction-membership'],
  ['renewal', 'payments-renewal'],
  ['migration', 'payments-renewal'],
  ['post', 'payments-post'],
]);

/** What a payment was for, how it was made and what went back of it, as a person would say it. */
export function usePaymentWords() {
  const { t } = useTranslation();
  const { date } = useFormats();
  const moneyIn = useMoneyIn();
  const returnText = (back: OwnPayment['returns'][number]): TextKey => {
    if (back.kind === 'chargeback') return 'payments-charged-back';
    if (back.kind === 'void') return 'payments-voided';
    return back.to_wallet ? 'payments-returned-wallet' : 'payments-returned';
  };
  return {
    what: ({ sold, title }: OwnPayment): string => {
      if (sold === null) return t('payments-funds');
      return title || t(soldTexts.get(sold) ?? 'transaction-purchase');
    },
    paidWith: ({ paid_with: way, card, coins }: OwnPayment): string | null => {
      if (card !== null) return t('card-brand-ending', { brand: brandName(card.card_type), last4: card.last4 });
      if (coins !== null) return `${coins.amount} ${coins.currency}`;
      if (way === null) return null;
      return t(way === 'wallet' ? 'wallet-title' : 'wallet-pay-card');
    },
    moneyBack: (payment: OwnPayment): string[] => [
      ...payment.returns.map((back) =>
        t(returnText(back), { amount: moneyIn(back.amount, back.currency), date: date(back.date) }),
      ),
      ...(payment.returning > 0
        ? [t('payments-returning', { amount: moneyIn(payment.returning, payment.currency) })]
        : []),
      ...(payment.owed > 0 ? [t('payments-owed', { amount: moneyIn(payment.owed, payment.currency) })] : []),
    ],
  };
}
