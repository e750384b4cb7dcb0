import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from './busy-button.tsx';
import { Dialog } from './dialog.tsx';

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
        <>
          <Button size="large" onClick={onCancel}>
            {cancelLabel ?? t('btn-cancel')}
          </Button>
          <BusyButton
            data-first-focus
            size="large"
            variant="contained"
            color={isDanger ? 'error' : 'primary'}
            isBusy={busy}
            onClick={onConfirm}
          >
            {confirmLabel ?? t('btn-confirm')}
          </BusyButton>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
