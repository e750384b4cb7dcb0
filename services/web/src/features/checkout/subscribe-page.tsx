import type { MeView } from '@backlot/contracts/accounts';
import { isCheckedAtOnce } from '@backlot/domain/money/coupon-terms';
import { isAdmin, isSubscribed } from '@backlot/domain/people/roles';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { LoadFailed } from '../../components/load-failed.tsx';
import { buyingText } from '../../entities/membership/rebill-text.ts';
import { useMembershipQuote } from '../../entities/membership/membership-quote.ts';
import { MembershipBenefits } from '../../components/offer/membership-benefits.tsx';
import { FailedRenewal } from '../../components/offer/failed-renewal.tsx';
import { laterCharges } from '../../components/offer/later-charges.ts';
import { OfferCard } from '../../components/offer/offer-card.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { WaitingInside } from '../../components/offer/waiting-inside.tsx';
import { WantedPost } from '../../components/offer/wanted-post.tsx';
import { SiteLink } from '../../components/site-link.tsx';
import { paths } from '../../lib/paths.ts';
import { useFormats, useMe, viewerOf } from '../../lib/site.tsx';
import '../../components/styles/media.css';
import '../../components/styles/offer.css';
import '../../components/styles/forms.css';
import './checkout.css';
import { CouponBox, useShowsCoupons } from './coupon/coupon-box.tsx';
import { useCoupon } from './coupon/use-coupon.ts';
import { AlreadyMember, Joined, Settling } from './subscribe-outcomes.tsx';
import { SubscribeForm } from './subscribe-form.tsx';
import { usePayWith } from './wallet/pay-with.tsx';

type Stage =
  | { readonly kind: 'form'; readonly error: unknown }
  | { readonly kind: 'settling'; readonly intentId: string }
  | { readonly kind: 'joined' };

/** What it costs and when, the card, the consent: one page, and one button that says the first amount. */
export function Page() {
  const me = useMe();
  const { t } = useTranslation();
  const { money, date } = useFormats();
  const { data: quote, isError, refetch } = useMembershipQuote();
  const [stage, setStage] = useState<Stage>({ kind: 'form', error: null });
  const linked = useSearchParams()[0].get('coupon')?.trim() ?? '';
  const showsCoupons = useShowsCoupons(linked);
  const coupon = useCoupon(linked, showsCoupons && isCheckedAtOnce(linked, me?.isRebillFailed === true));
  const offered = coupon.applied?.quote ?? quote;
  const choice = usePayWith(offered?.initial_amount ?? 0);
  if (stage.kind === 'joined') return <Joined />;
  const isSettling = stage.kind === 'settling';
  // SUB-38: a member goes on with another account here, when no card on file does.
  const isMoving = me?.showMigrationPopup === true;
  if (!isSettling && (isAdmin(viewerOf(me)) || isSubscribed(me?.ccbillSubscriptionStatus)) && !isMoving)
    return <AlreadyMember />;
  if (quote === undefined || offered === undefined) {
    return isError ? <LoadFailed onRetry={refetch} /> : <Skeleton lines={6} />;
  }
  return (
    <>
      {isSettling ? (
        <Settling
          intentId={stage.intentId}
          onSucceeded={() => setStage({ kind: 'joined' })}
          onDeclined={(error) => setStage({ kind: 'form', error })}
        />
      ) : null}
      {/* The form stays while the payment settles: what was typed is there when it is declined. */}
      <div className="offer page-width" hidden={isSettling}>
        <Intro me={me} />
        <OfferCard quote={offered} isFromWallet={!offered.is_free && choice.way === 'wallet'}>
          <WaitingInside />
        </OfferCard>
        <div className="offer-main">
          {quote.waiting_payment === undefined ? null : (
            <p className="offer-note" role="status">
              {t('payment-in-progress')}{' '}
              <SiteLink className="text-link" to={paths.payment(quote.waiting_payment)}>
                {t('btn-continue')}
              </SiteLink>
            </p>
          )}
          {isMoving ? (
            <p className="offer-note">
              {t('migration-dates', {
                price: money(quote.initial_amount),
                from: date(me.next_billing_date ?? quote.first_charge_at),
                until: date(laterCharges(quote, choice.way === 'wallet').at),
              })}
            </p>
          ) : null}
          {me?.isRebillFailed && !isMoving ? <FailedRenewal me={me} isFree={offered.is_free} /> : null}
          {showsCoupons && !isMoving ? <CouponBox coupon={coupon} usual={quote} /> : null}
          <SubscribeForm
            quote={offered}
            choice={choice}
            coupon={coupon}
            error={isSettling ? null : stage.error}
            onSettled={(purchase) =>
              setStage(
                purchase.state === 'succeeded'
                  ? { kind: 'joined' }
                  : { kind: 'settling', intentId: purchase.intent_id },
              )
            }
          />
        </div>
      </div>
    </>
  );
}

function Intro({ me }: { me: MeView | null }) {
  const { t } = useTranslation();
  return (
    <header className="offer-intro subscribe-intro">
      <h1 tabIndex={-1}>
        {t(me?.isSubscribedEver ? (buyingText(me) ?? 'subscribe-renew-title') : 'membership-title')}
      </h1>
      <p className="offer-lede">{t('membership-text')}</p>
      <WantedPost />
      <MembershipBenefits />
    </header>
  );
}
