import { maxPhotoIdBytes, photoIdTypes } from '@backlot/domain/people/photo-id';
import { FileUp } from 'lucide-react';
import { useId, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/button.tsx';
import { FieldError } from '../../../components/field.tsx';
import { useSendPhotoId } from '../../../entities/purchase/my-photo-id.ts';
import { useFormats } from '../../../lib/site.tsx';
import { useErrorText } from '../../../lib/texts/error-text.ts';

interface FormProps {
  /** It replaces one that was sent before. */
  readonly isAnother: boolean;
  /** Gets the answer's message. */
  readonly onSent: (message: string) => void;
}

/** One file, chosen or dropped, and the button that sends it. */
export function PhotoIdForm({ isAnother, onSent }: FormProps) {
  const { t } = useTranslation();
  const { number, fileSize } = useFormats();
  const errorText = useErrorText();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const send = useSendPhotoId();
  const problemOf = (chosen: File | null): string | null => {
    if (chosen === null) return t('photo-id-required');
    return chosen.size > maxPhotoIdBytes ? t('file-too-large', { name: chosen.name }) : null;
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // It may be open over the form of a purchase.
    event.stopPropagation();
    const found = problemOf(file);
    setProblem(found);
    if (found !== null) field.current?.focus();
    else if (file !== null && !send.isPending) send.mutate(file, { onSuccess: ({ message }) => onSent(message) });
  };
  const wrong = problem ?? (send.error ? errorText(send.error) : null);
  return (
    <form className="photo-id-form" noValidate onSubmit={submit}>
      <div className="field">
        <label htmlFor={id}>{t(isAnother ? 'photo-id-another' : 'photo-id-file')}</label>
        <div className="photo-id-drop" data-wrong={wrong !== null || undefined}>
          <FileUp className="icon" aria-hidden />
          <span className="photo-id-name" dir="auto">
            {file === null ? t('photo-id-choose') : file.name}
          </span>
          <small>
            {file === null ? t('photo-id-types', { size: number(maxPhotoIdBytes / 1e6) }) : fileSize(file.size)}
          </small>
          <input
            ref={field}
            id={id}
            type="file"
            accept={photoIdTypes.join(',')}
            aria-invalid={wrong !== null || undefined}
            aria-describedby={`${id}-error`}
            disabled={send.isPending}
            onChange={(event) => {
              const chosen = event.target.files?.[0] ?? null;
              send.reset();
              setFile(chosen);
              setProblem(chosen === null ? null : problemOf(chosen));
            }}
          />
        </div>
        <FieldError id={`${id}-error`} text={wrong} />
      </div>
      <div>
        <Button type="submit" busy={send.isPending} tone={isAnother ? 'quiet' : 'primary'}>
          {t(send.isPending ? 'photo-id-sending' : 'photo-id-send')}
        </Button>
      </div>
    </form>
  );
}
