import type { StoredCard } from '@backlot/contracts/stored-cards';
import { cardText } from '@backlot/domain/formats/row-texts';
import { useTranslation } from 'react-i18next';
import { FormError } from '../../../components/form-error.tsx';
import { ConfirmDialog } from '../../../components/kit/confirm-dialog.tsx';
import { ApiError } from '../../../lib/api.ts';
import { useOwnerOf } from './card-columns.tsx';
import { useRemoveCard } from './cards-query.ts';

interface RemoveCardProps {
  readonly card: StoredCard;
  readonly onRemoved: () => void;
  readonly onCancel: () => void;
}

/** Asks whether a fan's card goes off file, and says here why it can't. */
export function RemoveCardDialog({ card, onRemoved, onCancel }: RemoveCardProps) {
  const { t } = useTranslation();
  const ownerOf = useOwnerOf();
  const remove = useRemoveCard(onRemoved);
  // The catalogue's text speaks to the card's owner; and the question promises another card, which there is not.
  const isRenewing = remove.error instanceof ApiError && remove.error.code === 'card-renews-membership';
  return (
    <ConfirmDialog
      title={t('cards-remove-question', { card: cardText(card) })}
      confirmLabel={t('cards-remove')}
      isDanger
      busy={remove.isPending}
      onConfirm={() => remove.mutate(card._id)}
      onCancel={onCancel}
    >
      {isRenewing ? null : <p>{t('cards-remove-text', { name: ownerOf(card) })}</p>}
      <FormError error={remove.error} text={isRenewing ? t('cards-renews') : null} />
    </ConfirmDialog>
  );
}
