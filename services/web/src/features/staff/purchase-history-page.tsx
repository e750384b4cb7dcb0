import type { TransactionRow } from '@backlot/contracts/staff';
import { hasBareLayout, settlesMoney } from '@backlot/domain/people/capabilities';
import { ShoppingBag } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../components/kit/link-button.tsx';
import { answerOf } from '../../components/kit/table/answer-of.ts';
import { useTableAddress } from '../../components/kit/table/table-address.ts';
import { TablePage } from '../../components/kit/table/table-page.tsx';
import { ExportButton } from '../../components/studio/export-button.tsx';
import { paths } from '../../lib/paths.ts';
import { useMe, useMoneyIn, viewerOf } from '../../lib/site.tsx';
import { usePurchaseColumns } from './purchases/purchase-columns.tsx';
import { purchasesTable, usePurchases } from './purchases/purchases-query.ts';
import { RefundDialog } from './refund/refund-dialog.tsx';
import { useSaleName } from './sale-cells.tsx';
import { useTransactionEntry } from './transaction-columns.tsx';
import { TransactionPanel } from './transaction-panel.tsx';
import { useFilterChoices } from './use-transaction-filters.ts';
import './staff.css';

/** What all fans bought, a row a purchase, with what was taken and what went back of it. */
export function Page() {
  const { t } = useTranslation();
  const moneyIn = useMoneyIn();
  const viewer = viewerOf(useMe());
  const address = useTableAddress(purchasesTable);
  const { asked, filters } = usePurchases(address.list);
  const { data } = asked;
  const purchases = data?.purchases ?? [];
  const [refunding, setRefunding] = useState<TransactionRow | null>(null);
  const onRefund = settlesMoney(viewer) ? setRefunding : null;
  return (
    <>
      <TablePage
        name="purchase-history"
        title={t('purchase-history-title')}
        summary={data ? t('transactions-count', { count: data.paginationData.totalRows }) : ''}
        actions={
          <>
            {hasBareLayout(viewer) ? <LinkButton to={paths.transactions}>{t('nav-transactions')}</LinkButton> : null}
            <ExportButton
              isEmpty={purchases.length === 0}
              ask={{ list: 'purchase_history', purchase_history: filters }}
            />
          </>
        }
        address={address}
        panelName={purchasesTable.panel}
        query={{ ...asked, data: data && answerOf(purchases, data.paginationData) }}
        columns={usePurchaseColumns(onRefund)}
        nameOf={useSaleName()}
        entryOf={useTransactionEntry()}
        searchLabel={t('transactions-search')}
        filtersLabel={t('transactions-filters')}
        filters={useFilterChoices(address.list.filters, purchasesTable.filters)}
        totals={
          data
            ? [data, ...data.other_sums].map(({ currency, sum, returned }) => (
                <b key={currency} className="foot-sum">
                  {t('purchase-history-sum', { sum: moneyIn(sum, currency), returned: moneyIn(returned, currency) })}
                </b>
              ))
            : null
        }
        empty={{ icon: ShoppingBag, text: t('transactions-empty') }}
        noneFound={t('transactions-none-found')}
        renderPanel={(sale, steps) => (
          <TransactionPanel sale={sale} {...steps} onRefund={onRefund && sale.left > 0 ? () => onRefund(sale) : null} />
        )}
      />
      {refunding ? <RefundDialog sale={refunding} onClose={() => setRefunding(null)} /> : null}
    </>
  );
}
