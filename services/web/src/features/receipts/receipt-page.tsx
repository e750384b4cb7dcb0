import type { Receipt } from '@backlot/contracts/receipts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { Button, ButtonLink } from '../../components/button.tsx';
import { LoadFailed } from '../../components/load-failed.tsx';
import { Absent } from '../../components/site/states.tsx';
import { SiteLink } from '../../components/site-link.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { WithdrawLink } from '../../components/withdraw-link.tsx';
import { useTitle } from '../../lib/navigation/title.ts';
import { paths } from '../../lib/paths.ts';
import { useFormats, useMe, useSetting } from '../../lib/site.tsx';
import '../../components/styles/forms.css';
import '../../components/styles/account.css';
import { paymentStateTexts, usePaymentWords } from './payment-texts.ts';
import { useReceipt } from './payments-query.ts';
import { ReceiptLines } from './receipt-lines.tsx';
import './receipts.css';

/** One payment, as it is kept or printed. */
export function Page() {
  const { receipt, isAbsent, isError, retry } = useReceipt(useParams()['id'] ?? '');
  if (isAbsent) return <Absent />;
  if (!receipt) return isError ? <LoadFailed onRetry={retry} /> : <Skeleton lines={6} />;
  return <Shown receipt={receipt} />;
}

function Shown({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation();
  useTitle(t('receipt-title'));
  const me = useMe();
  const billing = useSetting('billing_support_url');
  return (
    <div className="account-page account-narrow page-width">
      <article className="receipt" aria-labelledby="receipt-title">
        <header>
          <h1 id="receipt-title" tabIndex={-1}>
            {t('receipt-title')}
          </h1>
          <p className="receipt-state" data-state={receipt.payment.state}>
            {t(paymentStateTexts[receipt.payment.state])}
          </p>
        </header>
        <Facts receipt={receipt} />
        <ReceiptLines receipt={receipt} />
      </article>
      <div className="account-actions receipt-actions">
        <Button onClick={() => window.print()}>{t('receipt-print')}</Button>
        <ButtonLink to={paths.payments} tone="quiet">
          {t('btn-back')}
        </ButtonLink>
      </div>
      <ul className="receipt-links receipt-actions">
        {receipt.is_cancellable && (me?.ccbillSubscriptionStatus === '2' || me?.isRebillFailed) ? (
          <Further to={paths.cancelSubscription}>{t('cancel-title')}</Further>
        ) : null}
        <li className="receipt-withdraw">
          <WithdrawLink of={receipt.payment._id} />
        </li>
        <Further to={paths.refunds}>{t('footer-refund')}</Further>
        <Further to={billing || paths.contact}>{t('footer-billing-support')}</Further>
      </ul>
    </div>
  );
}

const Further = ({ to, children }: { to: string; children: ReactNode }) => (
  <li>
    <SiteLink className="text-link" to={to}>
      {children}
    </SiteLink>
  </li>
);

/** Whom, when, by whom and how. */
function Facts({ receipt: { payment, merchant, buyer, number } }: { receipt: Receipt }) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const { paidWith } = usePaymentWords();
  return (
    <dl className="receipt-facts">
      <Fact name={t('receipt-seller')}>
        <span dir="auto">{merchant.name}</span>
        {merchant.address === '' ? null : <small dir="auto">{merchant.address}</small>}
      </Fact>
      <Fact name={t('receipt-buyer')}>
        <span dir="auto">{buyer.name || buyer.email}</span>
        {buyer.name === '' ? null : <small dir="auto">{buyer.email}</small>}
      </Fact>
      <Fact name={t('receipt-date')}>
        <time dateTime={payment.date}>{date(payment.date)}</time>
      </Fact>
      <Fact name={t('receipt-paid-with')}>{paidWith(payment)}</Fact>
      {merchant.descriptor === '' ? null : (
        <Fact name={t('purchase-on-statement')}>
          <span dir="ltr">{merchant.descriptor}</span>
        </Fact>
      )}
      <Fact name={t('receipt-number')}>
        <span className="receipt-number" dir="ltr">
          {number}
        </span>
      </Fact>
    </dl>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
