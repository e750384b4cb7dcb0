import { queryKeys } from '@backlot/contracts/bootstrap';
import { useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { goBackTo, wayBack } from '../../lib/navigation/return-address.ts';
import { placeAfterJoining } from '../../lib/navigation/after-joining.ts';
import { useRenewalPrice } from '../../entities/membership/renewal-price.ts';
import { beginPurchase, endPurchase } from '../../entities/purchase/purchase-in-front.ts';
import { usePurchaseState } from '../../entities/purchase/purchase-state.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { settingsKey, useFormats, useMe, useSite } from '../../lib/site.tsx';
import { useSlots } from '../../components/theme/slots.tsx';
import { declinedLater } from './payment-problem.tsx';
import { WaitingForPayer } from './waiting/waiting-for-payer.tsx';

/** It worked: what happens next, and where to go. */
export function Joined() {
  const { t } = useTranslation();
  const { date } = useFormats();
  const renewalPrice = useRenewalPrice();
  const { id: site, sendsMail } = useSite();
  const me = useMe();
  const queries = useQueryClient();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    title.current?.focus();
    // What a member sees is fetched again.
    for (const queryKey of [
      queryKeys.me(site),
      queryKeys.quote(site),
      queryKeys.cards(site),
      [site, 'feed'],
      [site, 'post'],
      settingsKey(site),
    ])
      void queries.invalidateQueries({ queryKey });
  }, [queries, site]);
  const next = me?.next_billing_date;
  const isRenewed = me !== null && (me.subscription_detail?.recurring_price ?? 0) > 0;
  return (
    <div className="outcome" role="status">
      <span className="outcome-sign" aria-hidden="true">
        <Check className="icon" />
      </span>
      <h1 ref={title} tabIndex={-1}>
        {t('subscribe-success-title')}
      </h1>
      <p>
        {t('membership-joined')} {me && sendsMail ? t('subscribe-success-text', { email: me.email }) : null}
      </p>
      {next && isRenewed ? (
        <p className="outcome-next">
          {t('mail-receipt-next', { amount: renewalPrice(me), date: date(next) })} {t('subscribe-how-to-cancel')}
        </p>
      ) : null}
      <div className="outcome-actions">
        <WayBack />
        <ButtonLink to={paths.profile} tone="quiet" size="l">
          {t('profile-membership')}
        </ButtonLink>
      </div>
    </div>
  );
}

/** To the post that led here, to the page that a guest asked for, or to the feed at the place where it was left. */
function WayBack() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [back] = useState(() => {
    const place = placeAfterJoining();
    if (place === null) return null;
    return {
      ...wayBack(place),
      label: place.isAsked
        ? 'btn-continue'
        : place.post !== null || place.to.startsWith('/feed/')
          ? 'btn-go-to-post'
          : 'btn-go-to-feed',
    } as const;
  });
  if (back === null)
    return (
      <ButtonLink to={paths.feed} size="l">
        {t('btn-go-to-feed')}
      </ButtonLink>
    );
  return (
    <Button
      size="l"
      onClick={() => {
        void goBackTo(back, navigate);
      }}
    >
      {t(back.label)}
    </Button>
  );
}

/** Milliseconds after which the words say that it takes longer than usual. */
const longMs = 20_000;

/** The provider has not answered yet. The server finds out; this page asks and waits. */
export function Settling({
  intentId,
  onSucceeded,
  onDeclined,
}: {
  intentId: string;
  onSucceeded: () => void;
  onDeclined: (error: unknown) => void;
}) {
  const { t } = useTranslation();
  const { Busy } = useSlots();
  const purchase = usePurchaseState(intentId);
  const [isLong, setLong] = useState(false);
  const told = useRef({ onSucceeded, onDeclined });
  told.current = { onSucceeded, onDeclined };
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), longMs);
    return () => clearTimeout(timer);
  }, []);
  const state = purchase?.state;
  const isSettled = useRef(false);
  isSettled.current = state === 'succeeded' || state === 'declined';
  useEffect(() => {
    beginPurchase();
    return () => endPurchase(isSettled.current);
  }, []);
  useEffect(() => {
    if (state === 'succeeded') told.current.onSucceeded();
    if (purchase?.state === 'declined') told.current.onDeclined(declinedLater(purchase));
  }, [state, purchase]);
  if (purchase?.action) return <WaitingForPayer purchase={purchase} />;
  return (
    <div className="outcome">
      <h1 tabIndex={-1}>
        <Busy label={t('btn-payment-processing')} />
      </h1>
      <p role="status">{isLong ? t('subscribe-still-processing') : t('subscribe-processing')}</p>
      {isLong ? (
        <div className="outcome-actions">
          <ButtonLink to={paths.feed} tone="quiet">
            {t('btn-go-to-feed')}
          </ButtonLink>
        </div>
      ) : null}
    </div>
  );
}

export function AlreadyMember() {
  const { t } = useTranslation();
  const { date } = useFormats();
  const me = useMe();
  const until = me?.ccbillSubscriptionStatus === '1' ? me.expiration_date : null;
  return (
    <div className="outcome">
      <span className="outcome-sign" aria-hidden="true">
        <Check className="icon" />
      </span>
      <h1 tabIndex={-1}>{until ? t('membership-active-until', { date: date(until) }) : t('membership-active')}</h1>
      <div className="outcome-actions">
        <ButtonLink to={paths.feed} size="l">
          {t('btn-go-to-feed')}
        </ButtonLink>
        <ButtonLink to={paths.profile} tone="quiet" size="l">
          {t('profile-membership')}
        </ButtonLink>
      </div>
    </div>
  );
}
