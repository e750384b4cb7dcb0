import type { MeView } from '@backlot/contracts/accounts';
import { declineText } from '@backlot/domain/money/decline';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { useCardEntry } from '../../entities/purchase/card-entry.ts';
import { usePaymentCards } from '../../entities/purchase/payment-cards.ts';
import { buyingText, isPaidFromWallet, useRebillText, useRetryText } from '../../entities/membership/rebill-text.ts';
import { useRenewalPrice } from '../../entities/membership/renewal-price.ts';
import { nextChargeOf, standingOf, useGoingOnText, type Standing } from '../../entities/membership/standing.ts';
import { useUndoCancel } from '../../entities/membership/undo-cancel.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { SiteLink } from '../../components/site-link.tsx';
import { WithdrawLink } from '../../components/withdraw-link.tsx';
import { useToast } from '../../components/toasts.tsx';
import { ApiError } from '../../lib/api.ts';
import { useFormats, useSite } from '../../lib/site.tsx';

export function MembershipPanel({ me }: { me: MeView }) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const { name } = useSite();
  const standing = standingOf(me);
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <section className="membership-panel" data-standing={standing} aria-labelledby="membership-title">
      <p className="membership-badge">{badgeText(standing, t)}</p>
      <h2 id="membership-title" ref={title} tabIndex={-1}>
        {t('membership-of', { site: name })}
      </h2>
      {standing === 'failed' ? (
        <FailedText me={me} />
      ) : (
        <p>
          <StandingText me={me} standing={standing} />
        </p>
      )}
      {me.subscription_detail ? (
        <p className="membership-since">
          {t('profile-member-since', { date: date(me.subscription_detail.created_at) })}
        </p>
      ) : null}
      {standing === 'cancelled' && me.cancellation_final ? (
        <p className="membership-since">{t('cancel-final')}</p>
      ) : null}
      {standing === 'active' && me.next_billing_date !== null && (me.subscription_detail?.recurring_price ?? 0) > 0 ? (
        isPaidFromWallet(me) ? (
          <WalletShort me={me} />
        ) : // A server of the version before says it with the cancellation alone.
        (me.renews_at_provider ?? me.cancellation_final) ? null : (
          <CardMissing />
        )
      ) : null}
      <Actions
        me={me}
        standing={standing}
        fromWallet={isPaidFromWallet(me)}
        retriesWithCard={me.subscription_detail?.retries_with_card === true}
        isFinal={me.cancellation_final}
        onKept={() => title.current?.focus({ preventScroll: true })}
      />
    </section>
  );
}

type Translate = ReturnType<typeof useTranslation>['t'];
const badgeText = (standing: Standing, t: Translate): string => {
  if (standing === 'active' || standing === 'complimentary') return t('status-active');
  if (standing === 'cancelled') return t('filter-cancelled');
  return t(standing === 'failed' ? 'profile-badge-failed' : 'status-none');
};

function StandingText({ me, standing }: { me: MeView; standing: Standing }) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const goingOnText = useGoingOnText();
  switch (standing) {
    case 'cancelled':
      return t('profile-status-cancelled', { date: me.expiration_date ? date(me.expiration_date) : '' });
    case 'complimentary':
    case 'active':
      return goingOnText(me) ?? t('profile-status-active-free');
    case 'ended':
      return me.expiration_date
        ? t('profile-status-ended', { date: date(me.expiration_date) })
        : t('profile-status-none');
    default:
      return t('membership-text');
  }
}

/** What happened, and what happens next: a paragraph each. */
function FailedText({ me }: { me: MeView }) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const rebillText = useRebillText();
  const retryText = useRetryText();
  const isHosted = useCardEntry() === 'hosted';
  const { next_billing_date: next, subscription_detail: detail } = me;
  if (isPaidFromWallet(me)) return <p>{rebillText(me)}</p>;
  const retries = detail?.retries_with_card === true;
  const again = nextChargeOf(me);
  // A provider that renews by itself tries again by itself.
  const then = retries
    ? [again === null ? '' : t('rebill-next-try', { date: date(again) }), isHosted ? '' : retryText(me)]
    : [next === null ? t('rebill-no-more') : ''];
  const said = then.filter(Boolean).join(' ');
  return (
    <>
      <p>
        {rebillText(me)} {t(declineText(detail?.rebill_decline_reason))}
      </p>
      {said === '' ? null : <p>{said}</p>}
    </>
  );
}

