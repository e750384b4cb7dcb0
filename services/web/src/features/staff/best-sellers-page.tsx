import type { BestSeller } from '@backlot/contracts/reporting';
import { ShoppingBag } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Details } from '../../components/kit/detail.tsx';
import { answerOf } from '../../components/kit/table/answer-of.ts';
import { useTableAddress } from '../../components/kit/table/table-address.ts';
import { TablePage } from '../../components/kit/table/table-page.tsx';
import type { ListEntry, TableColumn, TableFilter } from '../../components/kit/table/table-types.ts';
import { ExportButton } from '../../components/studio/export-button.tsx';
import { useFormats, useMoneyIn } from '../../lib/site.tsx';
import {
  sellersTable,
  useBestSellers,
  useSellersFilters,
  type SellersList,
  type SellersReport,
} from './reporting/reporting-query.ts';
import { ReportingTabs } from './reporting/reporting-tabs.tsx';
import './staff.css';
import './statement/statement.css';

/** What was bought most in some days, by what it brought. */
export function Page() {
  const { t } = useTranslation();
  const address = useTableAddress(sellersTable);
  const { list } = address;
  const query = useBestSellers(list);
  const { data } = query;
  const currency = data?.currency ?? 'USD';
  const asked = useSellersFilters(list);
  return (
    <TablePage<BestSeller>
      name="best-sellers"
      title={t('reporting-title')}
      tabs={<ReportingTabs />}
      actions={<ExportButton isEmpty={!data?.things.length} ask={{ list: 'best_sellers', best_sellers: asked }} />}
      address={address}
      query={{ ...query, data: data && answerOf(data.things, data.paginationData) }}
      columns={useColumns(currency)}
      nameOf={({ title }) => title}
      entryOf={useEntry(currency)}
      filtersLabel={t('transactions-when')}
      filters={useFilters(list.filters)}
      above={data && data.things.length > 0 ? <Sums report={data} /> : null}
      empty={{ icon: ShoppingBag, text: t('reporting-sellers-none') }}
      noneFound={t('reporting-sellers-none')}
    />
  );
}

function Sums({ report: { sums, currency } }: { report: SellersReport }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const moneyIn = useMoneyIn();
  return (
    <section className="statement-month">
      <div className="statement-cards">
        <article className="panel-card statement-card">
          <h2>{t('reporting-total')}</h2>
          <Details
            list={[
              { name: t('reporting-purchases'), value: number(sums.sold) },
              { name: t('activity-gross'), value: moneyIn(sums.gross, currency) },
              { name: t('activity-returned'), value: moneyIn(sums.returned, currency) },
              { name: t('activity-net'), value: <b>{moneyIn(sums.net, currency)}</b> },
            ]}
          />
        </article>
      </div>
      <p className="form-help">{t('reporting-sellers-help')}</p>
    </section>
  );
}

function useColumns(currency: string): readonly TableColumn<BestSeller>[] {
  const { t } = useTranslation();
  const { number } = useFormats();
  const moneyIn = useMoneyIn();
  return [
    {
      id: 'title',
      head: t('posts-column-post'),
      isName: true,
      takesRest: true,
      cell: ({ title }) => (
        <span className="one-line" title={title}>
          <bdi>{title}</bdi>
        </span>
      ),
    },
    { id: 'sold', head: t('reporting-purchases'), kind: 'number', cell: ({ sold }) => number(sold) },
    {
      id: 'gross',
      head: t('activity-gross'),
      kind: 'number',
      from: 'tablet',
      cell: ({ gross }) => moneyIn(gross, currency),
    },
    {
      id: 'returned',
      head: t('activity-returned'),
      kind: 'number',
      from: 'tablet',
      cell: ({ returned }) =>
        returned === 0 ? <span className="muted">{moneyIn(0, currency)}</span> : moneyIn(returned, currency),
    },
    { id: 'net', head: t('activity-net'), kind: 'number', cell: ({ net }) => <b>{moneyIn(net, currency)}</b> },
  ];
}

/** The same on a phone. */
function useEntry(currency: string): (thing: BestSeller) => ListEntry {
  const { t } = useTranslation();
  const { number } = useFormats();
  const moneyIn = useMoneyIn();
  return ({ title, sold, returned, net }) => ({
    picture: null,
    title: <bdi>{title}</bdi>,
    note: [
      `${t('reporting-purchases')} ${number(sold)}`,
      ...(returned === 0 ? [] : [`${t('activity-returned')} ${moneyIn(returned, currency)}`]),
    ].join(' · '),
    end: <b>{moneyIn(net, currency)}</b>,
  });
}

function useFilters({ days, from, to }: SellersList['filters']): readonly TableFilter[] {
  const { t } = useTranslation();
  return [
    {
      name: 'days',
      shape: 'days',
      from,
      to,
      label: t('transactions-when'),
      value: days,
      options: sellersTable.filters.days.map((value) => ({
        value,
        text: value === 'own' ? t('range-own') : t('home-last-days', { n: value }),
      })),
    },
  ];
}
