import { useTranslation } from 'react-i18next';
import type { TableFilter } from '../../../components/kit/table/table-types.ts';
import { lookupTable, type LookupList } from './lookup-query.ts';
import { parseAmount, parseLast4 } from './parse-filters.ts';

/** What a statement shows: a card, an amount, a day. */
export function useLookupFilters({ last4, amount, day, within }: LookupList['filters']): readonly TableFilter[] {
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
