import { useTranslation } from 'react-i18next';
import type { TransactionRow } from '@backlot/contracts/staff';
import { brandName } from '../../calls/payment-cards.ts';

const kinds = { membership: 'transaction-membership', renewal: 'transaction-renewal', post: 'sale-unlock', refund: 'transaction-refund', chargeback: 'transaction-chargeback' } as const;

/** What a payment was for and by which card, in words. */
export function useSaleWords(): { kind: (sale: Pick<TransactionRow, 'kind'>) => string; card: (sale: Pick<TransactionRow, 'card'>) => string } {
  const { t } = useTranslation();
  return {
    kind: ({ kind }) => t(kinds[kind]),
    card: ({ card }) => (card ? `${brandName(card.card_type)} ···· ${card.last4}` : ''),
  };
}
