import type { Receipt } from '@backlot/contracts/receipts';
import { useTranslation } from 'react-i18next';
import { useMoneyIn } from '../../lib/site.tsx';
import { reductionTexts, usePaymentWords } from './payment-texts.ts';

/** What it was for, what made it cheaper, what was paid, and what went back of it. */
export function ReceiptLines({ receipt: { payment, lines, kept } }: { receipt: Receipt }) {
  const { t } = useTranslation();
  const moneyIn = useMoneyIn();
  const { what, moneyBack } = usePaymentWords();
  const money = (amount: number): string => `${amount < 0 ? '−' : ''}${moneyIn(Math.abs(amount), payment.currency)}`;
  const nameOf = ({ kind, ref }: Receipt['lines'][number]): string => {
    if (kind === 'base') return what(payment);
    return kind === 'coupon' ? t('receipt-line-coupon', { code: ref }) : t(reductionTexts[kind]);
  };
  const back = moneyBack(payment);
  return (
    <>
      <dl className="receipt-lines">
        {lines.map((line) => (
          <div key={line.kind}>
            <dt dir="auto">{nameOf(line)}</dt>
            <dd className="figures">{money(line.amount)}</dd>
          </div>
        ))}
        <div className="receipt-total">
          <dt>{t('receipt-total')}</dt>
          <dd className="figures">{money(payment.amount)}</dd>
        </div>
      </dl>
      {back.length === 0 ? null : (
        <div className="receipt-back">
          <ul>
            {back.map((line, index) => (
              // Two of the same amount on one day read alike; the list only grows.
              <li key={index}>{line}</li>
            ))}
          </ul>
          {payment.returns.length === 0 ? null : (
            <p>
              <span>{t('receipt-kept')}</span> <b className="figures">{money(kept)}</b>
            </p>
          )}
        </div>
      )}
    </>
  );
}
