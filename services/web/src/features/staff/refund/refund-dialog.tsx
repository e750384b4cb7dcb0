import type { Refundable } from '@backlot/contracts/refunds';
import type { TransactionRow } from '@backlot/contracts/staff';
import { fromWire } from '@backlot/domain/money/money';
import { CreditCard, Lock, LockOpen, Wallet } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { FormError } from '../../../components/form-error.tsx';
import { ChoiceCards } from '../../../components/kit/choice-cards.tsx';
import { Dialog } from '../../../components/kit/dialog.tsx';
import { DialogFoot } from '../../../components/kit/dialog-foot.tsx';
import { parseNumber } from '../../../components/kit/form/parse-number.ts';
import { TextField } from '../../../components/kit/text-field.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { Failed } from '../../../components/studio/list-states.tsx';
import { useMoneyIn } from '../../../lib/site.tsx';
import { useSaleName } from '../sale-cells.tsx';
import { useRefundEffects } from './refund-effects.ts';
import { useRefund, useRefundable } from './refund-query.ts';

interface RefundDialogProps {
  readonly sale: TransactionRow;
  readonly onClose: () => void;
}

/** Gives a payment back, whole or in part. */
export function RefundDialog({ sale, onClose }: RefundDialogProps) {
  const { t } = useTranslation();
  const name = useSaleName();
  const { data, error, refetch } = useRefundable(sale._id);
  if (data) return <RefundForm name={name(sale)} of={data} onClose={onClose} />;
  return (
    <Dialog title={t('refund-title')} onClose={onClose}>
      {error ? <Failed error={error} onRetry={() => void refetch()} /> : <Skeleton lines={5} />}
    </Dialog>
  );
}

const form = 'refund-payment';

function RefundForm({ name, of, onClose }: { name: string; of: Refundable; onClose: () => void }) {
  const { t } = useTranslation();
  const moneyIn = useMoneyIn();
  const effects = useRefundEffects();
  const refund = useRefund(onClose);
  const [typed, setTyped] = useState(of.left.toFixed(2));
  const [reason, setReason] = useState('');
  const [access, setAccess] = useState<'close' | 'keep'>('close');
  const [where, setWhere] = useState<'card' | 'wallet'>(of.to_wallet === 'only' ? 'wallet' : 'card');
  const [isTried, setTried] = useState(false);
  const amount = parseNumber(typed);
  const isAmount = fromWire(amount) !== null && amount > 0 && amount <= of.left;
  const isWhole = isAmount && amount === of.left;
  const problems = {
    amount: isAmount
      ? null
      : t('refund-amount-wrong', { min: moneyIn(0.01, of.currency), max: moneyIn(of.left, of.currency) }),
    reason: reason.trim() === '' ? t('refund-reason-missing') : null,
  };
  const said = effects.access(of, isWhole);
  const send = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (problems.amount !== null || problems.reason !== null || refund.isPending) return;
    refund.mutate({
      id: of._id,
      amount,
      currency: of.currency,
      reason: reason.trim(),
      keeps_access: isWhole && of.is_open && access === 'keep',
      ...(where === 'wallet' ? { to_wallet: true } : {}),
    });
  };
  return (
    <Dialog
      title={t('refund-title')}
      onClose={onClose}
      actions={
        <DialogFoot
          onCancel={onClose}
          color="error"
          type="submit"
          form={form}
          isBusy={refund.isPending}
          disabled={of.left <= 0}
        >
          {isAmount ? t('refund-confirm', { amount: moneyIn(amount, of.currency) }) : t('refund-action')}
        </DialogFoot>
      }
    >
      <p className="muted">{name}</p>
      <form id={form} className="settle-form" noValidate onSubmit={send}>
        <TextField
          label={t('refund-amount')}
          value={typed}
          inputMode="decimal"
          autoComplete="off"
          after={of.currency}
          help={t('refund-amount-help', { amount: moneyIn(of.left, of.currency) })}
          error={isTried || (typed !== '' && !isAmount) ? problems.amount : null}
          onChange={(next) => {
            setTyped(next);
            refund.reset();
          }}
        />
        <TextField
          label={t('refund-reason')}
          value={reason}
          multiline
          minRows={2}
          inputProps={{ maxLength: 500, dir: 'auto' }}
          help={t('refund-reason-help')}
          error={isTried ? problems.reason : null}
          onChange={setReason}
        />
        {of.to_wallet === 'possible' ? (
          <ChoiceCards
            label={t('refund-where')}
            isList
            value={where}
            options={[
              {
                value: 'card',
                text: t('refund-where-card'),
                help: isAmount ? effects.money(of, amount, false) : '',
                icon: CreditCard,
              },
              { value: 'wallet', text: t('refund-where-wallet'), help: t('refund-where-wallet-help'), icon: Wallet },
            ]}
            onChange={setWhere}
          />
        ) : null}
        {of.is_open && isWhole ? (
          <ChoiceCards
            label={t('refund-access')}
            isList
            value={access}
            options={[
              { value: 'close', text: t('refund-access-close'), help: effects.closing(of), icon: Lock },
              { value: 'keep', text: t('refund-access-keep'), help: effects.keeping(of), icon: LockOpen },
            ]}
            onChange={setAccess}
          />
        ) : null}
        {/* Where there is a choice, it says itself how the money goes. */}
        <p className="form-help" role="status">
          {[isAmount && of.to_wallet !== 'possible' ? effects.money(of, amount, where === 'wallet') : '', said ?? '']
            .filter(Boolean)
            .join(' ')}
        </p>
        <FormError error={refund.error} />
      </form>
    </Dialog>
  );
}
