import { BadgePercent } from 'lucide-react';
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
      <DetailPage list={paths.promotions} title={title}>
        {query.error instanceof ApiError && [400, 404].includes(query.error.status) ? (
          <Empty icon={BadgePercent} text={t('promotion-gone')}>
            <LinkButton to={paths.promotions}>{t('nav-promotions')}</LinkButton>
          </Empty>
        ) : (
          <NoAnswer asked={query} />
        )}
      </DetailPage>
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
      <DetailCard title={t('promotion-payments')}>
        {of.totalRows === 0 ? <p className="muted">{t('promotion-no-payments')}</p> : <Payments uses={data.uses} />}
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

function Sums({ promotion }: { promotion: PromotionReport }) {
  const { t } = useTranslation();
  const { money, number } = useFormats();
  const isOfPosts = promotion.type === 'LOCKED_CONTENT';
  const counted = (amount: number, count: number) => (
    <>
      {money(amount)} <span className="muted">({number(count)})</span>
    </>
  );
  return (
    <DetailCard title={t('coupon-earned-after')}>
      <Details
        list={[
          {
            name: t(isOfPosts ? 'promotion-posts-sold' : 'coupon-first-payments'),
            value: counted(promotion.first_amount, promotion.purchases),
          },
          !isOfPosts && { name: t('coupon-renewals'), value: counted(promotion.renewal_amount, promotion.renewals) },
          { name: t('coupon-saved'), value: money(promotion.saved_amount) },
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

function Payments({ uses }: { uses: readonly PromotionUse[] }) {
  const { t } = useTranslation();
  const { money } = useFormats();
  return (
    <ul className="promotion-payments">
      {uses.map((use) => (
        <li key={use._id}>
          <PersonMark name={use.user.name || use.user.email} url={null} />
          <span className="who">
            <FanName fan={use.user} />
            <small className="muted">
              {use.post?.title ? <span dir="auto">{use.post.title}</span> : t(kindTexts[use.kind])} ·{' '}
              <Time at={use.date} />
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
