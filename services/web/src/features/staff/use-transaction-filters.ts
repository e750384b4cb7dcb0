import { useTranslation } from 'react-i18next';
import type { TableFilter } from '../../components/kit/table/table-types.ts';
import { transactionsTable, type TransactionsList } from './transactions-query.ts';

const kindTexts = {
  all: 'filter-all',
  membership: 'transaction-membership',
  renewal: 'transaction-renewal',
  post: 'sale-unlock',
  refund: 'transaction-refund',
  chargeback: 'transaction-chargeback',
} as const;
const stateTexts = {
  all: 'filter-all',
  succeeded: 'transaction-state-succeeded',
  pending: 'transaction-state-pending',
  declined: 'transaction-state-declined',
} as const;

const dayTexts = { all: 'transactions-always', 1: 'date-today', own: 'range-own' } as const;

/** Kind, state and days, each one of a list. */
export function useFilterChoices({ kind, state, days, from, to }: TransactionsList['filters']): readonly TableFilter[] {
  const { t } = useTranslation();
  const { filters } = transactionsTable;
  return [
    {
      name: 'kind',
      shape: 'select',
      label: t('transactions-kind'),
      value: kind,
      options: filters.kind.map((value) => ({ value, text: t(kindTexts[value]) })),
    },
    {
      name: 'state',
      shape: 'select',
      label: t('column-status'),
      value: state,
      options: filters.state.map((value) => ({ value, text: t(stateTexts[value]) })),
    },
    {
      name: 'days',
      shape: 'days',
      from,
      to,
      label: t('transactions-when'),
      value: days,
      options: filters.days.map((value) => ({
        value,
        text: value in dayTexts ? t(dayTexts[value as keyof typeof dayTexts]) : t('home-last-days', { n: value }),
      })),
    },
  ];
}
