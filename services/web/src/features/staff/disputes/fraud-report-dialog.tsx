import { dayIn } from '@backlot/domain/formats/dates';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { FormError } from '../../../components/form-error.tsx';
import { OneDay } from '../../../components/kit/day-fields.tsx';
import { Dialog } from '../../../components/kit/dialog.tsx';
import { DialogFoot } from '../../../components/kit/dialog-foot.tsx';
import { TextField } from '../../../components/kit/text-field.tsx';
import { ApiError } from '../../../lib/api.ts';
import { useNow } from '../../../lib/hooks/use-now.ts';
import { useTimeZone } from '../../../lib/site.tsx';
import { useNoteFraudReport } from './fraud-reports-query.ts';

const form = 'note-fraud-report';

/** Of which payment, of which day, and where the report stands. */
export function FraudReportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const report = useNoteFraudReport(onClose);
  const today = dayIn(useNow(60_000), useTimeZone());
  const [reference, setReference] = useState('');
  const [day, setDay] = useState<string | null>(today);
  const [note, setNote] = useState('');
  const [isTried, setTried] = useState(false);
  const problems = {
    reference: reference.trim() === '' ? t('fraud-report-reference-missing') : null,
    day: day === null ? t('fraud-report-day-wrong') : null,
    note: note.trim() === '' ? t('settle-evidence-missing') : null,
  };
  const isUnknown = report.error instanceof ApiError && report.error.code === 'not-found';
  const isWrongDay = report.error instanceof ApiError && report.error.fields.some(({ field }) => field === 'day');
  const dayError = isWrongDay ? t('fraud-report-day-wrong') : isTried ? problems.day : null;
  const send = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (day === null || problems.reference !== null || problems.note !== null || report.isPending) return;
    report.mutate({ transactionId: reference.trim(), day, note: note.trim() });
  };
  return (
    <Dialog
      title={t('fraud-report-note')}
      onClose={onClose}
      actions={
        <DialogFoot onCancel={onClose} type="submit" form={form} isBusy={report.isPending}>
          {t('fraud-report-note')}
        </DialogFoot>
      }
    >
      <p className="muted">{t('fraud-reports-help')}</p>
      <form id={form} className="settle-form" noValidate onSubmit={send}>
        <TextField
          label={t('fraud-report-reference')}
          value={reference}
          inputProps={{ maxLength: 200, dir: 'ltr' }}
          autoComplete="off"
          error={(isTried ? problems.reference : null) ?? (isUnknown ? t('fraud-report-not-found') : null)}
          onChange={(next) => {
            setReference(next);
            report.reset();
          }}
        />
        <OneDay
          label={t('fraud-report-day')}
          day={day}
          error={dayError}
          onChange={(next) => {
            setDay(next);
            report.reset();
          }}
        />
        <TextField
          label={t('open-items-evidence')}
          value={note}
          multiline
          minRows={2}
          inputProps={{ maxLength: 500, dir: 'auto' }}
          help={t('settle-evidence-help')}
          error={isTried ? problems.note : null}
          onChange={(next) => {
            setNote(next);
            report.reset();
          }}
        />
        <FormError error={isUnknown || isWrongDay ? null : report.error} />
      </form>
    </Dialog>
  );
}