/** SUB-47: a renewal that the wallet does not cover fails: it is said before. */
function WalletShort({ me }: { me: MeView }) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const { currency: ofSite } = useSite();
  const renewalPrice = useRenewalPrice();
  const { recurring_price: price = 0, currency = ofSite, wallet_short: isToldShort } = me.subscription_detail ?? {};
  // The balance is told in the site's currency: of a renewal in another the server alone knows whether it is covered.
  const isShort =
    currency === ofSite
      ? me.wallet_amount < price
      : // A server of the version before says it with the notice alone, which the fan may have put off.
        (isToldShort ?? me.rebill_notification?.reason === 'wallet-low');
  if (me.next_billing_date === null || !isShort) return null;
  const next = nextChargeOf(me);
  return (
    <p className="membership-since" role="status">
      {next === null
        ? t('profile-wallet-short-due')
        : t('rebill-wallet-text', { date: date(next), amount: renewalPrice(me) })}{' '}
      <SiteLink className="text-link" to={paths.wallet}>
        {t('wallet-title')}
      </SiteLink>
    </p>
  );
}

/** A renewal without a card fails: it is said before. */
function CardMissing() {
  const { t } = useTranslation();
  const { data: cards } = usePaymentCards();
  const isHosted = useCardEntry() === 'hosted';
  // Its provider renews, or takes the card of the next purchase: none can be added beforehand.
  return cards?.length === 0 && !isHosted ? (
    <p className="membership-since" role="status">
      {t('rebill-no-card')}{' '}
      <SiteLink className="text-link" to={paths.addPaymentMethod}>
        {t('card-add')}
      </SiteLink>
    </p>
  ) : null;
}

interface ActionsProps {
  readonly me: MeView;
  readonly standing: Standing;
  readonly fromWallet: boolean;
  /** Of a renewal that failed: another card is charged, and no provider goes on with its own. */
  readonly retriesWithCard: boolean;
  /** The cancellation can't be taken back. */
  readonly isFinal: boolean;
  /** The button is gone with what it took back. */
  readonly onKept: () => void;
}

function Actions({ me, standing, fromWallet, retriesWithCard, isFinal, onKept }: ActionsProps) {
  const { t } = useTranslation();
  const toast = useToast();
  const undo = useUndoCancel();
  const isHosted = useCardEntry() === 'hosted';
  const buying = standing === 'ended' || standing === 'failed' ? buyingText(me) : null;
  const keep = (): void =>
    undo.mutate(undefined, {
      onSuccess: () => {
        toast({ text: t('cancel-undone'), tone: 'good' });
        onKept();
      },
      onError: (error) =>
        toast({ text: error instanceof ApiError && error.status > 0 ? error.message : t('error-title'), tone: 'bad' }),
    });
  return (
    <div className="account-actions">
      {standing === 'none' ? <ButtonLink to={paths.membership}>{t('membership-title')}</ButtonLink> : null}
      {standing === 'failed' ? (
        fromWallet ? (
          <ButtonLink to={paths.wallet}>{t('wallet-title')}</ButtonLink>
        ) : isHosted || !retriesWithCard ? null : (
          <ButtonLink to={paths.paymentMethod}>{t('rebill-change-card')}</ButtonLink>
        )
      ) : null}
      {buying === null ? null : (
        <ButtonLink to={paths.subscribe} tone={standing === 'failed' ? 'quiet' : 'primary'}>
          {t(buying)}
        </ButtonLink>
      )}
      {standing === 'cancelled' && !isFinal ? (
        <Button busy={undo.isPending} onClick={keep}>
          {t('cancel-undo')}
        </Button>
      ) : null}
      {standing === 'active' || standing === 'complimentary' || standing === 'failed' ? (
        <ButtonLink to={paths.cancelSubscription} tone="quiet">
          {t('cancel-button')}
        </ButtonLink>
      ) : null}
      <WithdrawLink />
    </div>
  );
}
