import type { ProviderStatement } from '@backlot/contracts/provider-statements';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { FormError } from '../../../components/form-error.tsx';
import { Details } from '../../../components/kit/detail.tsx';
import { Dialog } from '../../../components/kit/dialog.tsx';
import { DialogFoot } from '../../../components/kit/dialog-foot.tsx';
import { TextField } from '../../../components/kit/text-field.tsx';
import { fieldErrorOf } from '../../../lib/texts/error-text.ts';
import { useAccountText } from '../lookup/account-text.ts';
import { useFigureDetails } from './statement-figures.ts';
import { useTakeBack } from './provider-statement-query.ts';

const form = 'take-back-statement';

/** Undoes what was entered by mistake, and asks what was wrong. */
export function TakeBackDialog({ statement, onClose }: { statement: ProviderStatement; onClose: () => void }) {
  const { t } = useTranslation();
  const accountText = useAccountText();
  const figures = useFigureDetails();
  const takeBack = useTakeBack(onClose);
  const [note, setNote] = useState('');
  const [isTried, setTried] = useState(false);
  const problem = note.trim() === '' ? t('statement-take-back-missing') : null;
  const send = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (problem === null && !takeBack.isPending) takeBack.mutate({ id: statement._id, note: note.trim() });
  };
  const fieldError = (isTried ? problem : null) ?? fieldErrorOf(takeBack.error, 'note');
  return (
    <Dialog
      title={t('statement-take-back-title')}
      onClose={onClose}
      actions={
        <DialogFoot onCancel={onClose} color="error" type="submit" form={form} isBusy={takeBack.isPending}>
          {t('statement-take-back')}
        </DialogFoot>
      }
    >
      <p className="muted">
        {accountText(statement)} · <span dir="auto">{statement.entered.note}</span>
      </p>
      <Details list={figures(statement)} />
      <form id={form} className="settle-form" noValidate onSubmit={send}>
        <TextField
          label={t('statement-take-back-note')}
          value={note}
          multiline
          minRows={2}
          inputProps={{ maxLength: 500, dir: 'auto' }}
          help={t('statement-take-back-help')}
          error={fieldError}
          onChange={setNote}
        />
        <FormError error={takeBack.error && fieldError === null ? takeBack.error : null} />
      </form>
    </Dialog>
  );
}
