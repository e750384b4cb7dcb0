import type { Dispute } from '@backlot/contracts/disputes';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { FormError } from '../../../components/form-error.tsx';
import { Dialog } from '../../../components/kit/dialog.tsx';
import { DialogFoot } from '../../../components/kit/dialog-foot.tsx';
import { Switch } from '../../../components/kit/switch.tsx';
import { TextField } from '../../../components/kit/text-field.tsx';
import { useMoneyIn } from '../../../lib/site.tsx';
import { fieldErrorOf } from '../../../lib/texts/error-text.ts';
import { amountTyped } from '../take-out/amount-field.tsx';
import { useMarkWon } from './disputes-query.ts';

const form = 'dispute-won';

/** How much the bank paid back of a chargeback, and what shows it. */
export function WonDialog({ dispute, onClose }: { dispute: Dispute; onClose: () => void }) {
  const { t } = useTranslation();
  const moneyIn = useMoneyIn();
  const mark = useMarkWon(onClose);
  const [typed, setTyped] = useState(dispute.amount.toFixed(2));
  const [isFeeBack, setFeeBack] = useState(false);
  const [evidence, setEvidence] = useState('');
  const [isTried, setTried] = useState(false);
  const amount = amountTyped(typed, dispute.amount);
  const money = (value: number): string => moneyIn(value, dispute.currency);
  const feeText = t('dispute-won-fee', { amount: money(dispute.fee) });
  const problems = {
    amount: amount !== null ? null : t('refund-amount-wrong', { min: money(0.01), max: money(dispute.amount) }),
    evidence: evidence.trim() === '' ? t('settle-evidence-missing') : null,
  };
  const send = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (amount === null || problems.evidence !== null || mark.isPending) return;
    mark.mutate({ id: dispute._id, amount, evidence: evidence.trim(), ...(isFeeBack ? { fee_back: true } : {}) });
  };
  const isToldAtField = ['amount', 'evidence'].some((field) => fieldErrorOf(mark.error, field) !== null);
  return (
    <Dialog
      title={t('dispute-won-mark')}
      onClose={onClose}
      actions={
        <DialogFoot onCancel={onClose} type="submit" form={form} isBusy={mark.isPending}>
          {t('dispute-won-mark')}
        </DialogFoot>
      }
    >
      <form id={form} className="settle-form" noValidate onSubmit={send}>
        <TextField
          label={t('dispute-won-amount')}
          value={typed}
          inputMode="decimal"
          autoComplete="off"
          after={dispute.currency}
          error={(isTried || typed !== '' ? problems.amount : null) ?? fieldErrorOf(mark.error, 'amount')}
          onChange={(next) => {
            setTyped(next);
            mark.reset();
          }}
        />
        {dispute.fee > 0 ? (
          <div className="dispute-fee-back">
            <span aria-hidden>{feeText}</span>
            <Switch label={feeText} isOn={isFeeBack} onChange={setFeeBack} />
          </div>
        ) : null}
        <TextField
          label={t('open-items-evidence')}
          value={evidence}
          multiline
          minRows={2}
          inputProps={{ maxLength: 500, dir: 'auto' }}
          help={t('settle-evidence-help')}
          error={(isTried ? problems.evidence : null) ?? fieldErrorOf(mark.error, 'evidence')}
          onChange={(next) => {
            setEvidence(next);
            mark.reset();
          }}
        />
        <FormError error={isToldAtField ? null : mark.error} />
      </form>
    </Dialog>
  );
}
