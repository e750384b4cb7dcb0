import type { MembershipQuote } from '@backlot/contracts/memberships';
import type { PurchaseView } from '@backlot/contracts/purchases';
import { useTranslation } from 'react-i18next';
import { chargedCard, usePaymentCards } from '../../entities/purchase/payment-cards.ts';
import { laterCharges } from '../../components/offer/later-charges.ts';
import { Button } from '../../components/button.tsx';
import { FieldError } from '../../components/field.tsx';
import { HumanCheckNote } from '../../components/human-check-note.tsx';
import { useFormats } from '../../lib/site.tsx';
import { useSlots } from '../../components/theme/slots.tsx';
import { ConsentTerms } from './consent-terms.tsx';
import type { CouponEntry } from './coupon/use-coupon.ts';
import { LaterAmount } from './later-amount.tsx';
import { useCardEntry } from '../../entities/purchase/card-entry.ts';
import { CardForm } from './card/card-form.tsx';
import { PaymentProblem } from './payment-problem.tsx';
import { useOrder, type Order } from './subscribe-order.ts';
import { useAddingFunds } from '../../entities/wallet/adding-funds.ts';
import { PayWithField, type PayWithChoice } from './wallet/pay-with.tsx';
import { StoredCardChoice } from './card/stored-card-choice.tsx';

interface SubscribeFormProps {
  readonly quote: MembershipQuote;
  /** Of what it is paid with: the dates of later payments are told by it, here and beside the form. */
  readonly choice: PayWithChoice;
  readonly coupon: CouponEntry;
  /** Of an attempt that was settled elsewhere. */
  readonly error: unknown;
  readonly onSettled: (purchase: PurchaseView) => void;
}

export function SubscribeForm({ quote, choice, coupon, error: earlier, onSettled }: SubscribeFormProps) {
  const { t } = useTranslation();
  const { money } = useFormats();
  const { Busy } = useSlots();
  // Cards on file are of the account that the site has left, or were tried before somebody came here.
  const wantsNewCard = quote.reason === 'migration';
  const { data: onFile } = usePaymentCards(!quote.is_free && !wantsNewCard);
  const onOrder = wantsNewCard ? undefined : chargedCard(onFile);
  const funds = useAddingFunds();
  const isFromWallet = !quote.is_free && choice.way === 'wallet';
  const isShort = isFromWallet && choice.missing > 0;
  const entry = useCardEntry();
  const order = useOrder(quote, laterCharges(quote, isFromWallet), coupon, onSettled, earlier);
  const stored = quote.is_free || order.isNewCard ? undefined : onOrder;
  const label = quote.is_free
    ? t('subscribe-button-free')
    : t('subscribe-button', { amount: money(quote.initial_amount) });
  return (
    <form
      noValidate
      className="offer-form payment-form"
      aria-busy={order.isPaying}
      onSubmit={(event) => {
        event.preventDefault();
        if (isShort) funds?.ask({ needed: choice.missing, onAdded: () => void order.submit('wallet') });
        else void order.submit(isFromWallet ? 'wallet' : stored ? 'stored' : 'card');
      }}
    >
      {quote.is_free ? null : (
        <>
          {stored || isFromWallet || entry !== 'field' ? (
            <header>
              <h2>{t('subscribe-payment-title')}</h2>
            </header>
          ) : (
            <header>
              <h2>{t('card-form-title')}</h2>
              <p>{t('card-billing-text')}</p>
            </header>
          )}
          {order.error === null ? null : <PaymentProblem error={order.error} isFromWallet={isFromWallet} />}
          <PayWithField price={quote.initial_amount} choice={choice} />
          {isFromWallet && quote.recurring_amount > 0 ? <p className="offer-later">{t('wallet-renews')}</p> : null}
          {onOrder && !isFromWallet ? (
            <StoredCardChoice card={onOrder} isNew={order.isNewCard} onChange={order.setNewCard} />
          ) : null}
          {stored || isFromWallet ? null : <CardForm handle={order.form} />}
        </>
      )}
      {quote.is_free && order.error !== null ? <PaymentProblem error={order.error} /> : null}
      {order.isPriceNew ? (
        <p className="offer-note" role="status">
          {t('price-changed')}
        </p>
      ) : null}
      <Consent quote={quote} isFromWallet={isFromWallet} order={order} />
      {stored ? <HumanCheckNote {...order.check} /> : null}
      {isShort && funds === null ? null : (
        <Button type="submit" size="l" wide busy={order.isPaying} data-paying={order.isPaying || undefined}>
          {order.isPaying ? <Busy label={t('btn-payment-processing')} /> : isShort ? t('wallet-add-funds') : label}
        </Button>
      )}
      {quote.is_free || quote.recurring_amount === 0 ? null : (
        <p className="offer-later">
          <LaterAmount quote={quote} isFromWallet={isFromWallet} />
        </p>
      )}
      {quote.is_free || stored || isFromWallet || entry !== 'field' ? null : (
        <p className="offer-secure">{t('subscribe-card-secure')}</p>
      )}
    </form>
  );
}

function Consent({ quote, isFromWallet, order }: { quote: MembershipQuote; isFromWallet: boolean; order: Order }) {
  const { t } = useTranslation();
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
          <ConsentTerms quote={quote} isFromWallet={isFromWallet} />
        </span>
      </label>
      <FieldError id="consent-error" text={order.isConsentMissing ? t('consent-required') : null} />
    </div>
  );
}
