import type { MembershipQuote } from '@backlot/contracts/memberships';
import { isAdmin, isSubscribed } from '@backlot/domain/people/roles';
import { useTranslation } from 'react-i18next';
import { LoadFailed } from '../../components/load-failed.tsx';
import { paths } from '../../lib/paths.ts';
import { useMembershipQuote } from '../../entities/membership/membership-quote.ts';
import { useIsFromWallet } from '../../entities/membership/rhythm.ts';
import { ButtonLink } from '../../components/button.tsx';
import { MembershipBenefits } from '../../components/offer/membership-benefits.tsx';
import { OfferCard } from '../../components/offer/offer-card.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { WithdrawLink } from '../../components/withdraw-link.tsx';
import { WaitingInside } from '../../components/offer/waiting-inside.tsx';
import { WantedPost } from '../../components/offer/wanted-post.tsx';
import { useFormats, useMe, useSite, viewerOf } from '../../lib/site.tsx';
import '../../components/styles/media.css';
import '../../components/styles/offer.css';

/** What a membership is and costs; the payment itself is one step further. */
export function Page() {
  const { t } = useTranslation();
  const me = useMe();
  const { data: quote, isError, refetch } = useMembershipQuote();
  const isMember = isAdmin(viewerOf(me)) || isSubscribed(me?.ccbillSubscriptionStatus);
  if (quote === undefined && !isMember) {
    return isError ? <LoadFailed onRetry={refetch} /> : <Skeleton lines={6} />;
  }
  return (
    <div className="offer offer-short page-width">
      <header className="offer-intro">
        <h1 tabIndex={-1}>
          {isMember
            ? t('membership-active')
            : me?.isSubscribedEver
              ? t('subscribe-renew-title')
              : t('membership-title')}
        </h1>
        <p className="offer-lede">{t('membership-text')}</p>
        {isMember ? null : <WantedPost />}
        <MembershipBenefits />
        {isMember ? null : <WaitingInside />}
      </header>
      {isMember || quote === undefined ? <Member /> : <Price quote={quote} />}
    </div>
  );
}

function Member() {
  const { t } = useTranslation();
  const { date, money } = useFormats();
  const { name } = useSite();
  const me = useMe();
  const until = me?.ccbillSubscriptionStatus === '1' ? me.expiration_date : null;
  const price = me?.subscription_detail?.recurring_price ?? 0;
  const renewal = until === null && price > 0 ? me?.next_billing_date : null;
  // Staff read this page too and have nothing to cancel.
  const canCancel = until === null && me?.ccbillSubscriptionStatus === '2' && !isAdmin(viewerOf(me));
  return (
    <aside className="offer-side">
      <div className="offer-card">
        <div className="offer-inside">
          <h2>{until ? t('membership-active-until', { date: date(until) }) : t('membership-of', { site: name })}</h2>
          {renewal ? <p>{t('profile-status-active', { date: date(renewal), amount: money(price) })}</p> : null}
          <div className="offer-go">
            <ButtonLink to={paths.feed} size="l" wide>
              {t('btn-go-to-feed')}
            </ButtonLink>
            <ButtonLink to={paths.profile} tone="quiet" wide>
              {t('profile-title')}
            </ButtonLink>
            {canCancel ? (
              <ButtonLink to={paths.cancelSubscription} tone="plain" wide>
                {t('cancel-title')}
              </ButtonLink>
            ) : null}
            <WithdrawLink />
          </div>
        </div>
      </div>
    </aside>
  );
}

function Price({ quote }: { quote: MembershipQuote }) {
  const { t } = useTranslation();
  const isGuest = useMe() === null;
  const isFromWallet = useIsFromWallet();
  return (
    <OfferCard
      quote={quote}
      isFromWallet={isFromWallet}
      action={
        <div className="offer-go">
          <ButtonLink to={isGuest ? paths.register : paths.subscribe} size="l" wide>
            {quote.is_free ? t('btn-join-free') : t(isGuest ? 'btn-join-now' : 'membership-continue')}
          </ButtonLink>
        </div>
      }
    />
  );
}
