import type { CancellationView } from '@backlot/contracts/cancellations';
import { UserRoundMinus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { answerOf } from '../../components/kit/table/answer-of.ts';
import { useTableAddress } from '../../components/kit/table/table-address.ts';
import { TablePage } from '../../components/kit/table/table-page.tsx';
import type { ListEntry, TableColumn, TableFilter } from '../../components/kit/table/table-types.ts';
import { ExportButton } from '../../components/studio/export-button.tsx';
import { FanName } from '../../components/studio/fan-name.tsx';
import { PersonMark } from '../../components/studio/person.tsx';
import { StateChip } from '../../components/studio/state-chip.tsx';
import { Time } from '../../components/text/time.tsx';
import {
  cancellationsTable,
  useCancellationFilters,
  useCancellations,
  type CancellationsList,
  type Report,
} from './cancellations-query.ts';
import { useReasonLabel } from './reason-label.ts';
import { ReasonShares } from './reason-shares.tsx';

/** Who cancelled, when and why, below how often each reason was given. */
export function Page() {
  const { t } = useTranslation();
  const address = useTableAddress(cancellationsTable);
  const { list } = address;
  const query = useCancellations(list);
  const cancellations = useCancellationFilters(list);
  const { data } = query;
  const rows = data?.cancellations ?? [];
  return (
    <TablePage<CancellationView>
      name="cancellations"
      title={t('nav-cancellations')}
      summary={data ? summaryOf(data, t) : ''}
      actions={<ExportButton isEmpty={rows.length === 0} ask={{ list: 'cancellations', cancellations }} />}
      address={address}
      query={{ ...query, data: data && answerOf(rows, data.paginationData) }}
      columns={useColumns()}
      nameOf={({ user }) => user.name || user.email}
      entryOf={useEntry()}
      searchLabel={t('cancellations-search')}
      filtersLabel={t('cancellations-filters')}
      filters={useFilters(list.filters, data)}
      above={data && data.total > 0 ? <ReasonShares report={data} /> : null}
      empty={{ icon: UserRoundMinus, text: t('cancellations-empty') }}
      noneFound={t('cancellations-none-found')}
    />
  );
}

const summaryOf = ({ paginationData, undone }: Report, t: ReturnType<typeof useTranslation>['t']): string =>
  [
    t('cancellations-count', { count: paginationData.totalRows }),
    ...(undone > 0 ? [t('cancellations-undone', { count: undone })] : []),
  ].join(' · ');

function useColumns(): readonly TableColumn<CancellationView>[] {
  const { t } = useTranslation();
  const reason = useReasonLabel();
  return [
    { id: 'date', head: t('schedule-time'), kind: 'muted', sorts: 'desc', cell: ({ date }) => <Time at={date} /> },
    {
      id: 'fan',
      head: t('fan'),
      isName: true,
      cell: ({ user }) => (
        <span className="person" title={user.email}>
          <PersonMark name={user.name || user.email} url={null} />
          <FanName fan={user} />
        </span>
      ),
    },
    { id: 'reason', head: t('column-reason'), cell: (row) => <span dir="auto">{reason(row.reason)}</span> },
    {
      id: 'words',
      head: t('cancellation-words'),
      takesRest: true,
      from: 'tablet',
      cell: ({ other_reason: words }) => (words === null ? null : <span dir="auto">{words}</span>),
    },
    { id: 'state', head: t('column-status'), from: 'tablet', cell: (row) => <Chips row={row} /> },
  ];
}

/** The same on a phone. */
function useEntry(): (row: CancellationView) => ListEntry {
  const reason = useReasonLabel();
  return (row) => ({
    picture: <PersonMark name={row.user.name || row.user.email} url={null} />,
    title: <FanName fan={row.user} />,
    note: [reason(row.reason), row.other_reason ?? ''].filter(Boolean).join(' · '),
    end: (
      <>
        <Time at={row.date} />
        <Chips row={row} />
      </>
    ),
  });
}

function Chips({ row }: { row: CancellationView }) {
  const { t } = useTranslation();
  return (
    <>
      {row.undone_at === null ? null : <StateChip tone="good">{t('cancellation-undone')}</StateChip>}
      {row.is_complimentary ? <StateChip tone="info">{t('fan-complimentary')}</StateChip> : null}
    </>
  );
}

const dayTexts = { all: 'transactions-always', own: 'range-own' } as const;

function useFilters(
  { reason, days, from, to }: CancellationsList['filters'],
  report: Report | undefined,
): readonly TableFilter[] {
  const { t } = useTranslation();
  const label = useReasonLabel();
  const given = report?.reasons.map((one) => one.reason) ?? [];
  const reasons = reason === null || given.includes(reason) ? given : [reason, ...given];
  return [
    {
      name: 'reason',
      shape: 'select',
      label: t('column-reason'),
      value: reason ?? 'all',
      options: [{ value: 'all', text: t('filter-all') }, ...reasons.map((value) => ({ value, text: label(value) }))],
    },
    {
      name: 'days',
      shape: 'days',
      from,
      to,
      label: t('transactions-when'),
      value: days,
      options: cancellationsTable.filters.days.map((value) => ({
        value,
        text: value in dayTexts ? t(dayTexts[value as keyof typeof dayTexts]) : t('home-last-days', { n: value }),
      })),
    },
  ];
}
