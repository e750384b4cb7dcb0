import { TicketX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { Details } from '../../components/kit/detail.tsx';
import { DetailCard, DetailPage } from '../../components/kit/detail-page.tsx';
import { LinkButton } from '../../components/kit/link-button.tsx';
import { FanName } from '../../components/studio/fan-name.tsx';
import { Empty, NoAnswer } from '../../components/studio/list-states.tsx';
import { Pager } from '../../components/studio/pager.tsx';
import { PersonMark } from '../../components/studio/person.tsx';
import { StateChip } from '../../components/studio/state-chip.tsx';
import { pageOf, useAddress } from '../../components/studio/use-address.ts';
import { Time } from '../../components/text/time.tsx';
import { ApiError } from '../../lib/api.ts';
import { useTitle } from '../../lib/navigation/title.ts';
import { paths } from '../../lib/paths.ts';
import { useFormats } from '../../lib/site.tsx';
import { CouponState, useCouponLabels } from './coupon-labels.tsx';
import { useCouponDetails, type Coupon, type CouponDetails } from './coupons-query.ts';
import './coupons.css';

/** One coupon: what it brought in, and every payment at its price. */
export function Page() {
  const { t } = useTranslation();
  const { couponId = '' } = useParams();
  const [params, change] = useAddress();
  const query = useCouponDetails(couponId, pageOf(params));
  const { data } = query;
  useTitle(data?.coupon.code ?? t('coupon-label'));
  if (!data)
    return (
      <DetailPage list={paths.couponReports} title={t('coupon-label')}>
        {query.error instanceof ApiError && [400, 404].includes(query.error.status) ? (
          <Empty icon={TicketX} text={t('coupon-gone')}>
            <LinkButton to={paths.couponReports}>{t('nav-coupon-reports')}</LinkButton>
          </Empty>
        ) : (
          <NoAnswer asked={query} />
        )}
      </DetailPage>
    );
  const { coupon, paginationData: of } = data;
  return (
    <DetailPage
      list={paths.couponReports}
      title={coupon.code}
      state={<CouponState coupon={coupon} />}
      side={
        <>
          <Sums coupon={coupon} />
          <Terms coupon={coupon} />
        </>
      }
    >
      <DetailCard title={t('coupon-payments')}>
        {of.totalRows === 0 ? <p className="muted">{t('coupon-no-payments')}</p> : <Payments uses={data.uses} />}
        {of.totalPages > 1 ? (
          <Pager
            page={of.currentPage}
            pages={of.totalPages}
            rows={of.totalRows}
            limit={of.limit}
            onPage={(page) => change({ page: page === 1 ? null : String(page) })}
          />
        ) : null}
      </DetailCard>
    </DetailPage>
  );
}

function Sums({ coupon }: { coupon: Coupon }) {
  const { t } = useTranslation();
  const { money, number } = useFormats();
  return (
    <DetailCard title={t('coupon-earned-after')}>
      <Details
        list={[
          { name: t('coupon-first-payments'), value: money(coupon.first_amount) },
          {
            name: t('coupon-renewals'),
            value: (
              <>
                {money(coupon.renewal_amount)} <span className="muted">({number(coupon.renewals)})</span>
              </>
            ),
          },
          { name: t('coupon-saved'), value: money(coupon.saved_amount) },
        ]}
      />
    </DetailCard>
  );
}

function Terms({ coupon }: { coupon: Coupon }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const labels = useCouponLabels();
  const days = labels.days(coupon);
  return (
    <DetailCard title={t('coupon-terms')}>
      <Details
        list={[
          { name: t('coupon-discount'), value: labels.discount(coupon) },
          days !== '' && { name: t('coupon-days'), value: days },
          { name: t('coupon-uses'), value: labels.uses(coupon) },
          coupon.max_uses_per_user !== null && {
            name: t('coupon-max-per-fan'),
            value: number(coupon.max_uses_per_user),
          },
        ]}
      />
    </DetailCard>
  );
}

function Payments({ uses }: { uses: CouponDetails['uses'] }) {
  const { t } = useTranslation();
  const { money } = useFormats();
  return (
    <ul className="coupon-payments">
      {uses.map((use) => (
        <li key={use._id}>
          <PersonMark name={use.user.name || use.user.email} url={null} />
          <span className="who">
            <FanName fan={use.user} />
            <small className="muted">
              {t(use.kind === 'renewal' ? 'transaction-renewal' : 'transaction-membership')} · <Time at={use.date} />
            </small>
          </span>
          {use.state === 'pending' ? <StateChip tone="warn">{t('transaction-state-pending')}</StateChip> : null}
          <span className="end">
            <b className="num">{money(use.amount)}</b>
            {use.saved_amount > 0 ? (
              <small className="muted">{t('coupon-saved-by', { amount: money(use.saved_amount) })}</small>
            ) : null}
          </span>
        </li>
      ))}
    </ul>
  );
}
