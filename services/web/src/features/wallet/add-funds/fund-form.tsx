import type { CryptoPayment } from '@backlot/contracts/crypto';
import { fundAmountProblem, presetAmount } from '@backlot/domain/money/add-funds';
import { minorOf, parseTypedAmount, toWire, type Minor } from '@backlot/domain/money/money';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/button.tsx';
import { Field } from '../../../components/field.tsx';
import { FormError } from '../../../components/form-error.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { useOwnWallet } from '../../../entities/wallet/own-wallet.ts';
import { useFormats, useMe, useSetting } from '../../../lib/site.tsx';
import { AmountChoice, otherAmount, type ChosenAmount } from './amount-choice.tsx';
import { useCryptoCurrencies, useCryptoQuote, useStartPayment } from './crypto-calls.ts';

interface FundFormProps {
  /** In the wire's amount; null where nothing waits for it. */
  readonly needed: number | null;
  readonly onStarted: (payment: CryptoPayment) => void;
}

/** WAL-01 to WAL-07: how much, in which currency, and what that costs; Start creates the payment. */
export function FundForm({ needed, onStarted }: FundFormProps) {
  const { t } = useTranslation();
  const currencies = useCryptoCurrencies();
  const terms = useFundTerms();
  const { money } = useFormats();
  const { owed } = useOwnWallet();
  const neededMinor = needed === null ? null : minorOf(needed);
  const preset = presetAmount(terms.options, neededMinor, terms);
  const [chosen, setChosen] = useState<ChosenAmount>(preset ?? otherAmount);
  const [typed, setTyped] = useState('');
  const [currency, setCurrency] = useState<string | null>(null);
  const problem = chosen === otherAmount ? fundAmountProblem(typed, terms) : null;
  const amountMinor = problem !== null ? null : chosen === otherAmount ? parseTypedAmount(typed) : chosen;
  // WAL-26, WAL-27: without currencies there is nothing to fill in.
  if (currencies.isError) return <FormError error={currencies.error} />;
  const list = currencies.data ?? [];
  return (
    <div className="add-funds-form" aria-busy={currencies.isPending}>
      {needed === null ? null : <p className="add-funds-note">{t('add-funds-missing', { amount: money(needed) })}</p>}
      {owed > 0 ? <p className="add-funds-note">{t('wallet-owed', { amount: money(owed) })}</p> : null}
      <AmountChoice
        options={terms.options}
        bounds={terms}
        neededMinor={neededMinor}
        first={neededMinor === null ? null : preset}
        chosen={chosen}
        typed={typed}
        error={problem && typed !== '' ? errorOf(problem) : null}
        onChoose={setChosen}
        onType={setTyped}
      />
      <SelectField
        label={t('add-funds-currency')}
        placeholder={t('add-funds-choose-currency')}
        value={currency ?? list[0]?.currency ?? ''}
        options={list.map(({ currency: code, description }) => ({ code, name: `${description} (${code})` }))}
        disabled={currencies.isPending}
        onChange={(event) => setCurrency(event.currentTarget.value)}
      />
      <Start
        currency={currency ?? list[0]?.currency ?? ''}
        amountMinor={amountMinor}
        onStarted={onStarted}
        whyNot={problem === null ? null : errorOf(problem)}
      />
    </div>
  );

  function errorOf(code: NonNullable<typeof problem>): string {
    return code === 'add-funds-invalid'
      ? t(code)
      : t(code, { min: money(toWire(terms.minimumMinor)), max: money(toWire(terms.maximumMinor)) });
  }
}

interface StartProps {
  readonly currency: string;
  readonly amountMinor: Minor | null;
  readonly onStarted: (payment: CryptoPayment) => void;
  /** What is wrong with the amount, told when Start is pressed. */
  readonly whyNot: string | null;
}

function Start({ currency, amountMinor, onStarted, whyNot }: StartProps) {
  const { t } = useTranslation();
  const { money } = useFormats();
  const me = useMe();
  const [pin, setPin] = useState('');
  const [isPressed, setIsPressed] = useState(false);
  const quote = useCryptoQuote(currency, amountMinor);
  const start = useStartPayment(onStarted);
  const isPinWanted = ['crypto-pin-needed', 'crypto-pin-wrong'].includes(start.error?.code ?? '');
  const canStart = amountMinor !== null && quote.data !== undefined && !start.isPending;
  const begin = (): void => {
    setIsPressed(true);
    if (amountMinor !== null && quote.data)
      start.mutate(
        { paymentId: quote.data.payment_id, currency, amountMinor, pin },
        // An id is good for one try; only the PIN goes with the same one.
        { onError: ({ code }) => !code.startsWith('crypto-pin') && void quote.refetch() },
      );
  };
  return (
    <form
      className="add-funds-start"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (amountMinor === null) setIsPressed(true);
        else if (canStart) begin();
      }}
    >
      <p className="add-funds-quote figures" aria-live="polite">
        {quote.data && amountMinor !== null
          ? t('add-funds-costs', { coins: quote.data.amount, currency, amount: money(toWire(amountMinor)) })
          : amountMinor === null || currency === '' || quote.isError
            ? ''
            : t('add-funds-quoting')}
      </p>
      {isPinWanted ? (
        <Field
          label={t('crypto-pin')}
          help={t('crypto-pin-help', { email: me?.email ?? '' })}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={pin}
          onChange={(event) => setPin(event.currentTarget.value.trim())}
        />
      ) : null}
      <FormError error={start.error ?? quote.error} text={isPressed && whyNot !== null ? whyNot : null} />
      <Button type="submit" wide busy={start.isPending || (amountMinor !== null && quote.isPending && currency !== '')}>
        {t('btn-start')}
      </Button>
      <p className="add-funds-note">{t('add-funds-final')}</p>
    </form>
  );
}

/** What the site offers and allows; members are told with their page. */
function useFundTerms() {
  return {
    options: useSetting('wallet_settings.add_fund_default_options') ?? '',
    minimumMinor: minorOf(useSetting('wallet_settings.add_fund_minimum_amount') ?? 0),
    maximumMinor: minorOf(useSetting('wallet_settings.add_fund_maximum_amount') ?? 0),
  };
}
