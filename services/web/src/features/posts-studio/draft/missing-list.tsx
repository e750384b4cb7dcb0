import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/site.tsx';
import { useUploadQueue } from '../../../entities/upload/use-uploads.tsx';
import type { TextKey } from '../../../lib/texts/texts.ts';
import type { DraftError, PostChecks } from './post-checks.ts';
import type { PostDraft } from './post-draft.ts';

/** What keeps the post from going out, and what is settled, under the card rather than in an alert. */
export function MissingList({ draft, checks, id }: { draft: PostDraft; checks: PostChecks; id: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const queue = useUploadQueue();
  const errorText = useFormErrorText();
  const { errors, waiting, stuck } = checks;
  const isFine = (field: keyof PostDraft): boolean => !errors.some((error) => error.field === field);
  const left = waiting.reduce((sum, { size, sent }) => sum + size - sent, 0);
  const speed = queue.speed();
  const seconds = speed > 0 ? Math.max(1, Math.round(left / speed)) : 0;
  return (
    <ul className="checks" id={id} aria-label={t('create-missing')}>
      {errors.map((error) => (
        <li key={error.code} data-tone="bad">
          <CircleAlert className="icon" aria-hidden />
          {errorText(error)}
        </li>
      ))}
      {stuck.length > 0 ? (
        <li data-tone="bad">
          <CircleAlert className="icon" aria-hidden />
          {t('create-stuck', { count: stuck.length })}
        </li>
      ) : null}
      {waiting.length > 0 ? (
        <li data-tone="warn">
          <CircleDashed className="icon" aria-hidden />
          {t('create-left', { count: waiting.length, size: formats.fileSize(left) })}
          {seconds > 0 ? `, ${t('upload-time-left', { time: timeText(seconds, t) })}` : ''}
        </li>
      ) : null}
      {draft.visibility === 'locked' && isFine('amount') ? (
        <li data-tone="good">
          <CircleCheck className="icon" aria-hidden />
          {t('create-check-price')}
        </li>
      ) : null}
      {draft.visibility === 'locked' && draft.hasPreview && draft.preview !== null ? (
        <li data-tone="good">
          <CircleCheck className="icon" aria-hidden />
          {t('create-check-preview')}
        </li>
      ) : null}
      {checks.isGood ? (
        <li data-tone="good">
          <CircleCheck className="icon" aria-hidden />
          {t('create-check-ready')}
        </li>
      ) : null}
    </ul>
  );
}

type Translate = ReturnType<typeof useTranslation>['t'];
export const timeText = (seconds: number, t: Translate): string =>
  seconds < 90 ? t('duration-seconds', { count: seconds }) : t('duration-minutes', { count: Math.round(seconds / 60) });

/** The specification's words; amounts as money. */
export function useFormErrorText(): (error: DraftError) => string {
  const { t } = useTranslation();
  const formats = useFormats();
  return ({ code, params }) => {
    if (code === 'amount-range')
      return t('amount-range', {
        min: formats.money(Number(params?.['min'])),
        max: formats.money(Number(params?.['max'])),
      });
    return t(code as TextKey & 'max-45', params as { n: number });
  };
}
