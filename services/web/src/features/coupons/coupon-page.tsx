import { TicketX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { Details } from '../../components/kit/detail.tsx';
import { DetailCard, DetailPage } from '../../components/kit/detail-page.tsx';
import { NoDetail } from '../../components/studio/no-detail.tsx';
import { PriceUses } from '../../components/studio/price-uses.tsx';
import { usePriceSumText } from '../../components/studio/sum-text.ts';
import { pageOf, useAddress } from '../../components/studio/use-address.ts';
import { useTitle } from '../../lib/navigation/title.ts';
import { paths } from '../../lib/paths.ts';
import { useFormats } from '../../lib/site.tsx';
import { CouponState, useCouponLabels } from './coupon-labels.tsx';
import { useCouponDetails, type Coupon, type CouponUse } from './coupons-query.ts';
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
      <NoDetail
        asked={{ ...query, failed: 'coupon-details-error' }}
        title={t('coupon-label')}
        list={paths.couponReports}
        listName={t('nav-coupon-reports')}
        icon={TicketX}
        gone={t('coupon-gone')}
      />
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
      <PriceUses
        title={t('coupon-payments')}
        none={t('coupon-no-payments')}
        uses={data.uses}
        page={of}
        What={Bought}
        onPage={(page) => change({ page: page === 1 ? null : String(page) })}
      />
    </DetailPage>
  );
}

function Sums({ coupon }: { coupon: Coupon }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const sum = usePriceSumText();
  return (
    <DetailCard title={t('coupon-earned-after')}>
      <Details
        list={[
          { name: t('coupon-first-payments'), value: sum(coupon, 'first_amount') },
          {
            name: t('coupon-renewals'),
            value: (
              <>
                {sum(coupon, 'renewal_amount')} <span className="muted">({number(coupon.renewals)})</span>
              </>
            ),
          },
          { name: t('fans-saved'), value: sum(coupon, 'saved_amount') },
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

function Bought({ use: { kind } }: { use: CouponUse }) {
  const { t } = useTranslation();
  return t(kind === 'renewal' ? 'transaction-renewal' : 'transaction-membership');
}
