import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../../components/field.tsx';
import { Switch } from '../../components/studio/switch.tsx';
import { useFormats } from '../../lib/site.tsx';
import { dayOf, defaultSchedule, scheduledAt, type PostDraft } from './post-draft.ts';

interface ScheduleFieldProps { readonly draft: PostDraft; readonly now: Date; readonly error: string | null; readonly onChange: (part: Partial<PostDraft>) => void }

/** When it appears: now, or at a time of this device's zone, which is named. */
export function ScheduleField({ draft, now, error, onChange }: ScheduleFieldProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const id = useId();
  const at = scheduledAt(draft);
  const zone = new Intl.DateTimeFormat(document.documentElement.lang, { timeZoneName: 'long' }).formatToParts(now).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const turn = (isOn: boolean): void => onChange(isOn && draft.date === '' ? { isScheduled: true, ...defaultSchedule(now) } : { isScheduled: isOn });
  return (
    <section aria-labelledby={id}>
      <h2 className="form-label" id={id}>{t('btn-schedule-post')}<span className="label-end"><Switch label={t('btn-schedule-post')} isOn={draft.isScheduled} onChange={turn} /></span></h2>
      {draft.isScheduled ? (
        <>
          <div className="schedule-fields">
            <label className="input"><span className="visually-hidden">{t('schedule-date')}</span><input type="date" required value={draft.date} min={dayOf(now)} onChange={(event) => onChange({ date: event.target.value })} /></label>
            <label className="input"><span className="visually-hidden">{t('schedule-time')}</span><input type="time" required value={draft.time} onChange={(event) => onChange({ time: event.target.value })} /></label>
          </div>
          {error ? null : <p className="form-help">{at ? t('create-schedule-help', { when: formats.relative(at, now.getTime()), zone }) : zone}</p>}
          <FieldError text={error} />
        </>
      ) : <p className="form-help">{t('create-schedule-now')}</p>}
    </section>
  );
}
