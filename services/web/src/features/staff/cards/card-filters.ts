import { cardStateTexts } from '@backlot/domain/formats/row-texts';
import { useTranslation } from 'react-i18next';
import type { TableFilter } from '../../../components/kit/table/table-types.ts';
import { last4Filter } from '../lookup/lookup-filters.ts';
import { cardsTable, type CardsList } from './cards-query.ts';

/** The last digits, and how a card stands. */
export function useCardFilters({ last4, state }: CardsList['filters']): readonly TableFilter[] {
  const { t } = useTranslation();
  return [
    last4Filter(t('lookup-card'), last4),
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
