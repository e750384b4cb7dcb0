import type { CryptoPayment } from '@backlot/contracts/crypto';
import { Check, CircleAlert, Copy, Hourglass, TriangleAlert } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { useToast } from '../../../components/toasts.tsx';
import { useCopy } from '../../../components/use-copy.ts';
import { useOwnWallet } from '../../../entities/wallet/own-wallet.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/site.tsx';
import { useAfterCredit, useCryptoPayment } from './crypto-calls.ts';
import { TimeLeft } from './time-left.tsx';

interface CryptoPanelProps {
  readonly begun: CryptoPayment;
  /** What the wallet has to hold before whoever waits for it can go on, in the wire's amount. */
  readonly wanted: number;
  readonly onAdded: ((balance: number) => void) | undefined;
  readonly onRestart: () => void;
  readonly onClose: () => void;
}

/** WAL-08: where to send what, until when, and what became of it. */
export function CryptoPanel({ begun, wanted, onAdded, onRestart, onClose }: CryptoPanelProps) {
  const { t } = useTranslation();
  const { money } = useFormats();
  const { owed } = useOwnWallet();
  const payment = useCryptoPayment(begun);
  const toast = useToast();
  const { state } = payment;
  // Whoever waits for the money goes on with it, and is seen to; less than that stays told of here.
  const goOn = (balance: number): void => {
    if (!covers(balance, wanted)) return;
    if (state === 'confirmed') {
      onClose();
      toast({ text: t('amount-added'), tone: 'good' });
    }
    onAdded?.(balance);
  };
  useAfterCredit(payment, onAdded && goOn);
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    top.current?.focus();
  }, []);
  return (
    <div className="crypto-panel" ref={top} tabIndex={-1}>
      <State payment={payment} />
      {state === 'confirmed' && owed > 0 ? (
        <p className="add-funds-note">{t('wallet-owed', { amount: money(owed) })}</p>
      ) : null}
      {state === 'waiting' || state === 'underpayment' ? <Send payment={payment} /> : null}
      <p className="crypto-reference">
        <span>{t('crypto-reference')}</span> <span dir="ltr">{payment.reference_no}</span>
      </p>
      {payment.notices.map(({ code, message }) => (
        <p key={`${code} ${message}`} className="crypto-notice" dir="auto">
          {t('crypto-notice', { code, message })}
        </p>
      ))}
      {state === 'confirmed' || state === 'processing' ? (
        <Button wide tone={state === 'confirmed' ? 'primary' : 'quiet'} onClick={onClose}>
          {t('a11y-close')}
        </Button>
      ) : null}
      {state === 'cancelled' || state === 'failed' ? (
        <Button wide onClick={onRestart}>
          {t('crypto-restart')}
        </Button>
      ) : null}
      {state === 'blocked' ? (
        <ButtonLink wide to={paths.contact}>
          {t('contact-us-link')}
        </ButtonLink>
      ) : null}
      {state === 'waiting' ? <p className="add-funds-note">{t('add-funds-final')}</p> : null}
    </div>
  );
}

/** Both in the wire's amounts, whose sums are compared in hundredths. */
export const covers = (balance: number, wanted: number): boolean => Math.round((balance - wanted) * 100) >= 0;

const icons = {
  waiting: Hourglass,
  processing: Hourglass,
  underpayment: CircleAlert,
  confirmed: Check,
  cancelled: CircleAlert,
  blocked: TriangleAlert,
  failed: TriangleAlert,
} as const;

function State({ payment }: { payment: CryptoPayment }) {
  const { t } = useTranslation();
  const { money } = useFormats();
  const { state, missing, currency } = payment;
  const Icon = icons[state];
  const wait = payment.wait_time === '' ? '' : t('crypto-wait', { time: payment.wait_time });
  const [text, help] = ((): [string, string] => {
    switch (state) {
      case 'waiting':
        return [t('crypto-state-waiting'), wait];
      case 'processing':
        return [t('crypto-state-processing'), wait];
      case 'underpayment':
        return [
          t('crypto-state-underpayment', { amount: money(missing?.fund_amount ?? 0) }),
          missing ? t('crypto-missing-help', { coins: missing.amount, currency }) : '',
        ];
      case 'confirmed':
        return payment.credited_amount === 0
          ? [t('crypto-state-processing'), '']
          : [
              t('amount-added'),
              t(covers(payment.credited_amount, payment.fund_amount) ? 'crypto-added' : 'crypto-added-less', {
                amount: money(payment.credited_amount),
                asked: money(payment.fund_amount),
                balance: money(payment.wallet_balance),
              }),
            ];
      case 'cancelled':
        return [t('crypto-state-cancelled'), t('crypto-cancelled-help')];
      case 'blocked':
        return [t('crypto-state-blocked'), t('crypto-blocked-help')];
      default:
        return [t('payment-failed'), ''];
    }
  })();
  return (
    <div className="crypto-state" data-state={state} role="status">
      <Icon className="icon" aria-hidden />
      <p>
        <b>{text}</b>
        {help === '' ? null : <span>{help}</span>}
      </p>
    </div>
  );
}

/** The code, and the same in words for whoever types it. Of a short payment it is what is missing. */
function Send({ payment }: { payment: CryptoPayment }) {
  const { t } = useTranslation();
  const { money } = useFormats();
  const copy = useCopy();
  const { missing, currency, address } = payment;
  const coins = missing?.amount ?? payment.amount;
  const uri = missing?.qr ?? payment.qr;
  return (
    <div className="crypto-send">
      <img
        className="crypto-qr"
        src={missing?.qr_img ?? payment.qr_img}
        alt={t('crypto-qr')}
        width={208}
        height={208}
      />
      <div className="crypto-facts">
        <Fact
          label={t('crypto-send')}
          value={`${coins} ${currency}`}
          note={money(missing?.fund_amount ?? payment.fund_amount)}
          copyLabel={t('crypto-copy-amount')}
          onCopy={() => copy(coins)}
        />
        <Fact
          label={t('crypto-address')}
          value={address}
          copyLabel={t('crypto-copy-address')}
          onCopy={() => copy(address)}
        />
        {isLink(uri) ? (
          <a className="text-link" href={uri} target="_blank" rel="noreferrer">
            {t('crypto-open-wallet')}
          </a>
        ) : null}
        <TimeLeft until={payment.expires_at} />
      </div>
    </div>
  );
}

/** An address alone is no link; a link that could run something is none either. */
const isLink = (uri: string): boolean => /^(https?|bitcoin|ethereum|litecoin|ripple|tron|solana):/i.test(uri);

interface FactProps {
  readonly label: string;
  readonly value: string;
  readonly note?: string;
  readonly copyLabel: string;
  readonly onCopy: () => void;
}

function Fact({ label, value, note, copyLabel, onCopy }: FactProps) {
  const id = useId();
  return (
    <div className="crypto-fact">
      <span id={id}>{label}</span>
      <p>
        <b className="figures" dir="ltr" aria-labelledby={id}>
          {value}
        </b>
        <button type="button" className="icon-button" aria-label={copyLabel} onClick={onCopy}>
          <Copy className="icon" aria-hidden />
        </button>
      </p>
      {note ? <small className="figures">{note}</small> : null}
    </div>
  );
}
