import type { ComesBack, WithdrawableContract, Withdrawal } from '@backlot/contracts/withdrawals';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '../../components/button.tsx';
import { FieldError } from '../../components/field.tsx';
import { LoadFailed } from '../../components/load-failed.tsx';
import { MessagePage } from '../../components/message-page.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import '../../components/styles/account.css';
import '../../components/styles/forms.css';
import { useWithdraw, useWithdrawal } from '../../entities/membership/withdrawal.ts';
import { ApiError } from '../../lib/api.ts';
import { useTitle } from '../../lib/navigation/title.ts';
import { paths } from '../../lib/paths.ts';
import { useFormats, useMoneyIn, useSite } from '../../lib/site.tsx';
import './withdraw.css';

/** C15: what the contract is and what follows, the question, and the confirmation with date and time. */
export function Page() {
  const { t } = useTranslation();
  useTitle(t('withdraw-title'));
  const { data, isError, refetch } = useWithdrawal();
  const withdraw = useWithdraw();
  if (!data) return isError ? <LoadFailed onRetry={refetch} /> : <Skeleton lines={6} />;
  const done = withdraw.data ?? (data.contract === null ? data.withdrawn : null);
  if (done) return <Withdrawn withdrawal={done} email={data.email} isNew={withdraw.isSuccess} />;
  if (data.contract === null) return <None />;
  return <Steps contract={data.contract} email={data.email} withdraw={withdraw} />;
}

interface StepsProps {
  readonly contract: WithdrawableContract;
  readonly email: string;
  readonly withdraw: ReturnType<typeof useWithdraw>;
}

function Steps({ contract, email, withdraw }: StepsProps) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const [isSure, setSure] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const isTurned = useRef(false);
  useEffect(() => {
    if (isTurned.current) heading.current?.focus();
    isTurned.current = true;
  }, [isSure]);
  // The end itself is too late.
  const lastDay = date(Date.parse(contract.until) - 1);
  return (
    <div className="account-page account-narrow page-width">
      <section className="cancel-sheet" aria-busy={withdraw.isPending}>
        <h1 ref={heading} tabIndex={-1}>
          {t(isSure ? 'withdraw-sure' : 'withdraw-title')}
        </h1>
        <p className="account-lede">{isSure ? t('withdraw-sure-text') : t('withdraw-lede', { date: lastDay })}</p>
        <dl className="withdraw-facts">
          <Contract concludedAt={contract.concluded_at} id={contract._id} />
          <MoneyBack sums={contract.comes_back} />
          {isSure ? null : <Fact name={t('withdraw-ends')}>{t('withdraw-ends-text')}</Fact>}
          <Fact name={t('withdraw-mail')}>{t('withdraw-mail-text', { email })}</Fact>
        </dl>
        <FieldError text={withdraw.error ? errorText(withdraw.error, t('error-title')) : null} />
        <div className="account-actions">
          {isSure ? (
            <>
              <Button busy={withdraw.isPending} onClick={() => withdraw.mutate(contract._id)}>
                {t('withdraw-confirm')}
              </Button>
              <Button tone="quiet" disabled={withdraw.isPending} onClick={() => setSure(false)}>
                {t('btn-back')}
              </Button>
            </>
          ) : (
            <>
              <Button onClick={() => setSure(true)}>{t('withdraw-continue')}</Button>
              <ButtonLink to={paths.profile} tone="quiet">
                {t('cancel-keep')}
              </ButtonLink>
            </>
          )}
        </div>
      </section>
    </div>
  );
}

const errorText = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.status > 0 ? error.message : fallback;

function Withdrawn({
  withdrawal,
  email,
  isNew,
}: {
  readonly withdrawal: Withdrawal;
  readonly email: string;
  readonly isNew: boolean;
}) {
  const { t } = useTranslation();
  const { exact, zone } = useFormats();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isNew) heading.current?.focus();
  }, [isNew]);
  return (
    <div className="account-page account-narrow page-width">
      <section className="cancel-sheet">
        <h1 ref={heading} tabIndex={-1}>
          {t('withdrawal-done')}
        </h1>
        <div role="status">
          <p>{t('withdraw-done-at', { at: `${exact(withdrawal.at)} (${zone(withdrawal.at)})` })}</p>
          <p className="account-lede">{t('withdraw-done-mail', { email })}</p>
        </div>
        <dl className="withdraw-facts">
          <Contract concludedAt={withdrawal.concluded_at} id={withdrawal._id} />
          <MoneyBack sums={withdrawal.comes_back} />
        </dl>
        <div className="account-actions">
          <ButtonLink to={paths.payments}>{t('payments-title')}</ButtonLink>
          <ButtonLink to={paths.profile} tone="quiet">
            {t('profile-title')}
          </ButtonLink>
        </div>
      </section>
    </div>
  );
}

function None() {
  const { t } = useTranslation();
  return (
    <MessagePage
      title={t('withdraw-none')}
      actions={
        <ButtonLink to={paths.profile} tone="quiet">
          {t('profile-title')}
        </ButtonLink>
      }
    >
      <p>{t('withdraw-none-text')}</p>
    </MessagePage>
  );
}

function Contract({ concludedAt, id }: { readonly concludedAt: string; readonly id: string }) {
  const { t } = useTranslation();
  const { name } = useSite();
  const { date } = useFormats();
  return (
    <>
      <Fact name={t('withdraw-contract')}>
        {t('membership-of', { site: name })}
        <small dir="ltr">{id}</small>
      </Fact>
      <Fact name={t('withdraw-concluded')}>
        <time dateTime={concludedAt}>{date(concludedAt)}</time>
      </Fact>
    </>
  );
}

function MoneyBack({ sums }: { readonly sums: readonly ComesBack[] }) {
  const { t } = useTranslation();
  const moneyIn = useMoneyIn();
  return (
    <Fact name={t('withdraw-comes-back')}>
      {sums.length === 0
        ? t('withdraw-nothing-back')
        : sums.map(({ amount, currency, to }) => (
            <span key={`${currency} ${to}`} className="withdraw-sum">
              {t(to === 'wallet' ? 'withdraw-to-wallet' : 'withdraw-to-card', { amount: moneyIn(amount, currency) })}
            </span>
          ))}
    </Fact>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
