import { createPortal } from 'react-dom';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { LoadFailed } from '../../../components/load-failed.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import '../../../components/styles/forms.css';
import { useMyPhotoId } from '../../../entities/purchase/my-photo-id.ts';
import { PhotoIdPanel } from './photo-id-panel.tsx';

interface DialogProps {
  readonly onClose: () => void;
  /** Gets the answer's message: the limit is higher now. */
  readonly onSent: (message: string) => void;
}

/** Sends a photo id from where the limit stopped a purchase. */
export function PhotoIdDialog({ onClose, onSent }: DialogProps) {
  const { t } = useTranslation();
  const { data, isError, refetch } = useMyPhotoId();
  const [isSent, setSent] = useState(false);
  // Forms can't be nested: it is rendered beside the sheet that it was opened from.
  return createPortal(
    <Dialog
      title={t('photo-id-title')}
      className="photo-id-dialog"
      onClose={onClose}
      actions={isSent ? <Button onClick={onClose}>{t('btn-continue')}</Button> : null}
    >
      {data ? (
        <PhotoIdPanel
          mine={data}
          onSent={(message) => {
            setSent(true);
            onSent(message);
          }}
        />
      ) : isError ? (
        <LoadFailed onRetry={refetch} />
      ) : (
        <Skeleton lines={4} />
      )}
    </Dialog>,
    document.body,
  );
}
