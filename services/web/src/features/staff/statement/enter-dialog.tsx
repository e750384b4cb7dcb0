import type { StatementPayout, StatementReport } from '@backlot/contracts/statement';
import { fromWire } from '@backlot/domain/money/money';
import { payableAfter } from '@backlot/domain/money/payable';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormError } from '../../../components/form-error.tsx';
import { Dialog } from '../../../components/kit/dialog.tsx';
import { DialogFoot } from '../../../components/kit/dialog-foot.tsx';
import { parseNumber } from '../../../components/kit/form/parse-number.ts';
import { Select } from '../../../components/kit/select.tsx';
import { TextField } from '../../../components/kit/text-field.tsx';
import { useFormats, useMoneyIn } from '../../../lib/site.tsx';
import { fieldErrorOf } from '../../../lib/texts/error-text.ts';
import { useAccountText } from '../lookup/account-text.ts';
import { isEnteredBefore, useRecordStatement } from './provider-statement-query.ts';
import { allFigures, rareFigures, usualFigures, type Figure } from './statement-figures.ts';

const form = 'enter-statement';
/** Of one figure, in the currency's units. */
const most = 1_000_000;
/** By exchange money is lost as well. */
const leastOf = (name: Figure): number => (name === 'exchange' ? -most : 0);

const nothing = Object.fromEntries(allFigures.map(({ name }) => [name, ''])) as Readonly<Record<Figure, string>>;

interface EnterProps {
  readonly month: string;
  readonly accounts: readonly StatementReport[];
  /** The account that is chosen at first; empty for whichever comes first. */
  readonly first: string;
  /** What is booked as fees of chargebacks in the month, by currency: it is not entered again. */
  readonly chargebackFees: ReadonlyMap<string, number>;
  /** What each provider still owes by the books of the month. */
  readonly payouts: readonly StatementPayout[];
  readonly onClose: () => void;
}

/** Takes down what a provider's own statement says of a month. */
export function EnterDialog({ month, accounts, first, chargebackFees, payouts, onClose }: EnterProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const moneyIn = useMoneyIn();
  const accountText = useAccountText();
  const record = useRecordStatement(onClose);
  const [chosen, setChosen] = useState(first || (accounts[0]?.account_id ?? ''));
  const [typed, setTyped] = useState(nothing);
  const [note, setNote] = useState('');
  const [isTried, setTried] = useState(false);
  const account = accounts.find((one) => one.account_id === chosen)?.account;
  const currency = account?.currency ?? '';
  const books = payouts.find((one) => one.provider === account?.provider && one.currency === currency);
  const amountOf = (name: Figure): number => (typed[name].trim() === '' ? 0 : parseNumber(typed[name]));
  const isWrong = (name: Figure): boolean => {
    const amount = amountOf(name);
    return fromWire(amount) === null || amount < leastOf(name) || amount > most;
  };
  const isEmpty = allFigures.every(({ name }) => amountOf(name) === 0);
  const problems = {
    figures: isEmpty ? t('statement-figures-missing') : null,
    note: note.trim() === '' ? t('statement-note-missing') : null,
  };
  const errorOf = (name: Figure): string | null => {
    if (isWrong(name))
      return t('refund-amount-wrong', { min: moneyIn(leastOf(name), currency), max: moneyIn(most, currency) });
    return (isTried && name === 'fees' ? problems.figures : null) ?? fieldErrorOf(record.error, name);
  };
  const isToldAtField = [...allFigures.map(({ name }) => name), 'note'].some(
    (name) => fieldErrorOf(record.error, name) !== null,
  );
  const stated = {
    account_id: chosen,
    month,
    fees: amountOf('fees'),
    reserve_held: amountOf('reserve_held'),
    reserve_released: amountOf('reserve_released'),
    paid_out: amountOf('paid_out'),
    // Nothing is said of what a statement says nothing of.
    ...Object.fromEntries(
      rareFigures.map(({ name }) => [name, amountOf(name)] as const).filter(([, amount]) => amount !== 0),
    ),
  };
  // Said, not refused: a provider may pay ahead, and the books may know less than it does.
  const payable = books === undefined ? null : payableAfter(books.owed, stated);
  // Of the same figures alone: with others the question is asked again.
  const isAgain = isEnteredBefore(record, stated);
  const send = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (isEmpty || problems.note !== null || record.isPending || allFigures.some(({ name }) => isWrong(name))) return;
    record.mutate({ ...stated, note: note.trim(), ...(isAgain ? { again: true } : {}) });
  };
  const [isOpened, setOpened] = useState(false);
  const hasMore = rareFigures.some(
    ({ name }) => typed[name].trim() !== '' || fieldErrorOf(record.error, name) !== null,
  );
  const field = (name: Figure, label: string, help?: string): ReactNode => (
    <TextField
      key={name}
      label={label}
      value={typed[name]}
      // Keyboards for amounts have no minus on some phones.
      inputProps={{ inputMode: leastOf(name) < 0 ? 'text' : 'decimal' }}
      autoComplete="off"
      placeholder="0.00"
      after={currency}
      help={help}
      error={errorOf(name)}
      onChange={(next) => setTyped({ ...typed, [name]: next })}
    />
  );
  return (
    <Dialog
      title={t('statement-enter')}
      onClose={onClose}
      actions={
        <DialogFoot onCancel={onClose} type="submit" form={form} isBusy={record.isPending}>
          {t(isAgain ? 'statement-book-again' : 'statement-book')}
        </DialogFoot>
      }
    >
      <p className="muted">{t('statement-enter-help', { month: formats.month(month) })}</p>
      <form id={form} className="settle-form" noValidate onSubmit={send}>
        <Select
          label={t('lookup-account')}
          value={chosen}
          options={accounts.map((one) => ({ value: one.account_id, text: accountText(one) }))}
          onChange={setChosen}
        />
        {usualFigures.map(({ name, text }) =>
          field(
            name,
            t(text),
            name === 'fees'
              ? t('statement-fees-help', { amount: moneyIn(0 - (chargebackFees.get(currency) ?? 0), currency) })
              : undefined,
          ),
        )}
        <details
          className="more-figures"
          open={isOpened || hasMore}
          onToggle={({ currentTarget: more }) => setOpened(more.open)}
        >
          <summary
            onClick={(event) => {
              // What is typed is never out of sight.
              if (hasMore) event.preventDefault();
            }}
          >
            {t('statement-more-figures')}
          </summary>
          <div className="settle-form">{rareFigures.map(({ name, text, help }) => field(name, t(text), t(help)))}</div>
        </details>
        <p className="form-help" role="status">
          {payable !== null && stated.paid_out > payable
            ? t('statement-beyond-owed', { owed: moneyIn(payable, currency) })
            : null}
        </p>
        <TextField
          label={t('statement-note')}
          value={note}
          multiline
          minRows={2}
          inputProps={{ maxLength: 500, dir: 'auto' }}
          help={t('statement-note-help')}
          error={(isTried ? problems.note : null) ?? fieldErrorOf(record.error, 'note')}
          onChange={setNote}
        />
        <FormError error={isToldAtField ? null : record.error} />
      </form>
    </Dialog>
  );
}
