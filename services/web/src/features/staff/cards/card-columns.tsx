import type { StoredCard } from '@backlot/contracts/stored-cards';
import { cardExpiryText, cardStateTexts, cardText } from '@backlot/domain/formats/row-texts';
import { CreditCard, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionMenu } from '../../../components/kit/action-menu.tsx';
import type { ListEntry, TableColumn } from '../../../components/kit/table/table-types.ts';
import { PersonMark } from '../../../components/studio/person.tsx';
import { StateChip, type ChipTone } from '../../../components/studio/state-chip.tsx';
import { Time } from '../../../components/text/time.tsx';
import { BuyerCell } from '../sale-cells.tsx';

const tones: Readonly<Record<StoredCard['state'], ChipTone>> = {
  valid: 'good',
  expiring: 'warn',
  expired: 'plain',
  barred: 'bad',
};

/** Null for those who may not take a card off file. */
export type OnRemove = ((card: StoredCard) => void) | null;

/** Whose account was deleted has neither name nor address. */
export function useOwnerOf(): (card: StoredCard) => string {
  const { t } = useTranslation();
  return ({ user }) => user.name || user.email || t('fan');
}

export function useNameOfCard(): (card: StoredCard) => string {
  const ownerOf = useOwnerOf();
  return (card) => `${cardText(card)}, ${ownerOf(card)}`;
}

/** A barred one is off file already. */
export const isRemovable = ({ state }: StoredCard): boolean => state !== 'barred';

export function CardStateChip({ card: { state } }: { card: StoredCard }) {
  const { t } = useTranslation();
  return (
    <StateChip tone={tones[state]} hasDot>
      {t(cardStateTexts[state])}
    </StateChip>
  );
}

export function PrimaryChip({ card }: { card: StoredCard }) {
  const { t } = useTranslation();
  return card.is_primary ? <StateChip>{t('cards-primary')}</StateChip> : null;
}

export function useCardColumns(onRemove: OnRemove): readonly TableColumn<StoredCard>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      { id: 'fan', head: t('fan'), isName: true, takesRest: true, cell: (card) => <BuyerCell sale={card} /> },
      {
        id: 'card',
        head: t('column-card'),
        cell: (card) => (
          <span className="sale-card">
            <CreditCard className="icon" aria-hidden />
            <bdi>{cardText(card)}</bdi>
            <PrimaryChip card={card} />
          </span>
        ),
      },
      { id: 'expires', head: t('column-expires'), kind: 'number', sorts: 'asc', cell: cardExpiryText },
      { id: 'status', head: t('column-status'), cell: (card) => <CardStateChip card={card} /> },
      {
        id: 'date',
        head: t('cards-added'),
        kind: 'muted',
        sorts: 'desc',
        from: 'tablet',
        cell: (card) => <Time at={card.date} />,
      },
      {
        id: 'consent',
        head: t('cards-consent'),
        kind: 'muted',
        from: 'wide',
        cell: (card) => (card.consented_at === null ? t('cards-consent-none') : <Time at={card.consented_at} />),
      },
      ...(onRemove === null
        ? []
        : [
            {
              id: 'menu',
              head: t('sale-actions'),
              hidesHead: true,
              cell: (card: StoredCard) => <CardMenu card={card} onRemove={onRemove} />,
            },
          ]),
    ],
    [t, onRemove],
  );
}

function CardMenu({ card, onRemove }: { card: StoredCard; onRemove: NonNullable<OnRemove> }) {
  const { t } = useTranslation();
  const nameOf = useNameOfCard();
  if (!isRemovable(card)) return null;
  return (
    <ActionMenu
      label={`${t('sale-actions')}: ${nameOf(card)}`}
      actions={[{ key: 'remove', text: t('cards-remove'), icon: Trash2, isBad: true, run: () => onRemove(card) }]}
    />
  );
}

/** The same on a phone. */
export function useCardEntry(): (card: StoredCard) => ListEntry {
  const ownerOf = useOwnerOf();
  return (card) => ({
    picture: <PersonMark name={ownerOf(card)} url={null} size={40} />,
    title: ownerOf(card),
    note: (
      <>
        <bdi>{cardText(card)}</bdi> · {cardExpiryText(card)}
      </>
    ),
    end: <CardStateChip card={card} />,
  });
}
