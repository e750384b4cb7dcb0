import type { ResubscribeOfferView } from '@backlot/contracts/resubscribe-offer';
import { CircleAlert } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router-dom';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { FieldError } from '../../../components/field.tsx';
import { HumanCheckNote } from '../../../components/human-check-note.tsx';
import { CardMark } from '../../../components/offer/card-mark.tsx';
import { laterCharges } from '../../../components/offer/later-charges.ts';
import { PriceTimeline } from '../../../components/offer/price-timeline.tsx';
import { QuoteTerms } from '../../../components/offer/quote-terms.tsx';
import { useSlots } from '../../../components/theme/slots.tsx';
import '../../../components/styles/forms.css';
import '../../../components/styles/offer.css';
import { useCardEntry } from '../../../entities/purchase/card-entry.ts';
import { brandName, chargedCard, usePaymentCards } from '../../../entities/purchase/payment-cards.ts';
import { useAddingFunds } from '../../../entities/wallet/adding-funds.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormats, useMe } from '../../../lib/site.tsx';
import { CardConsent } from '../card/card-consent.tsx';
import { ConsentTerms } from '../consent-terms.tsx';
import '../checkout.css';
import { Settling } from '../subscribe-outcomes.tsx';
import { PayWithField, usePayWith, type PayWithChoice } from '../wallet/pay-with.tsx';
import { useOfferText } from './offer-text.ts';
import { resubscribeErrorText, useResubscribe } from './resubscribe-steps.ts';

interface SheetProps {
  readonly offer: ResubscribeOfferView;
  readonly onClose: () => void;
}

/** One press away from a membership: what is charged now and later, from where, and the consent to it (C13). */
export function ResubscribeSheet({ offer, onClose }: SheetProps) {
  const { t } = useTranslation();
  const { quote } = offer;
  const { data: cards, isPending } = usePaymentCards(!quote.is_free);
  const entry = useCardEntry();
  const isMember = useIsMember();
  const hasNoCard = cards !== undefined && chargedCard(cards) === undefined;
  // A member is charged nothing now, for which no provider's page opens.
  const choice = usePayWith(quote.initial_amount, !(isMember && entry === 'hosted' && hasNoCard));
  const needsCard = !quote.is_free && choice.way === 'card';
  const steps = useResubscribe(offer, onClose);
  const isKnown = !isPending && entry !== undefined;
  if (needsCard && isKnown && entry === 'field' && hasNoCard)
    return <ToCard page={isMember ? paths.addPaymentMethod : paths.subscribe} onLeave={onClose} />;
  if (steps.settlingId !== null)
    return (
      <Dialog title={t('resubscribe-title')} hideTitle onClose={onClose}>
        <Settling intentId={steps.settlingId} onSucceeded={steps.succeeded} onDeclined={steps.declined} />
      </Dialog>
    );
  return (
    <Dialog title={t('resubscribe-title')} className="order-dialog resubscribe-dialog" onClose={onClose}>
      <Confirmation offer={offer} steps={steps} choice={choice} isReady={!needsCard || isKnown} onClose={onClose} />
    </Dialog>
  );
}

/** No card to charge: the page that takes one, which for new members has the same price. */
function ToCard({ page, onLeave }: { readonly page: string; readonly onLeave: () => void }) {
  useEffect(() => onLeave, [onLeave]);
  return <Navigate to={page} />;
}

/** Still is one, and has cancelled. */
const useIsMember = (): boolean => useMe()?.ccbillSubscriptionStatus === '1';

interface ConfirmationProps extends SheetProps {
  readonly steps: ReturnType<typeof useResubscribe>;
  readonly choice: PayWithChoice;
  readonly isReady: boolean;
}

