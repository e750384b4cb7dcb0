import { queryKeys } from '@backlot/contracts/bootstrap';
import type { MembershipQuote, PurchaseView } from '@backlot/contracts/memberships';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { usePaymentCards } from '../../entities/purchase/payment-cards.ts';
import { Button } from '../../components/button.tsx';
import { FieldError } from '../../components/field.tsx';
import { Filled } from '../../components/text/filled.tsx';
import { SiteLink } from '../../components/site-link.tsx';
import { ApiError } from '../../lib/api.ts';
import { useFormats, useSite } from '../../lib/site.tsx';
import { useSlots } from '../../components/theme/slots.tsx';
import type { CouponEntry } from './coupon/use-coupon.ts';
import { CardForm, type CardFormHandle } from './card/card-form.tsx';
import { declinedLater, PaymentProblem, wantsCard } from './payment-problem.tsx';
import { useSendPurchase } from './send-purchase.ts';
import { StoredCardChoice } from './card/stored-card-choice.tsx';

interface SubscribeFormProps {
  readonly quote: MembershipQuote;
  readonly coupon: CouponEntry;
  /** Of an attempt that was settled elsewhere. */
  readonly error: unknown;
  readonly onSettled: (purchase: PurchaseView) => void;
}

export function SubscribeForm({ quote, coupon, error: earlier, onSettled }: SubscribeFormProps) {
  const { t } = useTranslation();
  const { money, date } = useFormats();
  const { Busy } = useSlots();
  const { data: cards } = usePaymentCards(!quote.is_free);
  const order = useOrder(quote, coupon, onSettled, earlier);
  const stored = quote.is_free || order.isNewCard ? undefined : cards?.[0];
  const label = quote.is_free
    ? t('subscribe-button-free')
    : t('subscribe-button', { amount: money(quote.initial_amount) });
  return (
    <form
      noValidate
      className="offer-form"
      aria-busy={order.isPaying}
      onSubmit={(event) => {
        event.preventDefault();
        void order.submit(stored !== undefined);
      }}
    >
      {quote.is_free ? null : (
        <>
          {stored ? (
            <header>
              <h2>{t('subscribe-payment-title')}</h2>
            </header>
          ) : (
            <header>
              <h2>{t('card-form-title')}</h2>
              <p>{t('card-billing-text')}</p>
            </header>
          )}
          {order.error === null ? null : <PaymentProblem error={order.error} />}
          {cards?.[0] ? <StoredCardChoice card={cards[0]} isNew={order.isNewCard} onChange={order.setNewCard} /> : null}
          {stored ? null : <CardForm handle={order.form} />}
        </>
      )}
      {quote.is_free && order.error !== null ? <PaymentProblem error={order.error} /> : null}
      {order.isPriceNew ? (
        <p className="offer-note" role="status">
          {t('price-changed')}
        </p>
      ) : null}
      <Consent quote={quote} order={order} />
      <Button type="submit" size="l" wide busy={order.isPaying} data-paying={order.isPaying || undefined}>
        {order.isPaying ? <Busy label={t('btn-payment-processing')} /> : label}
      </Button>
      {quote.is_free || quote.recurring_amount === 0 ? null : (
        <p className="offer-later">
          {t('subscribe-later-amount', { amount: money(quote.recurring_amount), date: date(quote.next_charge_at) })}
        </p>
      )}
      {quote.is_free || stored ? null : <p className="offer-secure">{t('subscribe-card-secure')}</p>}
    </form>
  );
}

function Consent({ quote, order }: { quote: MembershipQuote; order: Order }) {
  const { t } = useTranslation();
  const { money, date } = useFormats();
  const label = quote.is_free
    ? t('subscribe-consent-free')
    : quote.recurring_amount === 0
      ? t('subscribe-consent-once', { initial: money(quote.initial_amount) })
      : t('subscribe-consent', {
          initial: money(quote.initial_amount),
          recurring: money(quote.recurring_amount),
          date: date(quote.next_charge_at),
        });
  return (
    <div className="consent">
      <label className="check">
        <input
          ref={order.consentBox}
          type="checkbox"
          checked={order.hasConsent}
          aria-invalid={order.isConsentMissing || undefined}
          aria-describedby="consent-error"
          onChange={(event) => order.setConsent(event.target.checked)}
        />
        <span>
          {label}{' '}
          <Filled
            id="subscribe-consent-terms"
            elements={{
              terms: (
                <SiteLink className="text-link" to={paths.terms} target="_blank">
                  {t('footer-terms')}
                </SiteLink>
              ),
              refunds: (
                <SiteLink className="text-link" to={paths.refunds} target="_blank">
                  {t('footer-refund')}
                </SiteLink>
              ),
            }}
          />
        </span>
      </label>
      <FieldError id="consent-error" text={order.isConsentMissing ? t('consent-required') : null} />
    </div>
  );
}

