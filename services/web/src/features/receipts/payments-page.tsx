import type { OwnPayment } from '@backlot/contracts/receipts';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '../../components/button.tsx';
import { LoadFailed } from '../../components/load-failed.tsx';
import { SiteLink } from '../../components/site-link.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { WithdrawLink } from '../../components/withdraw-link.tsx';
import { paths } from '../../lib/paths.ts';
import { useFormats, useMoneyIn } from '../../lib/site.tsx';
import '../../components/styles/forms.css';
import '../../components/styles/account.css';
import { paymentStateTexts, usePaymentWords } from './payment-texts.ts';
import { usePayments } from './payments-query.ts';
import './receipts.css';

/** What the person paid on this site, each with its receipt. */
export function Page() {
  const { t } = useTranslation();
  const payments = usePayments();
  const { data, isError, refetch } = payments;
  if (isError && !data) return <LoadFailed onRetry={refetch} />;
  if (!data) return <Skeleton lines={6} />;
  const all = data.pages.flatMap((page) => page.payments);
  return (
    <div className="account-page account-narrow page-width">
      <header className="payments-head">
        <h1 tabIndex={-1}>{t('payments-title')}</h1>
        <p className="account-lede">{t(all.length === 0 ? 'payments-empty' : 'payments-text')}</p>
      </header>
      <ul className="payments-list" aria-label={t('payments-title')} hidden={all.length === 0}>
        {all.map((payment) => (
          <li key={payment._id}>
            <Row payment={payment} />
            <WithdrawLink of={payment._id} />
          </li>
        ))}
      </ul>
      <div className="account-actions">
        {payments.hasNextPage ? (
          <Button tone="quiet" busy={payments.isFetchingNextPage} onClick={() => void payments.fetchNextPage()}>
            {t('btn-show-more')}
          </Button>
        ) : null}
        <ButtonLink to={paths.profile} tone="quiet">
          {t('btn-back')}
        </ButtonLink>
      </div>
    </div>
  );
}

function Row({ payment }: { payment: OwnPayment }) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const moneyIn = useMoneyIn();
  const { what, paidWith, moneyBack } = usePaymentWords();
  const way = paidWith(payment);
  return (
    <Leading payment={payment}>
      <b className="payments-what" dir="auto">
        {what(payment)}
      </b>
      <b className="figures">{moneyIn(payment.amount, payment.currency)}</b>
      <small>
        <time dateTime={payment.date}>{date(payment.date)}</time>
        {way === null ? null : (
          <>
            {' · '}
            <span>{way}</span>
          </>
        )}
      </small>
      <small className="payments-state" data-state={payment.state}>
        {t(paymentStateTexts[payment.state])}
      </small>
      {moneyBack(payment).map((line, index) => (
        <small key={index} className="payments-back">
          {line}
        </small>
      ))}
    </Leading>
  );
}

/** To the receipt; while it waits, to where a purchase goes on. */
function Leading({ payment, children }: { payment: OwnPayment; children: ReactNode }) {
  const isWaiting = payment.state === 'waiting';
  if (isWaiting && payment.sold === null) return <div className="payments-row">{children}</div>;
  return (
    <SiteLink className="payments-row" to={isWaiting ? paths.payment(payment._id) : paths.receipt(payment._id)}>
      {children}
      <ChevronRight className="icon icon-flip" aria-hidden />
    </SiteLink>
  );
}
