import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import type { InstrumentRow } from '../tables.ts';
import { findChargingAccount } from './charging-account.ts';

/** A person's cards as they see them, with which of them the site can charge. */
export async function presentCards(ctx: AppContext, tenant: Tenant, cards: readonly InstrumentRow[]) {
  const settings = await ctx.settings.of(tenant);
  const charging =
    cards.length === 0 ? null : await ctx.database.tenants.read(tenant, (db) => findChargingAccount(ctx, db, settings));
  return cards.map((card) => ({ ...presentCard(card), is_chargeable: card.account_id === charging }));
}

/** A stored card as its owner sees it. */
const presentCard = (card: InstrumentRow) => ({
  _id: card.id,
  card_type: card.brand,
  last4: card.last4,
  month: card.exp_month,
  year: card.exp_year,
  is_primary: card.is_primary,
});