/** Codes of refusals that are about the coupon alone. */
const isOfCoupon = (code: string): boolean => code.startsWith('coupon');

type Order = ReturnType<typeof useOrder>;

function useOrder(
  quote: MembershipQuote,
  coupon: CouponEntry,
  onSettled: (purchase: PurchaseView) => void,
  earlier: unknown,
) {
  const queries = useQueryClient();
  const { id: site } = useSite();
  const send = useSendPurchase('POST /api/v2/subscription/subscribe');
  const form = useRef<CardFormHandle>(null);
  const consentBox = useRef<HTMLInputElement>(null);
  const [hasConsent, setConsent] = useState(false);
  const [isConsentMissing, setConsentMissing] = useState(false);
  const [isNewCard, setNewCard] = useState(wantsCard(earlier));
  const [isPaying, setPaying] = useState(false);
  const [isPriceNew, setPriceNew] = useState(false);
  const [error, setError] = useState<unknown>(earlier);
  const isBusy = useRef(false);
  useEffect(() => {
    if (earlier === null) return;
    setError(earlier);
    if (wantsCard(earlier)) setNewCard(true);
  }, [earlier]);
  // Agreed to another price is not agreed to this one.
  useEffect(() => {
    setConsent(false);
  }, [quote.initial_amount, quote.recurring_amount]);

  const refused = async (refusal: unknown): Promise<void> => {
    const code = refusal instanceof ApiError ? refusal.code : '';
    if (coupon.applied !== null && isOfCoupon(code)) {
      coupon.refuse(refusal);
      return queries.invalidateQueries({ queryKey: queryKeys.quote(site) });
    }
    if (code === 'price-changed') {
      if (coupon.applied !== null) await coupon.apply();
      await queries.invalidateQueries({ queryKey: queryKeys.quote(site) });
      return setPriceNew(true);
    }
    if (code === 'already-subscribed') return queries.invalidateQueries({ queryKey: queryKeys.me(site) });
    if (code === 'consent-required') return setConsentMissing(true);
    if (wantsCard(refusal)) setNewCard(true);
    return setError(code === 'card-required' ? null : refusal);
  };
  const run = async (withStored: boolean): Promise<void> => {
    setError(null);
    setPriceNew(false);
    const card = quote.is_free || withStored ? undefined : await form.current?.read();
    setConsentMissing(!hasConsent);
    if (card === null) return;
    if (!hasConsent) return consentBox.current?.focus();
    setPaying(true);
    try {
      const purchase = await send({
        quote_id: quote.quote_id,
        consent: true,
        amount: quote.initial_amount,
        ...(coupon.applied === null ? {} : { coupon_code: coupon.applied.code }),
        ...(card ? { card } : {}),
      });
      if (purchase.state === 'declined') throw declinedLater(purchase);
      if (purchase.state === 'succeeded') form.current?.forget();
      onSettled(purchase);
    } catch (refusal) {
      await refused(refusal);
    } finally {
      setPaying(false);
    }
  };
  const submit = async (withStored: boolean): Promise<void> => {
    if (isBusy.current) return;
    isBusy.current = true;
    await run(withStored).finally(() => {
      isBusy.current = false;
    });
  };
  return {
    form,
    consentBox,
    hasConsent,
    isConsentMissing,
    isNewCard,
    isPaying,
    isPriceNew,
    error,
    submit,
    setNewCard,
    setConsent: (is: boolean) => {
      setConsent(is);
      if (is) setConsentMissing(false);
    },
  };
}
