import type { PhotoIdReason } from '@backlot/contracts/photo-ids';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/kit/confirm-dialog.tsx';
import { Select } from '../../../components/kit/select.tsx';
import { reasonTexts } from './photo-id-texts.ts';

interface RejectProps {
  readonly isBusy: boolean;
  readonly onCancel: () => void;
  readonly onReject: (reason: PhotoIdReason) => void;
}

const reasons = Object.keys(reasonTexts) as PhotoIdReason[];

/** What is wrong with it: the fan reads that and may send another. */
export function RejectDialog({ isBusy, onCancel, onReject }: RejectProps) {
  const { t } = useTranslation();
  const [reason, setReason] = useState<PhotoIdReason>('unreadable');
  return (
    <ConfirmDialog
      title={t('photo-id-reject-title')}
      confirmLabel={t('photo-id-reject')}
      busy={isBusy}
      onCancel={onCancel}
      onConfirm={() => onReject(reason)}
    >
      <Select
        label={t('photo-id-why')}
        value={reason}
        options={reasons.map((value) => ({ value, text: t(reasonTexts[value]) }))}
        onChange={setReason}
        help={t('photo-id-reject-help')}
      />
    </ConfirmDialog>
  );
}
