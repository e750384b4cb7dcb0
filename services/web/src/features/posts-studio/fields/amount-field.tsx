import { parseTypedAmount } from '@backlot/domain/money/money';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../../../components/field.tsx';
import { useFormats, useSite } from '../../../lib/site.tsx';

interface AmountFieldProps {
  readonly amount: string;
  readonly usual: readonly number[];
  readonly min: number;
  readonly max: number;
  readonly label?: string;
  /** What cards can be charged, where the wallet pays the rest. */
  readonly ofCards?: { readonly min: number; readonly max: number } | undefined;
  readonly error: string | null;
  readonly onChange: (amount: string) => void;
}

/** Digits as several keyboards write them; a comma is a point, but before three digits: no price has so many after its point. */
export const typedAmount = (text: string): string =>
  text
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/[,\u066b]/, '.')
    .replace(/[^\d.]/g, '')
    .replace(/^(\d{1,3})\.(\d{3})(?=\.|$)/, '$1$2');

/** The price: typed, or one of four that this creator takes most often; the bounds in words. */
export function AmountField({ amount, usual, min, max, label, ofCards, error, onChange }: AmountFieldProps) {
  const { t } = useTranslation();
  const { currency, language } = useSite();
  const formats = useFormats();
  const id = useId();
  const sign =
    new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
      .formatToParts(0)
      .find(({ type }) => type === 'currency')?.value ?? currency;
  return (
    <section>
      <label className="form-label" htmlFor={id}>
        {label ?? t('create-amount')}
      </label>
      <div className="input amount-input" data-wrong={error ? true : undefined}>
        <span className="muted" aria-hidden="true" dir="auto">
          {sign}
        </span>
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          maxLength={9}
          aria-describedby={ofCards ? `${id}-help ${id}-cards` : `${id}-help`}
          aria-invalid={error ? true : undefined}
          onChange={(event) => onChange(typedAmount(event.target.value))}
        />
        <span className="muted small" aria-hidden="true">
          {currency}
        </span>
      </div>
      <div className="usual-amounts" role="group" aria-label={t('create-usual-amounts')}>
        {usual.map((one) => (
          <button
            key={one}
            type="button"
            className="usual"
            aria-pressed={Number(amount) === one}
            onClick={() => onChange(String(one))}
          >
            {formats.money(one).replace(/[.,٫]00(?=\D*$)/, '')}
          </button>
        ))}
      </div>
      <p className="form-help" id={`${id}-help`}>
        {t('create-amount-hint', { min: formats.money(min), max: formats.money(max) })}
      </p>
      {ofCards ? (
        <p className="form-help" role="status" id={`${id}-cards`}>
          {isBeyond(amount, ofCards) && !error
            ? t('create-amount-wallet-only', { min: formats.money(ofCards.min), max: formats.money(ofCards.max) })
            : null}
        </p>
      ) : null}
      <FieldError text={error} />
    </section>
  );
}

/** Nothing is charged for a price of nothing. */
function isBeyond(amount: string, { min, max }: { readonly min: number; readonly max: number }): boolean {
  const minor = parseTypedAmount(amount);
  return minor !== null && minor > 0 && (minor < Math.round(min * 100) || minor > Math.round(max * 100));
}
