import { Download, Receipt } from 'lucide-react';
import type { TransactionRow } from '@backlot/contracts/staff';
import { useTranslation } from 'react-i18next';
import { Empty, Failed, Lines } from '../../components/studio/list-states.tsx';
import { PageTop } from '../../components/studio/page-top.tsx';
import { Pager } from '../../components/studio/pager.tsx';
import { SearchBox } from '../../components/studio/search-box.tsx';
import { useSaleWords } from '../../components/studio/sale-words.ts';
import { useAddress } from '../../components/studio/use-address.ts';
import { useFormats } from '../../lib/site.tsx';
import { saveCsv } from '../../lib/csv.ts';
import { useRows } from '../../components/studio/rows.ts';
import { TransactionFilters } from './transaction-filters.tsx';
import { TransactionList, TransactionTable } from './transaction-rows.tsx';
import { TransactionPanel } from './transaction-panel.tsx';
import { readTransactionsList, useTransactions } from './transactions-query.ts';
import './staff.css';

/** Every payment, with the sum of what the filters show. */
export function Page() {
  const { t } = useTranslation();
  const formats = useFormats();
  const words = useSaleWords();
  const [params, change] = useAddress();
  const list = readTransactionsList(params);
  const { data, error, refetch, isPlaceholderData } = useTransactions(list);
  const sales = data?.transactions ?? [];
  const rows = useRows<TransactionRow>(sales, params.get('tx'), (tx, replace) => change({ tx }, replace));
  const filter = (part: Record<string, string | null>): void => change({ page: null, tx: null, ...part }, true);
  const isFiltered = list.page > 1 || list.search !== '' || list.kind !== 'all' || list.state !== 'all' || list.days !== null;
  const onSort = ({ column, direction }: { column: string; direction: string }): void => filter({ sort: `${direction === 'desc' ? '-' : ''}${column}` });
  const exportRows = (): void => saveCsv('transactions.csv', [
    [t('column-date'), t('column-reference'), t('fan'), t('column-email'), t('column-what'), t('posts-column-post'), t('column-status'), t('column-card'), t('column-amount')],
    ...sales.map((sale) => [sale.date, sale.transactionId, sale.user.name, sale.user.email, words.kind(sale), sale.content?.title ?? null, sale.state, words.card(sale), sale.amount]),
  ]);
  return (
    <>
      <PageTop title={t('transactions-title')} fact={data ? t('transactions-count', { count: data.paginationData.totalRows }) : ''}>
        <button type="button" className="btn" disabled={sales.length === 0} title={t('csv-help')} onClick={exportRows}><Download className="icon" aria-hidden />{t('csv')}</button>
      </PageTop>
      <div className="with-panel money-panel" data-open={rows.open !== null || undefined}>
        <div className="studio-body">
          <div className="filter-row">
            <SearchBox label={t('transactions-search')} value={list.search} onSearch={(search) => filter({ search })} />
            <TransactionFilters list={list} onChange={filter} />
          </div>
          <div className="table-card" data-stale={isPlaceholderData || undefined}>
            {error && !data ? <Failed error={error} onRetry={() => void refetch()} /> : null}
            {!data && !error ? <Lines /> : null}
            {data && sales.length === 0 ? <Empty icon={Receipt} text={t(isFiltered ? 'transactions-none-found' : 'transactions-empty')}>{isFiltered ? <button type="button" className="btn" onClick={() => filter({ search: null, kind: null, state: null, days: null })}>{t('btn-reset')}</button> : null}</Empty> : null}
            {sales.length > 0 ? <><TransactionTable sales={sales} openId={rows.open?._id ?? null} isNarrow={rows.open !== null} onOpen={rows.openRow} sorting={list.sorting} onSort={onSort} /><TransactionList sales={sales} onOpen={rows.openRow} /></> : null}
            {data && sales.length > 0 ? (
              <Pager page={data.paginationData.currentPage} pages={data.paginationData.totalPages} rows={data.paginationData.totalRows} limit={data.paginationData.limit} onPage={(page) => { change({ page: page === 1 ? null : String(page), tx: null }); window.scrollTo(0, 0); }}>
                <b className="foot-sum">{t('transactions-sum', { amount: formats.money(data.sum) })}</b>
              </Pager>
            ) : null}
          </div>
        </div>
        {rows.open ? <TransactionPanel sale={rows.open} onClose={rows.close} onPrevious={rows.previous} onNext={rows.next} /> : null}
      </div>
    </>
  );
}
