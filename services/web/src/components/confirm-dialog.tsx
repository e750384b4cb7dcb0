import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  /** The specification's sentence. */
  readonly title: string;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
  readonly confirmLabel?: string;
  readonly cancelLabel?: string;
  readonly price?: string;
  readonly originalPrice?: string;
  readonly busy?: boolean;
  /** Something is gone afterwards. */
  readonly isDanger?: boolean;
  readonly children?: ReactNode;
}

/** Cancel and Confirm; Confirm has the focus and is the wider. Escape is Cancel. */
export function ConfirmDialog({
  title,
  onConfirm,
  onCancel,
  confirmLabel,
  cancelLabel,
  price,
  originalPrice,
  busy = false,
  isDanger = false,
  children,
}: ConfirmDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      title={title}
      onClose={onCancel}
      actions={
        <>
          <Button tone="quiet" onClick={onCancel}>
            {cancelLabel ?? t('btn-cancel')}
          </Button>
          <Button
            data-first-focus
            tone={isDanger ? 'danger' : 'primary'}
            busy={busy}
            price={price}
            originalPrice={originalPrice}
            onClick={onConfirm}
          >
            {confirmLabel ?? t('btn-confirm')}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
