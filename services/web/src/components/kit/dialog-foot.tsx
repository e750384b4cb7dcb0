import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { BusyButton, type BusyButtonProps } from './busy-button.tsx';

interface DialogFootProps extends Omit<BusyButtonProps, 'size' | 'variant' | 'isBusy'> {
  readonly onCancel: () => void;
  readonly cancelLabel?: string | undefined;
  readonly isBusy?: boolean;
}

/** The `actions` of a dialog that does one thing: Cancel, then the button that does it, with its text as children. */
export function DialogFoot({ onCancel, cancelLabel, isBusy = false, color = 'primary', ...action }: DialogFootProps) {
  const { t } = useTranslation();
  return (
    <>
      <Button size="large" onClick={onCancel}>
        {cancelLabel ?? t('btn-cancel')}
      </Button>
      <BusyButton {...action} size="large" variant="contained" color={color} isBusy={isBusy} />
    </>
  );
}
