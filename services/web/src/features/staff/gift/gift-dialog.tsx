import type { FanRow } from '@backlot/contracts/staff';
import { givenUntil } from '@backlot/domain/memberships/given-until';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { FormError } from '../../../components/form-error.tsx';
import { Dialog } from '../../../components/kit/dialog.tsx';
import { DialogFoot } from '../../../components/kit/dialog-foot.tsx';
import { Select } from '../../../components/kit/select.tsx';
import { TextField } from '../../../components/kit/text-field.tsx';
import { useNow } from '../../../lib/hooks/use-now.ts';
import { useFormats, useTimeZone } from '../../../lib/site.tsx';
import { useFailureText } from '../../../lib/texts/failure-text.ts';
import { useGiveGift } from './gift-query.ts';

interface GiftDialogProps {
  readonly fan: FanRow;
  /** A given one runs, and is made longer. */
  readonly isRunning: boolean;
  readonly onClose: () => void;
}

const form = 'give-membership';
const lengths = [1, 3, 6, 12] as const;
type Length = `${(typeof lengths)[number]}` | 'day';

/** For how long, beside the day on which it then ends. */
export function GiftDialog({ fan, isRunning, onClose }: GiftDialogProps) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const timeZone = useTimeZone();
  const now = useNow(60_000);
  const give = useGiveGift(onClose);
  const errorText = useFailureText('complimentary-error');
  const [length, setLength] = useState<Length>('1');
  const [day, setDay] = useState('');
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const asked = length === 'day' ? { end_date: day } : { months: Number(length) };
  const end = givenUntil(asked, startOf(fan, now), timeZone);
  const problem =
    'code' in end
      ? end.code === 'gift-ends-early' || end.code === 'gift-ends-late'
        ? end.code
        : 'gift-day-required'
      : null;
  const send = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (problem !== null || give.isPending) return;
    give.mutate({ user_id: fan._id, ...asked, ...(reason.trim() === '' ? {} : { reason: reason.trim() }) });
  };
  return (
    <Dialog
      title={t(isRunning ? 'gift-extend' : 'gift-give')}
      onClose={onClose}
      actions={
        <DialogFoot onCancel={onClose} type="submit" form={form} isBusy={give.isPending}>
          {t(isRunning ? 'gift-extend' : 'gift-give')}
        </DialogFoot>
      }
    >
      <p className="muted">{fan.name || fan.email}</p>
      <form id={form} className="settle-form" noValidate onSubmit={send}>
        <Select
          label={t('gift-how-long')}
          value={length}
          options={[
            ...lengths.map((months) => ({ value: `${months}` as const, text: t('gift-months', { count: months }) })),
            { value: 'day', text: t('gift-own-day') },
          ]}
          onChange={setLength}
        />
        {length === 'day' ? (
          <TextField
            type="date"
            label={t('gift-last-day')}
            value={day}
            error={problem !== null && (isTried || problem !== 'gift-day-required') ? t(problem) : null}
            onChange={setDay}
          />
        ) : null}
        <TextField
          label={t('gift-reason')}
          value={reason}
          multiline
          minRows={2}
          inputProps={{ maxLength: 500, dir: 'auto' }}
          help={t('gift-reason-help')}
          onChange={setReason}
        />
        <p className="form-help" role="status">
          {'until' in end ? t('gift-preview', { date: date(end.until.toISOString()) }) : null}
        </p>
        <FormError error={give.error} text={give.error ? errorText(give.error) : null} />
      </form>
    </Dialog>
  );
}

/** A gift follows what the fan still has. */
function startOf({ expiration_date: ends, ccbill_subscription_status: status }: FanRow, now: Date): Date {
  return status !== '0' && ends !== null ? new Date(ends) : now;
}
