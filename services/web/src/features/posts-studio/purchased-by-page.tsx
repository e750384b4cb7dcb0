import { promotionTypeTexts } from '@backlot/domain/formats/offer-texts';
import { ShoppingBag } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation, useParams } from 'react-router-dom';
import { Details } from '../../components/kit/detail.tsx';
import { DetailCard, DetailPage } from '../../components/kit/detail-page.tsx';
import { SiteLink } from '../../components/site-link.tsx';
import { ExportButton } from '../../components/studio/export-button.tsx';
import { Empty } from '../../components/studio/list-states.tsx';
import { NoDetail } from '../../components/studio/no-detail.tsx';
import { Pager } from '../../components/studio/pager.tsx';
import { pageOf, useAddress } from '../../components/studio/use-address.ts';
import { leftAt } from '../../lib/navigation/left-at.ts';
import { useTitle } from '../../lib/navigation/title.ts';
import { paths } from '../../lib/paths.ts';
import { useFormats, useMoneyIn } from '../../lib/site.tsx';
import { usePurchasedBy } from './locked/locked-query.ts';
import { PurchasedRows } from './locked/purchased-rows.tsx';
import './locked/locked-content.css';

/** Who bought a post, in any of its versions; at the price of a promotion, if the address names one. */
export function Page() {
  const { t } = useTranslation();
  const { blogId = '', promotion_id: promotionId } = useParams();
  const [params, change] = useAddress();
  const query = usePurchasedBy(blogId, pageOf(params), promotionId);
  const { data, isPlaceholderData } = query;
  useTitle(data ? t('purchased-title', { name: data.title }) : t('purchased-by'));
  if (!data)
    return (
      <NoDetail
        asked={query}
        title={t('purchased-by')}
        list={paths.lockedContent}
        listName={t('nav-locked-content')}
        icon={ShoppingBag}
        gone={t('purchased-gone')}
      />
    );
  const { purchases, paginationData: of } = data;
  return (
    <DetailPage
      list={paths.lockedContent}
      title={data.title}
      state={
        <ExportButton
          isEmpty={purchases.length === 0}
          ask={{
            list: 'purchases',
            blog_id: blogId,
            ...(promotionId === undefined ? {} : { promotion_id: promotionId }),
          }}
        />
      }
      side={
        <>
          <Sums sold={of.totalRows} earnings={data.earnings} currency={data.currency} />
          {data.promotion === null ? null : <AtPromotion postId={blogId} promotion={data.promotion} />}
        </>
      }
    >
      <DetailCard title={t('purchased-by')}>
        {purchases.length === 0 ? (
          <Empty icon={ShoppingBag} text={t(data.promotion === null ? 'purchased-none' : 'promotion-no-payments')} />
        ) : null}
        <PurchasedRows
          purchases={purchases}
          hasVersions={new Set(purchases.map(({ version }) => version._id)).size > 1}
          isStale={isPlaceholderData}
        />
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

interface SumsProps {
  /** All of them, also what was taken back or paid in another currency. */
  readonly sold: number;
  readonly earnings: number;
  readonly currency: string;
}

function Sums({ sold, earnings, currency }: SumsProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const moneyIn = useMoneyIn();
  return (
    <DetailCard title={t('promotion-purchases')}>
      <Details
        list={[
          { name: t('locked-sold'), value: number(sold) },
          { name: t('coupon-earned-after'), value: moneyIn(earnings, currency) },
        ]}
      />
    </DetailCard>
  );
}

interface AtPromotionProps {
  readonly postId: string;
  readonly promotion: {
    readonly _id: string;
    readonly type: keyof typeof promotionTypeTexts;
    readonly ribbon_text: string;
  };
}

/** Whose buyers alone are shown, and the way to all. */
function AtPromotion({ postId, promotion: { _id, type, ribbon_text: ribbon } }: AtPromotionProps) {
  const { t } = useTranslation();
  const place = useLocation();
  return (
    <DetailCard title={t('purchased-promotion')}>
      <p dir="auto">
        <SiteLink className="text-link" to={paths.promotionReport(_id)} state={leftAt(place)}>
          {ribbon || t(promotionTypeTexts[type])}
        </SiteLink>
      </p>
      <p className="small">
        <SiteLink className="text-link" to={paths.purchasedBy(postId)} state={place.state}>
          {t('purchased-all')}
        </SiteLink>
      </p>
    </DetailCard>
  );
}
