import { clockIn, dayIn, defaultSchedule } from '@backlot/domain/formats/dates';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../../../components/field.tsx';
import { Select } from '../../../components/kit/select.tsx';
import { Switch } from '../../../components/kit/switch.tsx';
import { useFormats, useTimeZone } from '../../../lib/site.tsx';
import { clockFace, scheduledAt, timeOf, type ClockFace, type PostDraft } from '../draft/post-draft.ts';

interface ScheduleFieldProps {
  readonly draft: Pick<PostDraft, 'isScheduled' | 'date' | 'time'>;
  readonly now: Date;
  readonly error: string | null;
  readonly onChange: (part: Partial<PostDraft>) => void;
}

const hours = Array.from({ length: 12 }, (_, index) => index + 1);
const minutes = Array.from({ length: 60 }, (_, index) => index);

/** When it appears: now, or at a time on the site's clock, whose zone is named. */
export function ScheduleField({ draft, now, error, onChange }: ScheduleFieldProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const id = useId();
  const timeZone = useTimeZone();
  const at = scheduledAt(draft, timeZone);
  const language = document.documentElement.lang;
  const zone = formats.zone(at ?? now);
  const digits = new Intl.NumberFormat(language, { minimumIntegerDigits: 2 });
  const face = clockFace(draft.time);
  const turn = (isOn: boolean): void =>
    onChange(
      isOn && draft.date === ''
        ? { isScheduled: true, ...clockIn(defaultSchedule(now, timeZone), timeZone) }
        : { isScheduled: isOn },
    );
  const set = (part: Partial<ClockFace>): void => onChange({ time: timeOf({ ...face, ...part }) });
  return (
    <section aria-labelledby={id}>
      <h2 className="form-label" id={id}>
        {t('btn-schedule-post')}
        <span className="label-end">
          <Switch label={t('btn-schedule-post')} isOn={draft.isScheduled} onChange={turn} />
        </span>
      </h2>
      {draft.isScheduled ? (
        <>
          <div className="schedule-fields">
            <label className="input schedule-date">
              <span className="visually-hidden">{t('schedule-date')}</span>
              <input
                type="date"
                required
                value={draft.date}
                min={dayIn(now, timeZone)}
                aria-invalid={error ? true : undefined}
                onChange={(event) => onChange({ date: event.target.value })}
              />
            </label>
            <div className="schedule-clock" role="group" aria-label={t('schedule-time')} dir="ltr">
              <Select
                label={t('schedule-hour')}
                hideLabel
                value={String(face.hour)}
                options={hours.map((hour) => ({ value: String(hour), text: formats.number(hour) }))}
                onChange={(hour) => set({ hour: Number(hour) })}
              />
              <span aria-hidden="true">:</span>
              <Select
                label={t('schedule-minute')}
                hideLabel
                value={String(face.minute)}
                options={minutes.map((minute) => ({ value: String(minute), text: digits.format(minute) }))}
                onChange={(minute) => set({ minute: Number(minute) })}
              />
              <div className="segments" role="radiogroup" aria-label={t('schedule-am-pm')}>
                {([false, true] as const).map((isPm) => (
                  <label key={String(isPm)}>
                    <input
                      type="radio"
                      name={`${id}-half`}
                      checked={face.isPm === isPm}
                      onChange={() => set({ isPm })}
                    />
                    <span>{t(isPm ? 'schedule-pm' : 'schedule-am')}</span>
                  </label>
                ))}
              </div>
            </div>
          </div>
          {error ? null : (
            <p className="form-help">
              {at ? t('create-schedule-help', { when: formats.relative(at, now.getTime()), zone }) : zone}
            </p>
          )}
          <FieldError text={error} />
          <button type="button" className="link-button small" onClick={() => turn(false)}>
            {t('btn-cancel')}
          </button>
        </>
      ) : (
        <p className="form-help">{t('create-schedule-now')}</p>
      )}
    </section>
  );
}
