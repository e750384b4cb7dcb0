import { Dialog } from '../../../components/dialog.tsx';
import { useFormats } from '../../../lib/site.tsx';
import type { OrderProps } from '../../../entities/purchase/unlocking.ts';
import { useTranslation } from 'react-i18next';
import { UnlockOrder } from './unlock-order.tsx';

/** The order over everything: a sheet from below on phones, a panel in the middle elsewhere. */
export function UnlockDialog({ post, onClose }: OrderProps) {
  const { t } = useTranslation();
  const { money } = useFormats();
  return (
    <Dialog
      title={t('purchase-confirm-amount', { amount: money(post.quote?.amount ?? post.amount ?? 0) })}
      hideTitle
      className="order-dialog"
      onClose={onClose}
    >
      <UnlockOrder post={post} onClose={onClose} />
    </Dialog>
  );
}
