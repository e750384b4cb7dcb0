import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/site.tsx';
import type { PostChecks } from './post-checks.ts';

/** Under a dialog's fields, once somebody tried to send it: files that are still on their way, or that need a hand. */
export function FilesLeft({ checks: { waiting, stuck } }: { checks: Pick<PostChecks, 'waiting' | 'stuck'> }) {
  const { t } = useTranslation();
  const { fileSize } = useFormats();
  if (waiting.length + stuck.length === 0) return null;
  const left = waiting.reduce((sum, { size, sent }) => sum + size - sent, 0);
  const text =
    stuck.length > 0
      ? t('create-stuck', { count: stuck.length })
      : t('create-left', { count: waiting.length, size: fileSize(left) });
  return (
    <p className="form-wrong" role="alert">
      <CircleAlert className="icon" aria-hidden />
      {text}
    </p>
  );
}
