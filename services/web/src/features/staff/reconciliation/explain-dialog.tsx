import type { ReportLineView } from '@backlot/contracts/reconciliation';
import { reportDifferenceTexts, reportLineKindTexts } from '@backlot/domain/formats/row-texts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { FormError } from '../../../components/form-error.tsx';
import { Dialog } from '../../../components/kit/dialog.tsx';
import { DialogFoot } from '../../../components/kit/dialog-foot.tsx';
import { TextField } from '../../../components/kit/text-field.tsx';
import { useToast } from '../../../components/toasts.tsx';
import { api, ApiError } from '../../../lib/api.ts';
import { useSite } from '../../../lib/site.tsx';
import { fieldErrorOf, useErrorText } from '../../../lib/texts/error-text.ts';

const form = 'explain-difference';

/** Why a difference is right as it is. */
export function ExplainDialog({ line, onClose }: { line: ReportLineView; onClose: () => void }) {
  const { t } = useTranslation();
  const [note, setNote] = useState('');
  const [isTried, setTried] = useState(false);
  const explain = useExplain(onClose);
  const problem = note.trim() === '' ? t('explain-missing') : null;
  const send = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (problem === null && !explain.isPending) explain.mutate({ id: line._id, note: note.trim() });
  };
  const fieldError = (isTried ? problem : null) ?? fieldErrorOf(explain.error, 'note');
  return (
    <Dialog
      title={t('explain-title')}
      onClose={onClose}
      actions={
        <DialogFoot onCancel={onClose} type="submit" form={form} isBusy={explain.isPending}>
          {t('explain-action')}
        </DialogFoot>
      }
    >
      <p className="muted">
        {[
          t(reportLineKindTexts[line.kind]),
          line.difference === null ? '' : t(reportDifferenceTexts[line.difference]),
          line.transactionId,
        ]
          .filter((part) => part !== '')
          .join(', ')}
      </p>
      <form id={form} className="settle-form" noValidate onSubmit={send}>
        <TextField
          label={t('explain-note')}
          value={note}
          multiline
          minRows={2}
          inputProps={{ maxLength: 500, dir: 'auto' }}
          help={t('explain-help')}
          error={fieldError}
          onChange={setNote}
        />
        <FormError error={explain.error && fieldError === null ? explain.error : null} />
      </form>
    </Dialog>
  );
}

function useExplain(onClose: () => void) {
  const { t } = useTranslation();
  const toast = useToast();
  const errorText = useErrorText();
  const queries = useQueryClient();
  const { id } = useSite();
  const end = (): void => {
    void queries.invalidateQueries({ queryKey: [id, 'reconciliation'] });
    onClose();
  };
  return useMutation({
    mutationFn: (body: { readonly id: string; readonly note: string }) =>
      api('POST /api/reports/reconciliation/explain', { body }),
    onSuccess: () => {
      toast({ text: t('explain-done'), tone: 'good' });
      end();
    },
    onError: (error) => {
      // Somebody else was faster, or the report agrees after all: the list says how it stands.
      if (!(error instanceof ApiError) || error.code !== 'open-item-settled') return;
      toast({ text: errorText(error), tone: 'bad' });
      end();
    },
  });
}
