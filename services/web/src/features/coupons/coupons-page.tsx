import Button from '@mui/material/Button';
import { ChartColumn, Link2, Pencil, Plus, Power, TicketPercent } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { ActionMenu, type MenuAction } from '../../components/kit/action-menu.tsx';
import { answerOf } from '../../components/kit/table/answer-of.ts';
import { useTableAddress } from '../../components/kit/table/table-address.ts';
import { TablePage } from '../../components/kit/table/table-page.tsx';
import type { ListEntry, TableColumn } from '../../components/kit/table/table-types.ts';
import { SiteLink } from '../../components/site-link.tsx';
import { useCopy } from '../../components/use-copy.ts';
import { useToast } from '../../components/toasts.tsx';
import { paths } from '../../lib/paths.ts';
import { useSetting } from '../../lib/site.tsx';
import { useFailureText } from '../../lib/texts/failure-text.ts';
import { CouponDialog } from './coupon-dialog.tsx';
import { CouponState, useCouponLabels } from './coupon-labels.tsx';
import { couponsTable, useCoupons, useSwitchCoupon, type Coupon } from './coupons-query.ts';
import { useStateFilter } from './use-state-filter.ts';
import './coupons.css';

/** Coupons of the site: made, changed, shared and switched off here. */
export function Page() {
  const { t } = useTranslation();
  const address = useTableAddress(couponsTable);
  const { list, params, change } = address;
  const query = useCoupons(list);
  const { data } = query;
  const rows = data?.couponList ?? [];
  const actionsOf = useActions((id) => change({ coupon: id }));
  const asked = params.get('coupon');
  const edited = rows.find(({ _id }) => _id === asked);
  const make = (className?: string) => (
    <Button
      variant="contained"
      color="primary"
      onClick={() => change({ coupon: 'new' })}
      {...(className ? { className } : {})}
    >
      <Plus className="icon" aria-hidden />
      {t('coupon-new')}
    </Button>
  );
  return (
    <>
      <TablePage
        name="coupons"
        title={t('nav-coupons')}
        summary={data ? t('coupons-count', { count: data.paginationData.totalRows }) : ''}
        actions={make()}
        address={address}
        query={{ ...query, data: data && answerOf(rows, data.paginationData) }}
        columns={useColumns(actionsOf)}
        nameOf={({ code }) => code}
        entryOf={useEntry(actionsOf)}
        searchLabel={t('coupons-search')}
        filtersLabel={t('coupons-filters')}
        filters={useStateFilter(list.filters.state)}
        tools={<HiddenBox />}
        empty={{ icon: TicketPercent, text: t('coupons-empty'), action: make() }}
        noneFound={t('coupons-none-found')}
      />
      {asked === 'new' || edited ? (
        <CouponDialog key={asked} coupon={edited ?? null} onClose={() => change({ coupon: null }, true)} />
      ) : null}
    </>
  );
}

/** The same on a phone. */
function useEntry(actionsOf: (coupon: Coupon) => readonly MenuAction[]): (coupon: Coupon) => ListEntry {
  const { t } = useTranslation();
  const labels = useCouponLabels();
  return (coupon) => ({
    picture: <CouponMark />,
    title: <span dir="ltr">{coupon.code}</span>,
    note: labels.discount(coupon),
    end: (
      <>
        <CouponState coupon={coupon} />
        <ActionMenu label={t('coupon-menu', { code: coupon.code })} actions={actionsOf(coupon)} />
      </>
    ),
  });
}

/** Stands where a person's picture would. */
const CouponMark = () => (
  <span className="coupon-mark" aria-hidden="true">
    <TicketPercent className="icon" />
  </span>
);

/** Coupons work by link alone while the site shows no field for them. */
function HiddenBox() {
  const { t } = useTranslation();
  const isOn = useSetting('enable_coupons') === true;
  const isShown = useSetting('display_coupon_box_to_user') === true;
  if (isOn && isShown) return null;
  return (
    <p className="coupon-hidden">
      {t(isOn ? 'coupons-box-hidden' : 'coupons-are-off')}{' '}
      <SiteLink className="text-link" to={paths.couponSettings}>
        {t('nav-settings')}
      </SiteLink>
    </p>
  );
}

function useColumns(actionsOf: (coupon: Coupon) => readonly MenuAction[]): readonly TableColumn<Coupon>[] {
  const { t } = useTranslation();
  const labels = useCouponLabels();
  return [
    {
      id: 'code',
      head: t('coupon-label'),
      isName: true,
      sorts: 'asc',
      cell: ({ code }) => (
        <b className="coupon-code" dir="ltr">
          {code}
        </b>
      ),
    },
    { id: 'discount', head: t('coupon-discount'), takesRest: true, cell: labels.discount },
    { id: 'days', head: t('coupon-days'), kind: 'muted', from: 'wide', cell: labels.days },
    { id: 'uses', head: t('coupon-uses'), kind: 'number', from: 'tablet', cell: labels.uses },
    { id: 'status', head: t('column-status'), cell: (coupon) => <CouponState coupon={coupon} /> },
    {
      id: 'menu',
      head: t('a11y-coupon-menu'),
      hidesHead: true,
      cell: (coupon) => <ActionMenu label={t('coupon-menu', { code: coupon.code })} actions={actionsOf(coupon)} />,
    },
  ];
}

/** Everything that can be done with one. */
function useActions(onEdit: (id: string) => void): (coupon: Coupon) => readonly MenuAction[] {
  const { t } = useTranslation();
  const copy = useCopy();
  const toast = useToast();
  const errorText = useFailureText('coupon-update-error');
  const navigate = useNavigate();
  const { mutate } = useSwitchCoupon();
  return (coupon) => [
    { key: 'edit', text: t('coupon-edit'), icon: Pencil, run: () => onEdit(coupon._id) },
    {
      key: 'link',
      text: t('coupon-copy-link'),
      icon: Link2,
      run: () => copy(`${location.origin}${paths.subscribeWith(coupon.code)}`),
    },
    {
      key: 'report',
      text: t('coupon-report'),
      icon: ChartColumn,
      run: () => void navigate(paths.couponReport(coupon._id)),
    },
    {
      key: 'switch',
      text: t(coupon.is_enabled ? 'coupon-turn-off' : 'coupon-turn-on'),
      icon: Power,
      run: () =>
        mutate(
          { _id: coupon._id, is_enabled: !coupon.is_enabled },
          { onError: (error) => toast({ text: errorText(error), tone: 'bad' }) },
        ),
    },
  ];
}
