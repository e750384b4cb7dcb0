import { Download, UsersRound } from 'lucide-react';
import type { FanRow } from '@backlot/contracts/staff';
import { useTranslation } from 'react-i18next';
import { Empty, Failed, Lines } from '../../components/studio/list-states.tsx';
import { PageTop } from '../../components/studio/page-top.tsx';
import { Pager } from '../../components/studio/pager.tsx';
import { SearchBox } from '../../components/studio/search-box.tsx';
import { useAddress } from '../../components/studio/use-address.ts';
import { useFormats, useMe, useSetting } from '../../lib/site.tsx';
import { saveCsv } from '../../lib/csv.ts';
import { FanList, FanTable } from './fan-rows.tsx';
import { FanPanel } from './fan-panel.tsx';
import { useFanState } from './fan-state.tsx';
import { fanValue } from './fan-value.ts';
import { readFansList, useFans, type FanStatus, type FansAnswer } from './fans-query.ts';
import { useRows } from '../../components/studio/rows.ts';
import './staff.css';

const statusTexts = { all: 'filter-all', 2: 'sort-active', 1: 'sort-active-cancelled', 0: 'filter-none' } as const satisfies Record<FanStatus, string>;

/** Everybody with an account here: found, filtered and sorted by the server, one at a time beside the list. */
export function Page() {
  const { t } = useTranslation();
  const { number } = useFormats();
  const [params, change] = useAddress();
  const list = readFansList(params);
  const { data, error, refetch, isPlaceholderData } = useFans(list);
  const fans = data?.users ?? [];
  const rows = useRows<FanRow>(fans, params.get('fan'), (fan, replace) => change({ fan }, replace));
  const filter = (part: Record<string, string | null>): void => change({ page: null, fan: null, ...part }, true);
  const sort = { sorting: list.sorting, onSort: ({ column, direction }: { column: string; direction: string }) => filter({ sort: `${direction === 'desc' ? '-' : ''}${column}` }) };
  const isFiltered = list.page > 1 || list.search !== '' || list.status !== 'all';
  const exported = useExport(fans);
  return (
    <>
      <PageTop title={t('nav-group-fans')} fact={data ? t('fans-fact', { all: number(data.counts.all), active: number(data.counts['2'] + data.counts['1']) }) : ''}>
        {exported ? <button type="button" className="btn" disabled={fans.length === 0} title={t('csv-help')} onClick={exported}><Download className="icon" aria-hidden />{t('csv')}</button> : null}
      </PageTop>
      <div className="with-panel" data-open={rows.open !== null || undefined}>
        <div className="studio-body">
          <div className="filter-row"><SearchBox label={t('subscribers-search')} value={list.search} onSearch={(search) => filter({ search })} /></div>
          <Statuses counts={data?.counts} chosen={list.status} onChoose={(status) => filter({ status: status === 'all' ? null : status })} />
          <div className="table-card" data-stale={isPlaceholderData || undefined}>
            {error && !data ? <Failed error={error} onRetry={() => void refetch()} /> : null}
            {!data && !error ? <Lines /> : null}
            {data && fans.length === 0 ? <Empty icon={UsersRound} text={t(isFiltered ? 'subscribers-none-found' : 'subscribers-empty')}>{isFiltered ? <button type="button" className="btn" onClick={() => filter({ search: null, status: null })}>{t('btn-reset')}</button> : null}</Empty> : null}
            {fans.length > 0 ? <><FanTable fans={fans} openId={rows.open?._id ?? null} onOpen={rows.openRow} isNarrow={rows.open !== null} {...sort} /><FanList fans={fans} onOpen={rows.openRow} /></> : null}
            {data && fans.length > 0 ? <Pager page={data.paginationData.currentPage} pages={data.paginationData.totalPages} rows={data.paginationData.totalRows} limit={data.paginationData.limit} onPage={(page) => { change({ page: page === 1 ? null : String(page), fan: null }); window.scrollTo(0, 0); }} /> : null}
          </div>
        </div>
        {rows.open ? <FanPanel fan={rows.open} onClose={rows.close} onPrevious={rows.previous} onNext={rows.next} /> : null}
      </div>
    </>
  );
}

function Statuses({ counts, chosen, onChoose }: { counts: FansAnswer['counts'] | undefined; chosen: FanStatus; onChoose: (status: FanStatus) => void }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  return (
    <div className="filter-row filter-scroll" role="group" aria-label={t('column-status')}>
      {(['all', '2', '1', '0'] as const).map((status) => (
        <button key={status} type="button" className="filter-chip" aria-pressed={status === chosen} onClick={() => onChoose(status)}><b>{t(statusTexts[status])}</b>{counts ? <small>{number(counts[status])}</small> : null}</button>
      ))}
    </div>
  );
}

/** The rows that are shown, for a spreadsheet; content managers only where the site allows it. */
function useExport(fans: readonly FanRow[]): (() => void) | null {
  const { t } = useTranslation();
  const stateOf = useFanState();
  const isAllowed = useSetting('enable_csv_download_for_content_managers') === true;
  if (useMe()?.role === 'content_manager' && !isAllowed) return null;
  return () => saveCsv('fans.csv', [
    [t('column-name'), t('column-email'), t('column-status'), t('column-joined'), t('column-expires'), t('column-spent'), t('fan-value')],
    ...fans.map((fan) => [fan.name, fan.email, stateOf(fan).text, fan.date, fan.expiration_date, fan.total_amount_spent, fanValue(fan)?.value ?? null]),
  ]);
}
