import { useTranslation } from 'react-i18next';
import type { TableFilter } from '../../../components/kit/table/table-types.ts';
import { lookupTable, type LookupList } from './lookup-query.ts';
import { parseAmount, parseLast4 } from './parse-filters.ts';

/** The last digits of a card. */
export const last4Filter = (label: string, value: LookupList['filters']['last4']): TableFilter => ({
  name: 'last4',
  shape: 'typed',
  label,
  value,
  inputMode: 'numeric',
  maxLength: 4,
  read: parseLast4,
});

/** What a statement shows: a card, an amount, a day. */
export function useLookupFilters({ last4, amount, day, within }: LookupList['filters']): readonly TableFilter[] {
  const { t } = useTranslation();
  return [
    last4Filter(t('lookup-card'), last4),
    {
      name: 'amount',
      shape: 'typed',
      label: t('column-amount'),
      value: amount,
      inputMode: 'decimal',
      maxLength: 9,
      read: parseAmount,
    },
    { name: 'day', shape: 'day', label: t('lookup-day'), value: day },
    ...(day === null
      ? []
      : [
          {
            name: 'within',
            shape: 'select',
            label: t('lookup-within'),
            value: within,
            options: lookupTable.filters.within.map((value) => ({
              value,
              text: value === '0' ? t('lookup-within-day') : t('lookup-within-days', { n: value }),
            })),
          } as const,
        ]),
  ];
}
