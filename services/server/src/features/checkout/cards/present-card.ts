import type { InstrumentRow } from '../tables.ts';

/** A stored card as its owner sees it. */
export const presentCard = (card: InstrumentRow) => ({
  _id: card.id,
  card_type: card.brand,
  last4: card.last4,
  month: card.exp_month,
  year: card.exp_year,
  is_primary: card.is_primary,
});
