import { UsersRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { answerOf } from '../../components/kit/table/answer-of.ts';
import { useTableAddress } from '../../components/kit/table/table-address.ts';
import { TablePage } from '../../components/kit/table/table-page.tsx';
import { ExportButton } from '../../components/studio/export-button.tsx';
import { useFormats } from '../../lib/site.tsx';
import { fanName, useFanColumns, useFanEntry } from './fan-columns.tsx';
import { FanPanel } from './fan-panel.tsx';
import { fanFilters, fansTable, useFans } from './fans-query.ts';
import { useNotificationsRead } from './notifications-read.ts';
import './staff.css';

const statusTexts = {
  all: 'filter-all',
  2: 'sort-active',
  1: 'sort-active-cancelled',
  0: 'filter-none',
  failed: 'fan-rebill-failed',
} as const;

/** Everybody with an account here: found, filtered and sorted by the server, one at a time beside the list. */
export function Page() {
  const { t } = useTranslation();
  const { number } = useFormats();
  const address = useTableAddress(fansTable);
  const { list } = address;
  useNotificationsRead('subscription');
  const query = useFans(list);
  const { data } = query;
  const fans = data?.users ?? [];
  const counts = data?.counts;
  // Servers of the version before count no failed renewals.
  const countText = (count: number | undefined): string | undefined => (count === undefined ? count : number(count));
  return (
    <TablePage
      name="fans"
      title={t('nav-group-fans')}
      summary={counts ? t('fans-summary', { all: number(counts.all), active: number(counts['2'] + counts['1']) }) : ''}
      actions={<ExportButton isEmpty={fans.length === 0} ask={{ list: 'fans', fans: fanFilters(list) }} />}
      address={address}
      panelName={fansTable.panel}
      query={{ ...query, data: data && answerOf(fans, data.paginationData) }}
      columns={useFanColumns(fans.some((fan) => fan.total_amount_spent !== null))}
      nameOf={fanName}
      entryOf={useFanEntry()}
      searchLabel={t('subscribers-search')}
      filters={[
        {
          name: 'status',
          shape: 'chips',
          label: t('column-status'),
          value: list.filters.status,
          options: fansTable.filters.status.map((value) => ({
            value,
            text: t(statusTexts[value]),
            count: countText(counts?.[value]),
          })),
        },
      ]}
      empty={{ icon: UsersRound, text: t('subscribers-empty') }}
      noneFound={t('subscribers-none-found')}
      renderPanel={(fan, steps) => <FanPanel fan={fan} {...steps} />}
    />
  );
}
