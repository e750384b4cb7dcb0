import { ChartColumn } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { answerOf } from '../../components/kit/table/answer-of.ts';
import { useTableAddress } from '../../components/kit/table/table-address.ts';
import { TablePage } from '../../components/kit/table/table-page.tsx';
import type { ListEntry, TableColumn } from '../../components/kit/table/table-types.ts';
import { ExportButton } from '../../components/studio/export-button.tsx';
import { usePriceSumText } from '../../components/studio/sum-text.ts';
import { SiteLink } from '../../components/site-link.tsx';
import { leftAt } from '../../lib/navigation/left-at.ts';
import { paths } from '../../lib/paths.ts';
import { useFormats } from '../../lib/site.tsx';
import { CouponState, useCouponLabels } from './coupon-labels.tsx';
import { couponFiltersOf, couponsTable, useCoupons, type Coupon } from './coupons-query.ts';
import { useStateFilter } from './use-state-filter.ts';
import './coupons.css';

/** What each coupon brought in, after refunds and chargebacks. */
export function Page() {
  const { t } = useTranslation();
  const address = useTableAddress(couponsTable);
  const { list } = address;
  const query = useCoupons(list);
  const { data } = query;
  const rows = data?.couponList ?? [];
  return (
    <TablePage
      name="coupon-reports"
      title={t('nav-coupon-reports')}
      summary={data ? t('coupons-count', { count: data.paginationData.totalRows }) : ''}
      actions={<ExportButton isEmpty={rows.length === 0} ask={{ list: 'coupons', coupons: couponFiltersOf(list) }} />}
      address={address}
      query={{ ...query, data: data && answerOf(rows, data.paginationData) }}
      columns={useColumns()}
      nameOf={({ code }) => code}
      entryOf={useEntry()}
      searchLabel={t('coupons-search')}
      filtersLabel={t('coupons-filters')}
      filters={useStateFilter(list.filters.state)}
      empty={{ icon: ChartColumn, text: t('coupon-reports-empty') }}
      noneFound={t('coupons-none-found')}
    />
  );
}

/** The same on a phone. */
function useEntry(): (coupon: Coupon) => ListEntry {
  const { t } = useTranslation();
  const sum = usePriceSumText();
  const labels = useCouponLabels();
  return (coupon) => ({
    picture: (
      <span className="coupon-mark" aria-hidden="true">
        <ChartColumn className="icon" />
      </span>
    ),
    title: <CouponLink coupon={coupon} />,
    note: `${t('coupon-uses')} ${labels.uses(coupon)}`,
    end: (
      <>
        <b>{sum(coupon, 'first_amount', 'renewal_amount')}</b>
        <CouponState coupon={coupon} />
      </>
    ),
  });
}

function CouponLink({ coupon }: { coupon: Coupon }) {
  return (
    <SiteLink
      className="text-link coupon-code"
      dir="ltr"
      to={paths.couponReport(coupon._id)}
      state={leftAt(useLocation())}
    >
      {coupon.code}
    </SiteLink>
  );
}

function useColumns(): readonly TableColumn<Coupon>[] {
  const { t } = useTranslation();
  const { number } = useFormats();
  const sum = usePriceSumText();
  const labels = useCouponLabels();
  return [
    {
      id: 'code',
      head: t('coupon-label'),
      isName: true,
      sorts: 'asc',
      takesRest: true,
      cell: (coupon) => <CouponLink coupon={coupon} />,
    },
    { id: 'uses', head: t('coupon-uses'), kind: 'number', cell: labels.uses },
    {
      id: 'first',
      head: t('coupon-first-payments'),
      kind: 'number',
      from: 'tablet',
      cell: (coupon) => sum(coupon, 'first_amount'),
    },
    {
      id: 'renewals',
      head: t('coupon-renewals'),
      kind: 'number',
      from: 'wide',
      cell: (coupon) => (
        <>
          {sum(coupon, 'renewal_amount')} <span className="muted">({number(coupon.renewals)})</span>
        </>
      ),
    },
    {
      id: 'saved',
      head: t('fans-saved'),
      kind: 'number',
      from: 'wide',
      cell: (coupon) => sum(coupon, 'saved_amount'),
    },
    {
      id: 'sum',
      head: t('coupon-earned'),
      kind: 'number',
      cell: (coupon) => <b>{sum(coupon, 'first_amount', 'renewal_amount')}</b>,
    },
    { id: 'status', head: t('column-status'), from: 'tablet', cell: (coupon) => <CouponState coupon={coupon} /> },
  ];
}
