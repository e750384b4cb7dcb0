import type { PurchaseView } from '@backlot/contracts/purchases';
import { Check } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { ButtonLink } from '../../components/button.tsx';
import { LoadFailed } from '../../components/load-failed.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { usePurchase } from '../../entities/purchase/purchase-state.ts';
import { paths } from '../../lib/paths.ts';
import { useMoneyIn } from '../../lib/site.tsx';
import '../../components/styles/media.css';
import '../../components/styles/offer.css';
import '../../components/styles/forms.css';
import './checkout.css';
import { declinedLater, PaymentProblem } from './payment-problem.tsx';
import { Joined, Settling } from './subscribe-outcomes.tsx';
import { WaitingForPayer } from './waiting/waiting-for-payer.tsx';

/**
 * One purchase, whatever state it is in: where the bank's page and the provider's lead back to, and what Back and a reload
 * show. It asks by itself until the purchase is settled.
 */
export function Page() {
  const intentId = useParams()['intent_id'] ?? '';
  const { purchase, isError, retry } = usePurchase(intentId);
  const [, shownAgain] = useState(0);
  if (purchase === null) return isError ? <LoadFailed onRetry={retry} /> : <Skeleton lines={4} />;
  if (purchase.state === 'declined') return <NotPaid purchase={purchase} />;
  if (purchase.state === 'succeeded') return purchase.kind === 'membership' ? <Joined /> : <Paid purchase={purchase} />;
  if (purchase.is_held) return <Held purchase={purchase} />;
  if (purchase.action !== null) return <WaitingForPayer purchase={purchase} />;
  const show = (): void => shownAgain((count) => count + 1);
  return <Settling intentId={intentId} onSucceeded={show} onDeclined={show} />;
}

function Paid({ purchase }: { purchase: PurchaseView }) {
  const { t } = useTranslation();
  const moneyIn = useMoneyIn();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    title.current?.focus();
  }, []);
  return (
    <div className="outcome" role="status">
      <span className="outcome-sign" aria-hidden="true">
        <Check className="icon" />
      </span>
      <h1 ref={title} tabIndex={-1}>
        {t('payment-paid-title')}
      </h1>
      <p>{t('payment-paid-text', { amount: moneyIn(purchase.amount, purchase.currency) })}</p>
      <div className="outcome-actions">
        <ButtonLink to={whereOf(purchase)} size="l">
          {t(purchase.content_id === null ? 'btn-go-to-feed' : 'btn-go-to-post')}
        </ButtonLink>
      </div>
    </div>
  );
}

/** The provider has answered, and not as it was asked. */
function Held({ purchase: { amount, currency, taken } }: { purchase: PurchaseView }) {
  const { t } = useTranslation();
  const moneyIn = useMoneyIn();
  const title = useRef<HTMLHeadingElement>(null);
  // It may take the place of what was being waited for.
  useEffect(() => {
    title.current?.focus();
  }, []);
  return (
    <div className="outcome">
      <h1 ref={title} tabIndex={-1}>
        {t('payment-held-title')}
      </h1>
      <p>{t('payment-held-text')}</p>
      {taken === undefined ? null : (
        <p>
          {t('payment-held-amounts', {
            agreed: moneyIn(amount, currency),
            taken: moneyIn(taken.amount, taken.currency),
          })}
        </p>
      )}
      <div className="outcome-actions">
        <ButtonLink to={paths.payments} size="l">
          {t('payments-link')}
        </ButtonLink>
        <ButtonLink to={paths.contact} size="l" tone="quiet">
          {t('contact-us-link')}
        </ButtonLink>
      </div>
    </div>
  );
}

function NotPaid({ purchase }: { purchase: PurchaseView }) {
  const { t } = useTranslation();
  return (
    <div className="outcome">
      <h1 tabIndex={-1}>{t('payment-not-paid-title')}</h1>
      <PaymentProblem error={declinedLater(purchase)} />
      <div className="outcome-actions">
        <ButtonLink to={purchase.kind === 'membership' ? paths.subscribe : whereOf(purchase)} size="l">
          {t('btn-try-again')}
        </ButtonLink>
        <ButtonLink to={paths.feed} size="l" tone="quiet">
          {t('btn-go-to-feed')}
        </ButtonLink>
      </div>
    </div>
  );
}

const whereOf = ({ content_id }: PurchaseView): string => (content_id === null ? paths.feed : paths.post(content_id));
