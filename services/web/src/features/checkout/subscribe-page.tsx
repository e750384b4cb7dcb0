import { isAdmin, isSubscribed } from '@backlot/domain/roles';
import type { MembershipQuote } from '@backlot/contracts/memberships';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMembershipQuote } from '../../calls/membership-quote.ts';
import { Button } from '../../components/button.tsx';
import { MembershipBenefits } from '../../components/membership-benefits.tsx';
import { MessagePage } from '../../components/message-page.tsx';
import { PriceTimeline } from '../../components/price-timeline.tsx';
import { QuoteTerms } from '../../components/quote-terms.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { WaitingInside } from '../../components/waiting-inside.tsx';
import { useMe, useSetting, useSite, viewerOf } from '../../lib/site.tsx';
import '../../styles/media.css';
import '../../styles/offer.css';
import '../../styles/forms.css';
import './checkout.css';
import { AlreadyMember, Joined, Settling } from './subscribe-outcomes.tsx';
import { SubscribeForm } from './subscribe-form.tsx';

type Stage = { readonly kind: 'form'; readonly error: unknown } | { readonly kind: 'settling'; readonly intentId: string } | { readonly kind: 'joined' };

/** What it costs and when, the card, the consent: one page, and one button that says the first amount. */
export function Page() {
  const { t } = useTranslation();
  const me = useMe();
  const { data: quote, isError, refetch } = useMembershipQuote();
  const [stage, setStage] = useState<Stage>({ kind: 'form', error: null });
  if (stage.kind === 'joined') return <Joined />;
  if (stage.kind === 'settling') {
    return <Settling intentId={stage.intentId} onSucceeded={() => setStage({ kind: 'joined' })} onDeclined={(error) => setStage({ kind: 'form', error })} />;
  }
  if (isAdmin(viewerOf(me)) || isSubscribed(me?.ccbillSubscriptionStatus)) return <AlreadyMember />;
  if (quote === undefined) {
    return isError ? <MessagePage title={t('error-title')} actions={<Button onClick={() => { void refetch(); }}>{t('btn-try-again')}</Button>}><p>{t('error-load')}</p></MessagePage> : <Skeleton lines={6} />;
  }
  return (
    <div className="offer page-width">
      <Intro isReturning={me?.isSubscribedEver === true} />
      <Summary quote={quote} />
      <div className="offer-main">
        {me?.isRebillFailed ? <p className="offer-note">{t('rebill-failed-text')}</p> : null}
        <SubscribeForm
          quote={quote} error={stage.error}
          onSettled={(purchase) => setStage(purchase.state === 'succeeded' ? { kind: 'joined' } : { kind: 'settling', intentId: purchase.intent_id })}
        />
      </div>
    </div>
  );
}

function Intro({ isReturning }: { isReturning: boolean }) {
  const { t } = useTranslation();
  return (
    <header className="offer-intro">
      <h1 tabIndex={-1}>{isReturning ? t('subscribe-renew-title') : t('membership-title')}</h1>
      <p className="offer-lede">{t('membership-text')}</p>
      <MembershipBenefits />
    </header>
  );
}

function Summary({ quote }: { quote: MembershipQuote }) {
  const { t } = useTranslation();
  const { name } = useSite();
  const own = useSetting('signup_image');
  const banner = useSetting('hero_banner_images')?.[0];
  const picture = own || banner;
  return (
    <aside className="offer-side" aria-label={t('subscribe-summary')}>
      <div className="offer-card">
        {picture ? <div className="offer-picture"><img src={picture} alt="" /></div> : null}
        <div className="offer-inside">
          <h2>{t('membership-of', { site: name })}</h2>
          <p className="offer-rhythm">{quote.is_free ? t('membership-free-text') : t('membership-rhythm', { currency: quote.currency })}</p>
          {quote.is_free ? null : <PriceTimeline quote={quote} />}
          <QuoteTerms quote={quote} />
        </div>
      </div>
      <WaitingInside />
    </aside>
  );
}
