import { isAdmin, isSubscribed } from '@backlot/domain/roles';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMembershipQuote } from '../../calls/membership-quote.ts';
import { Button } from '../../components/button.tsx';
import { MembershipBenefits } from '../../components/membership-benefits.tsx';
import { MessagePage } from '../../components/message-page.tsx';
import { OfferCard } from '../../components/offer-card.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { WaitingInside } from '../../components/waiting-inside.tsx';
import { useMe, viewerOf } from '../../lib/site.tsx';
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
      <OfferCard quote={quote}><WaitingInside /></OfferCard>
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
