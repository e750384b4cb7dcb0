import type { PurchaseView } from '@backlot/contracts/purchases';
import { declineText } from '@backlot/domain/money/decline';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { useMoneyIn } from '../../lib/site.tsx';
import { SiteLink } from '../../components/site-link.tsx';
import { ApiError } from '../../lib/api.ts';
import type { TextKey } from '../../lib/texts/texts.ts';
import { AnotherWayLink } from './another-way-link.tsx';
import { RaiseLimit } from './photo-id/raise-limit.tsx';

/** Codes of purchases that are over without a charge. */
const nothingCharged: readonly string[] = ['payment-declined', 'payment-failed', 'could-not-unlock'];

interface PaymentProblemProps {
  readonly error: unknown;
  readonly isPurchase?: boolean;
  /** WAL-29: a refusal by the wallet without a sentence of its own is told as a failed payment. */
  readonly isFromWallet?: boolean;
  /** With the other provider: there is no third way, and the card is not asked for again. */
  readonly isLastTry?: boolean;
}

/** Why a purchase came to nothing, or a card was not kept, and what to do. */
export function PaymentProblem({
  error,
  isPurchase = true,
  isFromWallet = false,
  isLastTry = false,
}: PaymentProblemProps) {
  const { t } = useTranslation();
  const moneyIn = useMoneyIn();
  const code = error instanceof ApiError ? error.code : 'internal-error';
  const details = error instanceof ApiError ? error.details : {};
  // Its buyer closed the bank's page or answered no: there is nothing to enter anew.
  const wasNotCompleted = details['decline_reason'] === 'not-completed';
  const wordless: TextKey = isFromWallet ? 'payment-failed' : 'invalid-request';
  const text = (): string => {
    switch (code) {
      case 'network':
      case 'internal-error':
      case 'unavailable':
        return t(isPurchase ? 'payment-unknown' : 'payment-method-error');
      // CARD-05: what may be tried again asks for the card once more, in the specification's words.
      case 'payment-declined':
        return [
          t(declineText(details['decline_reason'])),
          details['allow_cascade'] === false || isLastTry || wasNotCompleted ? '' : t('card-authorization-problem'),
        ]
          .join(' ')
          .trim();
      case 'card-needs-attention':
        return t('card-needs-attention');
      case 'payment-failed':
        return t('payment-failed');
      // GEN-10: an answer without a sentence of its own.
      default:
        return error instanceof ApiError && error.message !== error.code ? error.message : t(wordless);
    }
  };
  const box = useRef<HTMLDivElement>(null);
  // The form is longer than a phone: what happened has to be seen from where the button was pressed.
  useEffect(() => {
    void box.current?.scrollIntoView({ block: 'center' });
  }, [error]);
  const [raised, setRaised] = useState<{ readonly error: unknown; readonly message: string } | null>(null);
  // What was taken all the same goes back.
  const taken = isPurchase ? (details['taken'] as PurchaseView['taken']) : undefined;
  const isDeclined = isPurchase && nothingCharged.includes(code) && taken === undefined;
  const isRaised = raised !== null && raised.error === error;
  const declinedIntent = isPurchase && !isLastTry ? declinedOf(error) : null;
  return (
    <div ref={box} className="payment-problem" data-raised={isRaised || undefined} role="alert">
      {isRaised ? <CircleCheck className="icon" aria-hidden /> : <CircleAlert className="icon" aria-hidden />}
      <p>
        {isDeclined ? (
          <>
            <b>{t('unlock-declined')}</b>{' '}
          </>
        ) : null}
        {isRaised ? raised.message : text()}
        {taken === undefined ? null : ` ${t('payment-goes-back', { amount: moneyIn(taken.amount, taken.currency) })}`}
        {code === 'ERR_10001' && !isRaised ? (
          <>
            {' '}
            <span className="payment-code">{code}</span>{' '}
            <SiteLink className="text-link" to={paths.contact}>
              {t('contact-us-link')}
            </SiteLink>
          </>
        ) : null}
        {code === 'ERR_10001' ? (
          <RaiseLimit isRaised={isRaised} onRaised={(message) => setRaised({ error, message })} />
        ) : null}
        {declinedIntent === null ? null : <AnotherWayLink intentId={declinedIntent} />}
      </p>
    </div>
  );
}

/** A purchase that was declined after its call was answered, as the call itself would have said it. */
export const declinedLater = ({ intent_id, decline_code, decline_reason, taken }: PurchaseView): ApiError =>
  new ApiError(409, {
    code: taken === undefined ? 'payment-declined' : 'payment-failed',
    ...{ intent_id, decline_code, decline_reason, ...(taken === undefined ? {} : { taken }) },
  });

/** The purchase that a decline is about, where it may be tried once more. */
function declinedOf(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code !== 'payment-declined') return null;
  const { intent_id: id, allow_cascade: mayCascade } = error.details;
  return typeof id === 'string' && mayCascade !== false ? id : null;
}

/** Codes after which another or the same card has to be entered again (CARD-01); the bank's question has nothing against the card. */
export const wantsCard = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.details['decline_reason'] !== 'not-completed' &&
  (error.code === 'card-needs-attention' || error.code === 'payment-declined' || error.code === 'card-required');
