import { offeredPresets, type FundBounds } from '@backlot/domain/money/add-funds';
import { toWire, type Minor } from '@backlot/domain/money/money';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '../../../components/field.tsx';
import { useFormats } from '../../../lib/site.tsx';

export const otherAmount = 'other';
export type ChosenAmount = Minor | typeof otherAmount;

interface AmountChoiceProps {
  readonly options: string;
  readonly bounds: FundBounds;
  readonly neededMinor: Minor | null;
  /** What covers it, where something is missing. */
  readonly first: Minor | null;
  readonly chosen: ChosenAmount;
  readonly typed: string;
  readonly error: string | null;
  readonly onChoose: (amount: ChosenAmount) => void;
  readonly onType: (text: string) => void;
}

/** WAL-01, WAL-02: the site's amounts as buttons, and another one. What is missing is the first of them (WAL-06). */
export function AmountChoice({
  options,
  bounds,
  neededMinor,
  first,
  chosen,
  typed,
  error,
  onChoose,
  onType,
}: AmountChoiceProps) {
  const { t } = useTranslation();
  const { money } = useFormats();
  const name = useId();
  const presets = offeredPresets(options, neededMinor, bounds);
  const amounts = first === null || presets.includes(first) ? presets : [first, ...presets];
  return (
    <fieldset className="fund-amounts">
      <legend>{t('add-funds-amount')}</legend>
      <div className="fund-presets">
        {amounts.map((amount) => (
          <label key={amount} className="fund-preset figures">
            <input
              type="radio"
              name={name}
              className="visually-hidden"
              checked={chosen === amount}
              onChange={() => onChoose(amount)}
            />
            <span>{money(toWire(amount))}</span>
          </label>
        ))}
        <label className="fund-preset">
          <input
            type="radio"
            name={name}
            className="visually-hidden"
            checked={chosen === otherAmount}
            onChange={() => onChoose(otherAmount)}
          />
          <span>{t('add-funds-other-amount')}</span>
        </label>
      </div>
      {chosen === otherAmount ? (
        <Field
          label={t('add-funds-other-amount')}
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          error={error}
          onChange={(event) => onType(event.currentTarget.value)}
        />
      ) : null}
    </fieldset>
  );
}
