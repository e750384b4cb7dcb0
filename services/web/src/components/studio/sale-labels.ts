import { cardText, saleKindText } from '@backlot/domain/formats/row-texts';
import { useTranslation } from 'react-i18next';
import type { TransactionRow } from '@backlot/contracts/staff';

/** What a payment was for and by which card, in labels. */
export function useSaleLabels(): {
  kind: (sale: Pick<TransactionRow, 'kind'>) => string;
  card: (sale: Pick<TransactionRow, 'card'>) => string;
} {
  const { t } = useTranslation();
  return { kind: ({ kind }) => t(saleKindText(kind)), card: ({ card }) => cardText(card) };
}
