import { useTranslation } from 'react-i18next';
import { kinds, spans, states, type TransactionsList } from './transactions-query.ts';

const kindTexts = { all: 'filter-all', membership: 'transaction-membership', renewal: 'transaction-renewal', post: 'sale-unlock', refund: 'transaction-refund', chargeback: 'transaction-chargeback' } as const;
const stateTexts = { all: 'filter-all', succeeded: 'transaction-state-succeeded', pending: 'transaction-state-pending', declined: 'transaction-state-declined' } as const;

/** Chips that hold a choice; what is chosen is in the address. */
export function TransactionFilters({ list, onChange }: { list: TransactionsList; onChange: (part: Record<string, string | null>) => void }) {
  const { t } = useTranslation();
  const orNull = (value: string): string | null => (value === 'all' ? null : value);
  return (
    <div className="filter-row filter-scroll" role="group" aria-label={t('transactions-filters')}>
      <label className="filter-select">{t('transactions-kind')}<select value={list.kind} onChange={(event) => onChange({ kind: orNull(event.target.value) })}>{kinds.map((kind) => <option key={kind} value={kind}>{t(kindTexts[kind])}</option>)}</select></label>
      <label className="filter-select">{t('column-status')}<select value={list.state} onChange={(event) => onChange({ state: orNull(event.target.value) })}>{states.map((state) => <option key={state} value={state}>{t(stateTexts[state])}</option>)}</select></label>
      <label className="filter-select">{t('transactions-when')}<select value={list.days ?? 'all'} onChange={(event) => onChange({ days: orNull(event.target.value) })}><option value="all">{t('transactions-always')}</option>{spans.map((days) => <option key={days} value={days}>{days === '1' ? t('date-today') : t('home-last-days', { n: days })}</option>)}</select></label>
    </div>
  );
}
