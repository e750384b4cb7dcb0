import type { WalletStatement, WalletTakeOutWay } from '@backlot/contracts/wallet';
import { Bitcoin, HandCoins } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { FormError } from '../../../components/form-error.tsx';
import { ChoiceCards } from '../../../components/kit/choice-cards.tsx';
import { Dialog } from '../../../components/kit/dialog.tsx';
import { DialogFoot } from '../../../components/kit/dialog-foot.tsx';
import { TextField } from '../../../components/kit/text-field.tsx';
import { useMoneyIn } from '../../../lib/site.tsx';
import { fieldErrorOf } from '../../../lib/texts/error-text.ts';
import { AmountField, amountTyped } from './amount-field.tsx';
import { useTakeOut } from './take-out-query.ts';

interface TakeOutDialogProps {
  readonly fanId: string;
  readonly wallet: Pick<WalletStatement, 'balance' | 'currency'>;
  readonly onClose: () => void;
}
const form = 'take-out-of-wallet';

/** Money of a fan's wallet that went back to the fan, as staff record it. */
export function TakeOutDialog({ fanId, wallet: { balance, currency }, onClose }: TakeOutDialogProps) {
  const { t } = useTranslation();
  const moneyIn = useMoneyIn();
  const takeOut = useTakeOut(onClose);
  const [typed, setTyped] = useState('');
  const [through, setThrough] = useState<WalletTakeOutWay>('coins');
  const [evidence, setEvidence] = useState('');
  const [isTried, setTried] = useState(false);
  const amount = amountTyped(typed, balance);
  const missing = evidence.trim() === '' ? t('settle-evidence-missing') : null;
  const send = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (amount === null || missing !== null || takeOut.isPending) return;
    takeOut.mutate({ user_id: fanId, amount, currency, through, evidence: evidence.trim() });
  };
  const atAmount = fieldErrorOf(takeOut.error, 'amount');
  const atEvidence = fieldErrorOf(takeOut.error, 'evidence');
  return (
    <Dialog
      title={t('take-out-title')}
      onClose={onClose}
      actions={
        <DialogFoot onCancel={onClose} color="error" type="submit" form={form} isBusy={takeOut.isPending}>
          {amount === null ? t('take-out-action') : t('take-out-confirm', { amount: moneyIn(amount, currency) })}
        </DialogFoot>
      }
    >
      <p className="muted">{t('take-out-text')}</p>
      <form id={form} className="settle-form" noValidate onSubmit={send}>
        <AmountField
          value={typed}
          most={balance}
          currency={currency}
          isTried={isTried}
          error={atAmount}
          onChange={(next) => {
            setTyped(next);
            takeOut.reset();
          }}
        />
        <ChoiceCards
          label={t('take-out-way')}
          isList
          value={through}
          options={[
            { value: 'coins', text: t('take-out-coins'), help: t('take-out-coins-help'), icon: Bitcoin },
            { value: 'by_hand', text: t('take-out-hand'), help: t('take-out-hand-help'), icon: HandCoins },
          ]}
          onChange={setThrough}
        />
        <TextField
          label={t('open-items-evidence')}
          value={evidence}
          multiline
          minRows={2}
          inputProps={{ maxLength: 500, dir: 'auto' }}
          help={t('settle-evidence-help')}
          error={(isTried ? missing : null) ?? atEvidence}
          onChange={(next) => {
            setEvidence(next);
            takeOut.reset();
          }}
        />
        <FormError error={takeOut.error && atAmount === null && atEvidence === null ? takeOut.error : null} />
      </form>
    </Dialog>
  );
}
