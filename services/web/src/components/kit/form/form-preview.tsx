import Button from '@mui/material/Button';
import { Eye } from 'lucide-react';
import { useState, useSyncExternalStore, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../dialog.tsx';

const beside = '(min-width: 1340px)';

/** Whether the preview stands beside the form; else a button opens it. */
const useIsBeside = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      const media = matchMedia(beside);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => matchMedia(beside).matches,
    () => false,
  );

export interface FormPreview {
  readonly side: ReactNode;
  readonly button: ReactNode;
}

/** The preview of a form, where there is room for it. */
export function useFormPreview(preview: ReactNode): FormPreview | null {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const isBeside = useIsBeside();
  if (preview === null) return null;
  if (isBeside)
    return {
      side: (
        <aside className="form-preview" aria-label={t('preview-title')}>
          {preview}
        </aside>
      ),
      button: null,
    };
  return {
    side: isOpen ? (
      <Dialog title={t('preview-title')} shape="full" className="preview-dialog" onClose={() => setOpen(false)}>
        {preview}
      </Dialog>
    ) : null,
    button: (
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Eye className="icon" aria-hidden />
        {t('preview-title')}
      </Button>
    ),
  };
}