function Confirmation({ offer, steps, choice, isReady, onClose }: ConfirmationProps) {
  const { t } = useTranslation();
  const { money } = useFormats();
  const { Busy } = useSlots();
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  const [hasConsent, setConsent] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const { quote } = offer;
  const funds = useAddingFunds();
  const isFromWallet = !quote.is_free && choice.way === 'wallet';
  const text = useOfferText(offer, laterCharges(quote, isFromWallet).days);
  const isEmpty = isFromWallet && choice.balance === 0;
  const isShort = isEmpty || (isFromWallet && choice.missing > 0);
  const submit = (): void => {
    setMissing(!hasConsent);
    if (!hasConsent) return box.current?.focus();
    if (isShort) funds?.ask({ needed: choice.missing || null, onAdded: () => void steps.confirm(true) });
    else void steps.confirm(isFromWallet);
  };
  const label = isShort
    ? t('wallet-add-funds')
    : quote.initial_amount > 0
      ? t('btn-pay-now', { price: money(quote.initial_amount) })
      : t(quote.is_free ? 'resubscribe-button-free' : 'resubscribe-button');
  return (
    <form
      noValidate
      className="resubscribe"
      aria-busy={steps.isPaying}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p dir="auto">{text}</p>
      <GoesOn offer={offer} />
      <PriceTimeline quote={quote} isFromWallet={isFromWallet} />
      {quote.is_free ? null : <PayWithField price={quote.initial_amount} choice={choice} />}
      {isEmpty ? <p className="order-note">{t('resubscribe-add-funds')}</p> : null}
      {isFromWallet && quote.recurring_amount > 0 ? <p className="order-note">{t('wallet-renews')}</p> : null}
      {quote.is_free || isFromWallet ? null : <ChargedTo />}
      <QuoteTerms quote={quote} isFromWallet={isFromWallet} />
      {steps.error === null ? null : <Problem error={steps.error} />}
      <div className="consent">
        <label className="check">
          <input
            ref={box}
            data-first-focus
            type="checkbox"
            checked={hasConsent}
            aria-invalid={isMissing || undefined}
            aria-describedby={id}
            onChange={(event) => {
              setConsent(event.target.checked);
              if (event.target.checked) setMissing(false);
            }}
          />
          <span>
            <ConsentTerms quote={quote} isFromWallet={isFromWallet} />
          </span>
        </label>
        <FieldError id={id} text={isMissing ? t('consent-required') : null} />
      </div>
      <HumanCheckNote {...steps.check} />
      <div className="order-actions">
        <Button tone="quiet" onClick={onClose}>
          {t('btn-cancel')}
        </Button>
        {isShort && funds === null ? null : (
          <Button type="submit" busy={steps.isPaying || !isReady} data-paying={steps.isPaying || undefined}>
            {steps.isPaying ? <Busy label={t('btn-payment-processing')} /> : label}
          </Button>
        )}
      </div>
    </form>
  );
}

/** Who is a member still keeps what was paid for. */
function GoesOn({ offer: { quote } }: Pick<SheetProps, 'offer'>) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const isMember = useIsMember();
  return isMember && !quote.is_free ? <p>{t('resubscribe-goes-on', { date: date(quote.next_charge_at) })}</p> : null;
}

function ChargedTo() {
  const { t } = useTranslation();
  const { data: cards } = usePaymentCards();
  const card = chargedCard(cards);
  const isHosted = useCardEntry() === 'hosted';
  if (isHosted && cards && !card)
    return (
      <>
        <p className="order-note">{t('card-hosted-text')}</p>
        <CardConsent />
      </>
    );
  return (
    <dl className="order-rows">
      <div>
        <dt>{t('purchase-charged-to')}</dt>
        <dd>
          {card ? (
            <>
              <CardMark brand={card.card_type} />
              <span>{t('card-brand-ending', { brand: brandName(card.card_type), last4: card.last4 })}</span>
            </>
          ) : (
            '…'
          )}
        </dd>
      </div>
    </dl>
  );
}

function Problem({ error }: { readonly error: unknown }) {
  const { t } = useTranslation();
  return (
    <div className="payment-problem" role="alert">
      <CircleAlert className="icon" aria-hidden />
      <p>{resubscribeErrorText(error) ?? t('payment-unknown')}</p>
    </div>
  );
}
