import { brandName, cardExpiryText, cardStateTexts } from '@backlot/domain/formats/row-texts';
import type { ExportList } from '../../exports/index.ts';
import { cardFiltersOf, storedCardsOf } from './list-stored-cards.ts';

export const cardsExport: ExportList = {
  head: ({ labels: { t, timed } }) => [
    t('column-name'),
    t('column-email'),
    t('column-card'),
    t('lookup-card'),
    t('column-expires'),
    t('column-status'),
    t('cards-primary'),
    timed('cards-added'),
    timed('cards-last-used'),
    timed('cards-barred-at'),
    timed('cards-consent'),
  ],
  rows: async ({ db, settings, ask, labels: { t, date }, now }, place) =>
    (await storedCardsOf(db, cardFiltersOf(ask.cards ?? {}, settings.timezone, now), place)).map((card) => [
      card.user.name,
      card.user.email,
      brandName(card.card_type),
      card.last4,
      cardExpiryText(card),
      t(cardStateTexts[card.state]),
      card.is_primary ? t('cards-primary') : null,
      date(card.date),
      date(card.last_used_at),
      date(card.barred_at),
      date(card.consented_at),
    ]),
};
