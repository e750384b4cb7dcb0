import { useTranslation } from 'react-i18next';
import type { TableFilter } from '../../components/kit/table/table-types.ts';
import { transactionsTable, type TransactionsList } from './transactions-query.ts';

const kindTexts = {
  all: 'filter-all',
  membership: 'transaction-membership',
  renewal: 'transaction-renewal',
  migration: 'transaction-migration',
  resubscription: 'transaction-resubscription',
  post: 'sale-unlock',
  refund: 'transaction-refund',
  void: 'reconciliation-void',
  chargeback: 'transaction-chargeback',
  chargeback_won: 'dispute-won-title',
  top_up: 'transaction-top-up',
} as const;
const stateTexts = {
  all: 'filter-all',
  succeeded: 'transaction-state-succeeded',
  pending: 'transaction-state-pending',
  declined: 'transaction-state-declined',
  refunded: 'sale-returned',
} as const;

const dayTexts = { all: 'transactions-always', 1: 'date-today', own: 'range-own' } as const;

interface Offered {
  readonly kind: readonly (keyof typeof kindTexts)[];
  readonly state: readonly (keyof typeof stateTexts)[];
}
type Chosen = { readonly [Name in keyof Offered]: Offered[Name][number] } & Pick<
  TransactionsList['filters'],
  'days' | 'from' | 'to'
>;

/** Kind, state and days, each one of a list. */
export function useFilterChoices(
  { kind, state, days, from, to }: Chosen,
  offered: Offered = transactionsTable.filters,
): readonly TableFilter[] {
  const { t } = useTranslation();
  return [
    {
      name: 'kind',
      shape: 'select',
      label: t('transactions-kind'),
      value: kind,
      options: offered.kind.map((value) => ({ value, text: t(kindTexts[value]) })),
    },
    {
      name: 'state',
      shape: 'select',
      label: t('column-status'),
      value: state,
      options: offered.state.map((value) => ({ value, text: t(stateTexts[value]) })),
    },
    {
      name: 'days',
      shape: 'days',
      from,
      to,
      label: t('transactions-when'),
      value: days,
      options: transactionsTable.filters.days.map((value) => ({
        value,
        text: value in dayTexts ? t(dayTexts[value as keyof typeof dayTexts]) : t('home-last-days', { n: value }),
      })),
    },
  ];
}
