import { captionMax, captionPreviewLength, segment } from '@backlot/domain/limits';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../../../components/field.tsx';
import { useFormats } from '../../../lib/site.tsx';

export function CaptionField({
  caption,
  error,
  onChange,
}: {
  caption: string;
  error: string | null;
  onChange: (caption: string) => void;
}) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const id = useId();
  return (
    <section className="caption-field">
      <label className="form-label" htmlFor={id}>
        {t('create-caption')}
      </label>
      <div className="input" data-wrong={error ? true : undefined}>
        <textarea
          id={id}
          dir="auto"
          rows={3}
          value={caption}
          maxLength={captionMax}
          placeholder={t('create-caption-hint')}
          aria-describedby={`${id}-help`}
          aria-invalid={error ? true : undefined}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
      <p className="form-help caption-foot" id={`${id}-help`}>
        <span>{t('create-caption-help', { n: number(captionPreviewLength) })}</span>
        <span>{number(segment(caption).length)}</span>
      </p>
      <FieldError text={error} />
    </section>
  );
}
