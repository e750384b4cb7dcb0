import type { ReconciledDay, ReportLineView } from '@backlot/contracts/reconciliation';
import { reconciledTexts } from '@backlot/domain/formats/row-texts';
import { FileCheck2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answerOf } from '../../components/kit/table/answer-of.ts';
import { useTableAddress } from '../../components/kit/table/table-address.ts';
import { TablePage } from '../../components/kit/table/table-page.tsx';
import type { TableFilter } from '../../components/kit/table/table-types.ts';
import { ExportButton } from '../../components/studio/export-button.tsx';
import { useDayColumns, useDayEntry, useDayName } from './reconciliation/day-columns.tsx';
import { DayPanel } from './reconciliation/day-panel.tsx';
import { ExplainDialog } from './reconciliation/explain-dialog.tsx';
import { Readings } from './reconciliation/readings.tsx';
import {
  reconciliationTable,
  useReconciledDays,
  useReconciliationFilters,
  type ReconciliationList,
} from './reconciliation/reconciliation-query.ts';
import './staff.css';

/** The books held against the providers' own reports, an account and a day each. */
export function Page() {
  const { t } = useTranslation();
  const address = useTableAddress(reconciliationTable);
  const { list } = address;
  const query = useReconciledDays(list);
  const { data } = query;
  const days = data?.days ?? [];
  const [explaining, setExplaining] = useState<ReportLineView | null>(null);
  return (
    <>
      <TablePage<ReconciledDay>
        name="reconciliation"
        title={t('reconciliation-title')}
        summary={data ? t('reconciliation-days', { count: data.paginationData.totalRows }) : ''}
        actions={
          <ExportButton
            isEmpty={days.length === 0}
            ask={{ list: 'reconciliation', reconciliation: useReconciliationFilters(list) }}
          />
        }
        address={address}
        panelName={reconciliationTable.panel}
        query={{ ...query, data: data && answerOf(days, data.paginationData) }}
        columns={useDayColumns()}
        nameOf={useDayName()}
        entryOf={useDayEntry()}
        filtersLabel={t('reconciliation-filters')}
        filters={useFilters(list.filters)}
        above={data && data.accounts.length > 0 ? <Readings accounts={data.accounts} /> : null}
        empty={{ icon: FileCheck2, text: t('reconciliation-empty') }}
        noneFound={t('reconciliation-none-found')}
        renderPanel={(day, steps) => <DayPanel key={day._id} day={day} {...steps} onExplain={setExplaining} />}
      />
      {explaining ? <ExplainDialog line={explaining} onClose={() => setExplaining(null)} /> : null}
    </>
  );
}

const dayTexts = { 1: 'date-today', own: 'range-own' } as const;

function useFilters({ state, days, from, to }: ReconciliationList['filters']): readonly TableFilter[] {
  const { t } = useTranslation();
  const { filters } = reconciliationTable;
  return [
    {
      name: 'state',
      shape: 'select',
      label: t('column-status'),
      value: state,
      options: filters.state.map((value) => ({
        value,
        text: t(value === 'all' ? 'filter-all' : reconciledTexts[value]),
      })),
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
