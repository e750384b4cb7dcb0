import type { ReportedMonth } from '@backlot/contracts/reporting';
import { ChartNoAxesColumn } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useTableAddress } from '../../components/kit/table/table-address.ts';
import { TablePage } from '../../components/kit/table/table-page.tsx';
import { ExportButton } from '../../components/studio/export-button.tsx';
import { useFormats } from '../../lib/site.tsx';
import { useMonthColumns, useMonthEntry } from './reporting/month-columns.tsx';
import { monthsTable, useMonthsReport, yearAsked } from './reporting/reporting-query.ts';
import { ReportingTabs } from './reporting/reporting-tabs.tsx';
import { YearSums } from './reporting/year-sums.tsx';
import './staff.css';
import './statement/statement.css';

/** ROLE-27, DECISIONS 10 and 38: what the site earned, month by month. */
export function Page() {
  const { t } = useTranslation();
  const formats = useFormats();
  const address = useTableAddress(monthsTable);
  const asked = address.list.filters.year;
  const query = useMonthsReport(asked);
  const { data } = query;
  const currency = data?.currency ?? 'USD';
  const years = data ? [...new Set([data.year, ...data.years])].toSorted().toReversed() : [];
  return (
    <TablePage<ReportedMonth>
      name="reporting"
      title={t('reporting-title')}
      tabs={<ReportingTabs />}
      actions={<ExportButton isEmpty={data === undefined} ask={{ list: 'months', months: yearAsked(asked) }} />}
      address={address}
      query={{ ...query, data: data && answerOf(data.months) }}
      columns={useMonthColumns(currency)}
      nameOf={({ month }) => formats.month(month)}
      entryOf={useMonthEntry(currency)}
      filtersLabel={t('reporting-year')}
      filters={[
        {
          name: 'year',
          shape: 'select',
          label: t('reporting-year'),
          value: data?.year ?? '',
          options: years.map((value) => ({ value, text: value })),
        },
      ]}
      above={data ? <YearSums report={data} /> : null}
      empty={{ icon: ChartNoAxesColumn, text: t('reporting-nothing') }}
      noneFound={t('reporting-nothing')}
    />
  );
}

/** Months are few: they are all on one page. */
const answerOf = (rows: readonly ReportedMonth[]) => ({
  rows,
  page: 1,
  pages: 1,
  total: rows.length,
  limit: Math.max(1, rows.length),
});
