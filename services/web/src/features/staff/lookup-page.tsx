import type { FoundPayment } from '@backlot/contracts/payment-lookup';
import { hasBareLayout } from '@backlot/domain/people/capabilities';
import { SearchCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../components/kit/link-button.tsx';
import { answerOf } from '../../components/kit/table/answer-of.ts';
import { useTableAddress } from '../../components/kit/table/table-address.ts';
import { TablePage } from '../../components/kit/table/table-page.tsx';
import { paths } from '../../lib/paths.ts';
import { useMe, viewerOf } from '../../lib/site.tsx';
import { useLookupColumns, useLookupEntry } from './lookup/lookup-columns.tsx';
import { useLookupFilters } from './lookup/lookup-filters.ts';
import { LookupPanel } from './lookup/lookup-panel.tsx';
import { lookupTable, useFoundPayments } from './lookup/lookup-query.ts';
import { useSaleName } from './sale-cells.tsx';
import './staff.css';

/** Finds the payment that a fan or a bank statement speaks of. */
export function Page() {
  const { t } = useTranslation();
  const viewer = viewerOf(useMe());
  const address = useTableAddress(lookupTable);
  const { list } = address;
  const query = useFoundPayments(list);
  const { data } = query;
  return (
    <TablePage<FoundPayment>
      name="lookup"
      title={t('lookup-title')}
      summary={data && list.isFiltered ? t('transactions-count', { count: data.paginationData.totalRows }) : ''}
      actions={
        <div className="lookup-links">
          {hasBareLayout(viewer) ? <LinkButton to={paths.transactions}>{t('nav-transactions')}</LinkButton> : null}
          {hasBareLayout(viewer) ? <LinkButton to={paths.userCards}>{t('user-cards-title')}</LinkButton> : null}
          <LinkButton to={paths.orderLookup}>{t('order-lookup-title')}</LinkButton>
        </div>
      }
      address={address}
      panelName={lookupTable.panel}
      query={{ ...query, data: data && answerOf(data.payments, data.paginationData) }}
      columns={useLookupColumns()}
      nameOf={useSaleName()}
      entryOf={useLookupEntry()}
      searchLabel={t('transactions-search')}
      filtersLabel={t('lookup-clues')}
      filters={useLookupFilters(list.filters)}
      empty={{ icon: SearchCheck, text: t('lookup-empty') }}
      noneFound={t('lookup-none-found')}
      renderPanel={(payment, steps) => <LookupPanel payment={payment} {...steps} />}
    />
  );
}
