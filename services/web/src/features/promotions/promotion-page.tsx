import { BadgePercent } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation, useParams } from 'react-router-dom';
import { Details } from '../../components/kit/detail.tsx';
import { DetailCard, DetailPage } from '../../components/kit/detail-page.tsx';
import { SiteLink } from '../../components/site-link.tsx';
import { NoDetail } from '../../components/studio/no-detail.tsx';
import { PriceUses } from '../../components/studio/price-uses.tsx';
import { usePriceSumText } from '../../components/studio/sum-text.ts';
import { pageOf, useAddress } from '../../components/studio/use-address.ts';
import { Time } from '../../components/text/time.tsx';
import { leftAt } from '../../lib/navigation/left-at.ts';
import { useTitle } from '../../lib/navigation/title.ts';
import { paths } from '../../lib/paths.ts';
import { useFormats } from '../../lib/site.tsx';
import { PromotionState, usePromotionLabels } from './promotion-labels.tsx';
import { usePromotionUsers, type PromotionReport, type PromotionUse } from './promotions-query.ts';
import './promotions.css';

/** One promotion: what it brought in, and everybody who bought at its price. */
export function Page() {
  const { t } = useTranslation();
  const { promotion_id: id = '' } = useParams();
  const [params, change] = useAddress();
  const labels = usePromotionLabels();
  const query = usePromotionUsers(id, pageOf(params));
  const { data } = query;
  const title = data ? labels.name(data.promotion) : t('nav-promotions');
  useTitle(title);
  if (!data)
    return (
      <NoDetail
        asked={query}
        title={title}
        list={paths.promotions}
        listName={t('nav-promotions')}
        icon={BadgePercent}
        gone={t('promotion-gone')}
      />
    );
  const { promotion, paginationData: of } = data;
  return (
    <DetailPage
      list={paths.promotions}
      title={title}
      state={<PromotionState promotion={promotion} />}
      side={
        <>
          <Sums promotion={promotion} />
          <Terms promotion={promotion} />
        </>
      }
    >
      <PriceUses
        title={t('promotion-payments')}
        none={t('promotion-no-payments')}
        uses={data.uses}
        page={of}
        What={Bought}
        onPage={(page) => change({ page: page === 1 ? null : String(page) })}
      />
    </DetailPage>
  );
}

function Sums({ promotion }: { promotion: PromotionReport }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const sum = usePriceSumText();
  const isOfPosts = promotion.type === 'LOCKED_CONTENT';
  const counted = (part: 'first_amount' | 'renewal_amount', count: number) => (
    <>
      {sum(promotion, part)} <span className="muted">({number(count)})</span>
    </>
  );
  return (
    <DetailCard title={t('coupon-earned-after')}>
      <Details
        list={[
          {
            name: t(isOfPosts ? 'promotion-posts-sold' : 'coupon-first-payments'),
            value: counted('first_amount', promotion.purchases),
          },
          !isOfPosts && { name: t('coupon-renewals'), value: counted('renewal_amount', promotion.renewals) },
          { name: t('fans-saved'), value: sum(promotion, 'saved_amount') },
        ]}
      />
    </DetailCard>
  );
}

function Terms({ promotion }: { promotion: PromotionReport }) {
  const { t } = useTranslation();
  const labels = usePromotionLabels();
  return (
    <DetailCard title={t('coupon-terms')}>
      <Details
        list={[
          { name: t('promotion-price'), value: labels.price(promotion) },
          { name: t('promotion-audience-label'), value: labels.audience(promotion) },
          { name: t('promotion-started'), value: <Time at={promotion.started_at} exact /> },
          {
            name: t(
              promotion.ended_at === null
                ? promotion.is_repeat_promotion
                  ? 'promotion-next-run'
                  : 'promotion-ends'
                : promotion.is_ended_early
                  ? 'promotion-ended-by-hand'
                  : 'promotion-ended-at',
            ),
            value: <Time at={(promotion.ended_at ?? promotion.ends_at)!} exact />,
          },
        ]}
      />
    </DetailCard>
  );
}

const kindTexts = {
  membership: 'transaction-membership',
  renewal: 'transaction-renewal',
  post: 'promotion-post',
} as const;

/** A post leads to everybody who bought it at this price. */
function Bought({ use: { post, kind } }: { use: PromotionUse }) {
  const { t } = useTranslation();
  const { promotion_id: id } = useParams();
  const place = useLocation();
  if (post === null) return t(kindTexts[kind]);
  return (
    <SiteLink className="text-link" dir="auto" to={paths.purchasedBy(post._id, id)} state={leftAt(place)}>
      {post.title || t(kindTexts[kind])}
    </SiteLink>
  );
}
