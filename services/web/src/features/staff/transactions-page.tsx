import type { TransactionRow } from '@backlot/contracts/staff';
import { hasBareLayout, settlesMoney } from '@backlot/domain/people/capabilities';
import { Receipt } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../components/badge.tsx';
import { LinkButton } from '../../components/kit/link-button.tsx';
import { answerOf } from '../../components/kit/table/answer-of.ts';
import { useTableAddress } from '../../components/kit/table/table-address.ts';
import { TablePage } from '../../components/kit/table/table-page.tsx';
import { ExportButton } from '../../components/studio/export-button.tsx';
import { paths } from '../../lib/paths.ts';
import { useMe, useMoneyIn, viewerOf } from '../../lib/site.tsx';
import { useNotificationsRead } from './notifications-read.ts';
import { useSaleName } from './sale-cells.tsx';
import { useTransactionColumns, useTransactionEntry } from './transaction-columns.tsx';
import { RefundDialog } from './refund/refund-dialog.tsx';
import { TransactionPanel } from './transaction-panel.tsx';
import { transactionsTable, useTransactionFilters, useTransactions } from './transactions-query.ts';
import { useFilterChoices } from './use-transaction-filters.ts';
import './staff.css';

/** Every payment, with the sum of what the filters show. */
export function Page() {
  const { t } = useTranslation();
  const moneyIn = useMoneyIn();
  const me = useMe();
  const address = useTableAddress(transactionsTable);
  const { list } = address;
  // The badge stands on this page's entry, and purchases are the newest of its lines: who looked here has seen them.
  useNotificationsRead('purchased');
  const query = useTransactions(list);
  const { data } = query;
  const sales = data?.transactions ?? [];
  const transactions = useTransactionFilters(list);
  const [refunding, setRefunding] = useState<TransactionRow | null>(null);
  const onRefund = settlesMoney(viewerOf(me)) ? setRefunding : null;
  return (
    <>
      <TablePage
        name="transactions"
        title={t('transactions-title')}
        summary={data ? t('transactions-count', { count: data.paginationData.totalRows }) : ''}
        actions={
          <>
            {hasBareLayout(viewerOf(me)) ? (
              <LinkButton to={paths.purchaseHistory}>{t('purchase-history-title')}</LinkButton>
            ) : null}
            {hasBareLayout(viewerOf(me)) ? (
              <LinkButton to={paths.purchaseNotifications}>{t('purchase-news-title')}</LinkButton>
            ) : null}
            {hasBareLayout(viewerOf(me)) ? <LinkButton to={paths.lookup}>{t('lookup-title')}</LinkButton> : null}
            {hasBareLayout(viewerOf(me)) ? <LinkButton to={paths.disputes}>{t('disputes-title')}</LinkButton> : null}
            {hasBareLayout(viewerOf(me)) ? (
              <LinkButton to={paths.openItems}>
                {t('open-items-title')}
                <Badge
                  count={me?.openItemsCount ?? 0}
                  label={t('open-items-waiting', { count: me?.openItemsCount ?? 0 })}
                />
              </LinkButton>
            ) : null}
            <ExportButton isEmpty={sales.length === 0} ask={{ list: 'transactions', transactions }} />
          </>
        }
        address={address}
        panelName={transactionsTable.panel}
        query={{ ...query, data: data && answerOf(sales, data.paginationData) }}
        columns={useTransactionColumns(onRefund)}
        nameOf={useSaleName()}
        entryOf={useTransactionEntry()}
        searchLabel={t('transactions-search')}
        filtersLabel={t('transactions-filters')}
        filters={useFilterChoices(list.filters)}
        totals={
          data
            ? [
                ...[data, ...data.other_sums].map(({ currency, sum }) => (
                  <b key={currency} className="foot-sum">
                    {t('transactions-sum', { amount: moneyIn(sum, currency) })}
                  </b>
                )),
                ...data.top_ups.map(({ currency, sum }) => (
                  <span key={`top-up ${currency}`} className="foot-sum muted">
                    {t('transactions-top-ups', { amount: moneyIn(sum, currency) })}
                  </span>
                )),
              ]
            : null
        }
        empty={{ icon: Receipt, text: t('transactions-empty') }}
        noneFound={t('transactions-none-found')}
        renderPanel={(sale, steps) => (
          <TransactionPanel sale={sale} {...steps} onRefund={onRefund && sale.left > 0 ? () => onRefund(sale) : null} />
        )}
      />
      {refunding ? <RefundDialog sale={refunding} onClose={() => setRefunding(null)} /> : null}
    </>
  );
}
