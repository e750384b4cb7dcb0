import type { WalletLine, WalletStatement } from '@backlot/contracts/wallet';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '../../components/button.tsx';
import { LoadFailed } from '../../components/load-failed.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { walletMoveTexts } from '../../components/text/wallet-move.ts';
import { useAddingFunds } from '../../entities/wallet/adding-funds.ts';
import { paths } from '../../lib/paths.ts';
import { useFormats, useMoneyIn, useSetting } from '../../lib/site.tsx';
import '../../components/styles/account.css';
import './wallet.css';
import { useWallet } from './wallet-query.ts';

/** What is in the wallet, what moved it, and where fans can fill it, how. */
export function Page() {
  const { t } = useTranslation();
  const wallet = useWallet();
  const { data, isError, refetch } = wallet;
  if (isError && !data) return <LoadFailed onRetry={refetch} />;
  if (!data) return <Skeleton lines={6} />;
  const [first] = data.pages as [WalletStatement];
  const lines = data.pages.flatMap((page) => page.lines);
  return (
    <div className="account-page account-narrow page-width">
      <header className="wallet-head">
        <h1 tabIndex={-1}>{t('wallet-title')}</h1>
        <p className="account-lede">{t('wallet-text')}</p>
      </header>
      <Balance wallet={first} />
      <section className="wallet-history" aria-labelledby="wallet-history">
        <h2 id="wallet-history">{t('wallet-history')}</h2>
        {lines.length === 0 ? <p className="account-lede">{t('wallet-empty')}</p> : null}
        <ul hidden={lines.length === 0}>
          {lines.map((line) => (
            <Line key={line._id} line={line} />
          ))}
        </ul>
        {wallet.hasNextPage ? (
          <Button tone="quiet" busy={wallet.isFetchingNextPage} onClick={() => void wallet.fetchNextPage()}>
            {t('btn-show-more')}
          </Button>
        ) : null}
      </section>
      <div className="account-actions">
        <ButtonLink to={paths.payments} tone="quiet">
          {t('payments-link')}
        </ButtonLink>
        <ButtonLink to={paths.profile} tone="quiet">
          {t('btn-back')}
        </ButtonLink>
      </div>
    </div>
  );
}

function Balance({ wallet }: { wallet: WalletStatement }) {
  const { t } = useTranslation();
  const { money } = useFormats();
  const moneyIn = useMoneyIn();
  const isOn = useSetting('is_crypto_payment_enabled');
  const funds = useAddingFunds();
  return (
    <section className="wallet-balance" aria-label={t('wallet-balance')}>
      <p>
        <span>{t('wallet-balance')}</span>
        <b className="figures">{money(wallet.balance)}</b>
      </p>
      {isOn && funds !== null ? (
        <Button onClick={() => funds.ask({ needed: null })}>{t('wallet-add-funds')}</Button>
      ) : null}
      {wallet.owed > 0 ? (
        <p className="wallet-owed" role="status">
          {t('wallet-owed', { amount: money(wallet.owed) })}
        </p>
      ) : null}
      {wallet.others?.map(({ currency, balance, owed }) => (
        <div key={currency} className="wallet-other">
          <span>{t('wallet-other', { currency })}</span>
          <b className="figures">{moneyIn(balance, currency)}</b>
          {owed > 0 ? <p className="wallet-owed">{t('wallet-owed', { amount: moneyIn(owed, currency) })}</p> : null}
        </div>
      ))}
    </section>
  );
}

/** Kinds of sale that pay for a membership. */
const memberships: readonly string[] = ['membership', 'renewal', 'migration'];

function Line({ line }: { line: WalletLine }) {
  const { t } = useTranslation();
  const { money, date, signed } = useWalletFormats();
  const isMembership = line.sold !== null && memberships.includes(line.sold);
  const subject = line.title ?? (isMembership ? t('nav-membership') : null);
  return (
    <li data-kind={line.kind}>
      <span className="wallet-what">
        <b dir="auto">{subject ?? t(walletMoveTexts[line.kind])}</b>
        <small>
          {subject === null ? '' : `${t(walletMoveTexts[line.kind])} · `}
          <time dateTime={line.date}>{date(line.date)}</time>
          {line.owed < 0 && line.kind !== 'settled' ? ` · ${t('wallet-owed-line', { amount: money(-line.owed) })}` : ''}
          {line.owed > 0 ? ` · ${t('wallet-owed-besides', { amount: money(line.owed) })}` : ''}
        </small>
      </span>
      <b className="figures" data-in={line.amount > 0 || undefined}>
        {signed(line.amount)}
      </b>
    </li>
  );
}

function useWalletFormats() {
  const { money, date } = useFormats();
  const signed = (amount: number): string => `${amount > 0 ? '+' : amount < 0 ? '−' : ''}${money(Math.abs(amount))}`;
  return { money, date, signed };
}
