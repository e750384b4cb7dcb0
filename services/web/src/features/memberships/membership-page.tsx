import type { MembershipQuote } from '@backlot/contracts/memberships';
import { isAdmin, isSubscribed } from '@backlot/domain/roles';
import { useTranslation } from 'react-i18next';
import { paths } from '../../app/paths.ts';
import { useMembershipQuote } from '../../calls/membership-quote.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { MembershipBenefits } from '../../components/membership-benefits.tsx';
import { MessagePage } from '../../components/message-page.tsx';
import { OfferCard } from '../../components/offer-card.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { WaitingInside } from '../../components/waiting-inside.tsx';
import { useFormats, useMe, viewerOf } from '../../lib/site.tsx';
import '../../styles/media.css';
import '../../styles/offer.css';

/** What a membership is and costs; the payment itself is one step further. */
export function Page() {
  const { t } = useTranslation();
  const me = useMe();
  const { data: quote, isError, refetch } = useMembershipQuote();
  const isMember = isAdmin(viewerOf(me)) || isSubscribed(me?.ccbillSubscriptionStatus);
  if (quote === undefined && !isMember) {
    return isError ? <MessagePage title={t('error-title')} actions={<Button onClick={() => { void refetch(); }}>{t('btn-try-again')}</Button>}><p>{t('error-load')}</p></MessagePage> : <Skeleton lines={6} />;
  }
  return (
    <div className="offer offer-short page-width">
      <header className="offer-intro">
        <h1 tabIndex={-1}>{isMember ? t('membership-active') : me?.isSubscribedEver ? t('subscribe-renew-title') : t('membership-title')}</h1>
        <p className="offer-lede">{t('membership-text')}</p>
        <MembershipBenefits />
        <WaitingInside />
      </header>
      {isMember || quote === undefined ? <Member /> : <Price quote={quote} />}
    </div>
  );
}

function Member() {
  const { t } = useTranslation();
  const { date } = useFormats();
  const me = useMe();
  const until = me?.ccbillSubscriptionStatus === '1' ? me.expiration_date : null;
  return (
    <aside className="offer-side">
      <div className="offer-card"><div className="offer-inside">
        <h2>{until ? t('membership-active-until', { date: date(until) }) : t('membership-active')}</h2>
        <div className="offer-go"><ButtonLink to={paths.feed} size="l" wide>{t('btn-go-to-feed')}</ButtonLink><ButtonLink to={paths.profile} tone="quiet" wide>{t('profile-title')}</ButtonLink></div>
      </div></div>
    </aside>
  );
}

function Price({ quote }: { quote: MembershipQuote }) {
  const { t } = useTranslation();
  return <OfferCard quote={quote} action={<div className="offer-go"><ButtonLink to={paths.subscribe} size="l" wide>{quote.is_free ? t('btn-join-free') : t('membership-continue')}</ButtonLink></div>} />;
}
