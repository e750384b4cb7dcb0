import type { OpenItem, OpenItemDecision } from '@backlot/contracts/open-items';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  Ban,
  CircleCheck,
  Eraser,
  HandCoins,
  NotebookPen,
  RotateCcw,
  Undo2,
  Wallet,
  type LucideIcon,
} from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { decisionText } from '@backlot/domain/formats/open-item-texts';
import { useTranslation } from 'react-i18next';
import { FormError } from '../../../components/form-error.tsx';
import { ChoiceCards } from '../../../components/kit/choice-cards.tsx';
import { Dialog } from '../../../components/kit/dialog.tsx';
import { DialogFoot } from '../../../components/kit/dialog-foot.tsx';
import { TextField } from '../../../components/kit/text-field.tsx';
import { useToast } from '../../../components/toasts.tsx';
import { api, ApiError } from '../../../lib/api.ts';
import { useSetting, useSite } from '../../../lib/site.tsx';
import { fieldErrorOf, useErrorText } from '../../../lib/texts/error-text.ts';
import { AmountField, amountTyped } from '../take-out/amount-field.tsx';
import { useTakeOut } from '../take-out/take-out-query.ts';
import { useOpenItemName } from './open-item-columns.tsx';
import { decisionsOf, useDecisionEffect } from './open-item-texts.ts';

const icons: Readonly<Record<OpenItemDecision, LucideIcon>> = {
  try_again: RotateCcw,
  paid_by_hand: HandCoins,
  to_wallet: Wallet,
  written_off: Eraser,
  noted: NotebookPen,
  accept: CircleCheck,
  give_back: Undo2,
  charged: CircleCheck,
  not_charged: Ban,
  ended_by_hand: CircleCheck,
  taken_out: Wallet,
};
const form = 'settle-open-item';

/** How an item ended, what follows from it, and what shows it. */
export function SettleDialog({ item, onClose }: { item: OpenItem; onClose: () => void }) {
  const { t } = useTranslation();
  const name = useOpenItemName();
  const effect = useDecisionEffect();
  const hasWallets = useSetting('is_crypto_payment_enabled');
  const decisions = decisionsOf(item).filter((one) => one !== 'to_wallet' || hasWallets);
  const [decision, setDecision] = useState(decisions[0]!);
  const [evidence, setEvidence] = useState('');
  const [reference, setReference] = useState(item.transactionId ?? '');
  const [isTried, setTried] = useState(false);
  const [typed, setTyped] = useState((item.amount ?? 0).toFixed(2));
  const settle = useSettle(onClose);
  const takeOut = useTakeOut(onClose);
  const wantsEvidence = decision !== 'try_again';
  const wantsReference = decision === 'charged';
  const most = item.amount ?? 0;
  const amount = amountTyped(typed, most);
  const wantsAmount = decision === 'taken_out';
  const { isPending, error } = wantsAmount ? takeOut : settle;
  const problems = {
    amount: wantsAmount && amount === null,
    evidence: wantsEvidence && evidence.trim() === '' ? t('settle-evidence-missing') : null,
    reference: wantsReference && reference.trim() === '' ? t('settle-reference-missing') : null,
  };
  const send = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (problems.amount || problems.evidence !== null || problems.reference !== null || isPending) return;
    if (wantsAmount && amount !== null && item.user !== null && item.currency !== null)
      return takeOut.mutate({
        user_id: item.user._id,
        item_id: item._id,
        amount,
        currency: item.currency,
        through: 'coins',
        evidence: evidence.trim(),
      });
    settle.mutate({
      id: item._id,
      decision,
      ...(wantsEvidence ? { evidence: evidence.trim() } : {}),
      ...(wantsReference ? { transactionId: reference.trim() } : {}),
    });
  };
  const atField = (field: string, problem: string | null): string | null =>
    (isTried ? problem : null) ?? fieldErrorOf(error, field);
  return (
    <Dialog
      title={t('settle-title')}
      onClose={onClose}
      actions={
        <DialogFoot onCancel={onClose} type="submit" form={form} isBusy={isPending}>
          {t('settle-action')}
        </DialogFoot>
      }
    >
      <p className="muted">{name(item)}</p>
      <form id={form} className="settle-form" noValidate onSubmit={send}>
        <ChoiceCards
          // Of a held payment nothing has happened yet.
          label={t(item.kind === 'payment_held' ? 'settle-decide' : 'settle-what')}
          isList
          value={decision}
          options={decisions.map((one) => ({
            value: one,
            text: t(decisionText(item.kind, one)),
            help: effect(item, one),
            icon: icons[one],
          }))}
          onChange={(next) => {
            setDecision(next);
            setTried(false);
            settle.reset();
            takeOut.reset();
          }}
        />
        {wantsAmount ? (
          <AmountField
            value={typed}
            most={most}
            currency={item.currency ?? ''}
            isTried={isTried}
            error={atField('amount', null)}
            onChange={(next) => {
              setTyped(next);
              takeOut.reset();
            }}
          />
        ) : null}
        {wantsReference ? (
          <TextField
            label={t('settle-reference')}
            value={reference}
            inputProps={{ maxLength: 200, dir: 'ltr' }}
            autoComplete="off"
            error={atField('transactionId', problems.reference)}
            onChange={setReference}
          />
        ) : null}
        {wantsEvidence ? (
          <TextField
            label={t('open-items-evidence')}
            value={evidence}
            multiline
            minRows={2}
            inputProps={{ maxLength: 500, dir: 'auto' }}
            help={t('settle-evidence-help')}
            error={atField('evidence', problems.evidence)}
            onChange={setEvidence}
          />
        ) : null}
        <FormError error={error && !isAtField(error) ? error : null} />
      </form>
    </Dialog>
  );
}

const isAtField = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.fields.some(({ field }) => ['evidence', 'transactionId', 'amount'].includes(field));

interface Settled {
  readonly id: string;
  readonly decision: OpenItemDecision;
  readonly evidence?: string;
  readonly transactionId?: string;
}

function useSettle(onClose: () => void) {
  const { t } = useTranslation();
  const toast = useToast();
  const errorText = useErrorText();
  const queries = useQueryClient();
  const { id } = useSite();
  const renew = (): void => {
    for (const list of ['open-items', 'transactions', 'studio-home'])
      void queries.invalidateQueries({ queryKey: [id, list] });
  };
  return useMutation({
    mutationFn: (body: Settled) => api('POST /api/reports/open-items/settle', { body }),
    onSuccess: (_, { decision }) => {
      toast({ text: t(decision === 'try_again' ? 'settle-asked-again' : 'settle-done'), tone: 'good' });
      renew();
      onClose();
    },
    onError: (error) => {
      // Somebody else was faster, or the provider answered after all: the list says how it stands.
      if (!(error instanceof ApiError) || error.code !== 'open-item-settled') return;
      toast({ text: errorText(error), tone: 'bad' });
      renew();
      onClose();
    },
  });
}
