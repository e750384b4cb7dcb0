import type { MeView } from '@backlot/contracts/accounts';
import type { MembershipQuote } from '@backlot/contracts/memberships';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { HumanCheckNote } from '../../../components/human-check-note.tsx';
import { LoadFailed } from '../../../components/load-failed.tsx';
import { laterCharges } from '../../../components/offer/later-charges.ts';
import { QuoteTerms } from '../../../components/offer/quote-terms.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import '../../../components/styles/offer.css';
import { useMigrationQuote } from '../../../entities/membership/migration-quote.ts';
import { useCardEntry } from '../../../entities/purchase/card-entry.ts';
import { brandName, chargedCard, usePaymentCards } from '../../../entities/purchase/payment-cards.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormats, useSetting } from '../../../lib/site.tsx';
import '../checkout.css';
import { LaterAmount } from '../later-amount.tsx';
import { useWalletNote } from '../wallet/wallet-note.ts';
import { useMigration } from './use-migration.ts';

/** SUB-32 to SUB-36: the site has left the account that charges this member, who goes on with another or cancels. */
export function MigrationDialog({ me }: { readonly me: MeView }) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const { data: quote, isError, refetch } = useMigrationQuote();
  const own = useSetting('migrate_subscription.message_content');
  const [isConfirming, setConfirming] = useState(false);
  // Cancelled, or moved in another tab meanwhile: the person is read again, and nothing is asked any more.
  if (quote === null) return null;
  return (
    <Dialog title={t('migration-title')} canClose={false} onClose={stay}>
      {quote === undefined ? (
        isError ? (
          <LoadFailed onRetry={refetch} />
        ) : (
          <Skeleton lines={4} />
        )
      ) : isConfirming ? (
        <Confirmation quote={quote} from={me.next_billing_date} onBack={() => setConfirming(false)} />
      ) : (
        <>
          <p dir={own ? 'auto' : undefined} style={{ whiteSpace: 'pre-line' }}>
            {own || t('migration-text', { date: date(me.next_billing_date ?? quote.first_charge_at) })}
          </p>
          <Ways quote={quote} onSubscribe={() => setConfirming(true)} />
        </>
      )}
    </Dialog>
  );
}

function Ways({ quote, onSubscribe }: { readonly quote: MembershipQuote; readonly onSubscribe: () => void }) {
  const { t } = useTranslation();
  const { money } = useFormats();
  return (
    <div ref={focusFirst} className="migration-ways">
      <Button wide data-first-focus="" onClick={onSubscribe}>
        {t('migration-subscribe-button', { price: money(quote.initial_amount) })}
      </Button>
      <ButtonLink to={paths.cancelSubscription} tone="plain" wide>
        {t('migration-cancel-button')}
      </ButtonLink>
    </div>
  );
}

interface ConfirmationProps {
  readonly quote: MembershipQuote;
  /** The end of what is paid for. */
  readonly from: string | null;
  readonly onBack: () => void;
}

/** SUB-34: what is paid today, for which days, and what the bank's statement will say (C9, C13). */
function Confirmation({ quote, from, onBack }: ConfirmationProps) {
  const { t } = useTranslation();
  const { money, date } = useFormats();
  const { isPaying, problem, check, isFromWallet, confirm } = useMigration(quote);
  const price = money(quote.initial_amount);
  const until = date(laterCharges(quote, isFromWallet).at);
  return (
    <>
      <p>
        <b>{t('purchase-confirm-price', { price })}</b>
      </p>
      <p>{t('migration-dates', { price, from: date(from ?? quote.first_charge_at), until })}</p>
      <p className="muted">
        <LaterAmount quote={quote} isFromWallet={isFromWallet} />
      </p>
      {isFromWallet ? <FromWallet price={quote.initial_amount} /> : <ChargedTo />}
      <QuoteTerms quote={quote} isFromWallet={isFromWallet} />
      {problem === null ? null : (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
      <HumanCheckNote {...check} />
      <div ref={focusFirst} className="migration-ways">
        <Button wide busy={isPaying} data-first-focus="" onClick={() => void confirm()}>
          {t('btn-pay-now', { price })}
        </Button>
        <Button tone="plain" wide disabled={isPaying} onClick={onBack}>
          {t('btn-cancel')}
        </Button>
      </div>
    </>
  );
}

/** What is in the wallet, and what stays there or is missing. */
function FromWallet({ price }: { readonly price: number }) {
  const { t } = useTranslation();
  const note = useWalletNote();
  return (
    <p className="muted">
      <b>{t('wallet-title')}</b>: {note(price)}
    </p>
  );
}

/** The new account's card on file; without one it is typed on the provider's page, or on ours at the next step. */
function ChargedTo() {
  const { t } = useTranslation();
  const { data: cards, isPending } = usePaymentCards();
  const card = chargedCard(cards);
  const isHosted = useCardEntry() === 'hosted';
  if (card)
    return (
      <p className="muted">{t('subscribe-stored-card', { brand: brandName(card.card_type), last4: card.last4 })}</p>
    );
  return isHosted && !isPending ? <p className="muted">{t('card-hosted-text')}</p> : null;
}

/** Each step's first button, as soon as it is there: the one that was pressed before is gone. */
const focusFirst = (ways: HTMLElement | null): void => ways?.querySelector<HTMLElement>('[data-first-focus]')?.focus();

/** Only its buttons close it. */
const stay = (): void => {};
