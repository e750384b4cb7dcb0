import type { MeView } from '@backlot/contracts/accounts';
import type { MembershipQuote } from '@backlot/contracts/memberships';
import { isAdmin, isSubscribed } from '@backlot/domain/people/roles';
import { useTranslation } from 'react-i18next';
import { LoadFailed } from '../../components/load-failed.tsx';
import { paths } from '../../lib/paths.ts';
import { useMembershipQuote } from '../../entities/membership/membership-quote.ts';
import { isPaidFromWallet, useRebillText } from '../../entities/membership/rebill-text.ts';
import { useIsFromWallet } from '../../entities/membership/rhythm.ts';
import { standingOf, useGoingOnText } from '../../entities/membership/standing.ts';
import { useCardEntry } from '../../entities/purchase/card-entry.ts';
import { ButtonLink } from '../../components/button.tsx';
import { MembershipBenefits } from '../../components/offer/membership-benefits.tsx';
import { FailedRenewal } from '../../components/offer/failed-renewal.tsx';
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
      </header>
      {isMember || quote === undefined ? <Member /> : <Price quote={quote} />}
      <div className="offer-more">
        <MembershipBenefits />
        {isMember ? null : <WaitingInside />}
      </div>
    </div>
  );
}

function Member() {
  const { t } = useTranslation();
  const { date } = useFormats();
  const { name } = useSite();
  const me = useMe();
  const rebillText = useRebillText();
  const goingOnText = useGoingOnText();
  const standing = me === null ? 'none' : standingOf(me);
  const until = standing === 'cancelled' ? (me?.expiration_date ?? null) : null;
  const isRunning = me?.ccbillSubscriptionStatus === '2';
  const isFailed = isRunning && standing === 'failed';
  const said = !isRunning ? null : isFailed ? rebillText(me) : goingOnText(me);
  // Staff read this page too and have nothing to cancel.
  const canCancel = isRunning && !isAdmin(viewerOf(me));
  return (
    <aside className="offer-side">
      <div className="offer-card">
        <div className="offer-inside">
          <h2>{until ? t('membership-active-until', { date: date(until) }) : t('membership-of', { site: name })}</h2>
          {said === null ? null : (
            <p className={isFailed ? 'offer-note' : 'offer-standing'} data-tone={isFailed ? 'bad' : undefined}>
              {said}
            </p>
          )}
          <div className="offer-go">
            {isFailed ? <Mend me={me} /> : null}
            <ButtonLink to={paths.feed} size="l" tone={isFailed ? 'quiet' : 'primary'} wide>
              {t('btn-go-to-feed')}
            </ButtonLink>
            <ButtonLink to={paths.profile} tone="quiet" wide>
              {t('profile-title')}
            </ButtonLink>
            {canCancel ? <Cancel /> : null}
            <WithdrawLink />
          </div>
        </div>
      </div>
    </aside>
  );
}

/** The way to what its renewal waits for; nothing where cards are typed on the provider's page. */
function Mend({ me }: { readonly me: MeView }) {
  const { t } = useTranslation();
  const isHosted = useCardEntry() === 'hosted';
  const isFromWallet = isPaidFromWallet(me);
  if (!isFromWallet && (isHosted || me.subscription_detail?.retries_with_card !== true)) return null;
  return (
    <ButtonLink to={isFromWallet ? paths.wallet : paths.paymentMethod} size="l" wide>
      {t(isFromWallet ? 'wallet-title' : 'rebill-change-card')}
    </ButtonLink>
  );
}

function Cancel() {
  const { t } = useTranslation();
  return (
    <ButtonLink to={paths.cancelSubscription} tone="plain" wide>
      {t('cancel-title')}
    </ButtonLink>
  );
}

function Price({ quote }: { quote: MembershipQuote }) {
  const { t } = useTranslation();
  const me = useMe();
  const isGuest = me === null;
  const isFromWallet = useIsFromWallet();
  return (
    <OfferCard
      quote={quote}
      isFromWallet={isFromWallet}
      action={
        <div className="offer-go">
          {me?.isRebillFailed ? <FailedRenewal me={me} isFree={quote.is_free} /> : null}
          <ButtonLink to={isGuest ? paths.register : paths.subscribe} size="l" wide>
            {quote.is_free ? t('btn-join-free') : t(isGuest ? 'btn-join-now' : 'membership-continue')}
          </ButtonLink>
          {/* Access is over, and its renewal is tried on until somebody stops it (C16). */}
          {me?.isRebillFailed ? <Cancel /> : null}
        </div>
      }
    />
  );
}
