import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from './dialog.tsx';
import { DialogFoot } from './dialog-foot.tsx';

interface ConfirmDialogProps {
  readonly title: string;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
  readonly confirmLabel?: string;
  readonly cancelLabel?: string;
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
        <DialogFoot
          onCancel={onCancel}
          cancelLabel={cancelLabel}
          data-first-focus
          color={isDanger ? 'error' : 'primary'}
          isBusy={busy}
          onClick={onConfirm}
        >
          {confirmLabel ?? t('btn-confirm')}
        </DialogFoot>
      }
    >
      {children}
    </Dialog>
  );
}
