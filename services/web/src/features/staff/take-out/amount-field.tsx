import { fromWire } from '@backlot/domain/money/money';
import { useTranslation } from 'react-i18next';
import { parseNumber } from '../../../components/kit/form/parse-number.ts';
import { TextField } from '../../../components/kit/text-field.tsx';
import { useMoneyIn } from '../../../lib/site.tsx';

/** Null for what is no amount, and for more than `most`. */
export function amountTyped(typed: string, most: number): number | null {
  const amount = parseNumber(typed);
  return fromWire(amount) !== null && amount > 0 && amount <= most ? amount : null;
}

interface AmountFieldProps {
  readonly value: string;
  readonly most: number;
  readonly currency: string;
  readonly isTried: boolean;
  /** Of the server. */
  readonly error: string | null;
  readonly onChange: (value: string) => void;
}

export function AmountField({ value, most, currency, isTried, error, onChange }: AmountFieldProps) {
  const { t } = useTranslation();
  const moneyIn = useMoneyIn();
  const isWrong = (isTried || value !== '') && amountTyped(value, most) === null;
  return (
    <TextField
      label={t('refund-amount')}
      value={value}
      inputMode="decimal"
      autoComplete="off"
      after={currency}
      help={t('take-out-amount-help', { amount: moneyIn(most, currency) })}
      error={isWrong ? t('refund-amount-wrong', { min: moneyIn(0.01, currency), max: moneyIn(most, currency) }) : error}
      onChange={onChange}
    />
  );
}
