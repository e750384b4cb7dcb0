import { cardStateTexts } from '@backlot/domain/formats/row-texts';
import { useTranslation } from 'react-i18next';
import type { TableFilter } from '../../../components/kit/table/table-types.ts';
import { parseLast4 } from '../lookup/parse-filters.ts';
import { cardsTable, type CardsList } from './cards-query.ts';

/** The last digits, and how a card stands. */
export function useCardFilters({ last4, state }: CardsList['filters']): readonly TableFilter[] {
  const { t } = useTranslation();
  return [
    {
      name: 'last4',
      shape: 'typed',
      label: t('lookup-card'),
      value: last4,
      inputMode: 'numeric',
      maxLength: 4,
      read: parseLast4,
    },
    {
      name: 'state',
      shape: 'select',
      label: t('column-status'),
      value: state,
      options: cardsTable.filters.state.map((value) => ({
        value,
        text: t(value === 'all' ? 'filter-all' : cardStateTexts[value]),
      })),
    },
  ];
}
