import type { TenantDb } from '@backlot/database';
import type { Settings } from '@backlot/domain/settings';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { findActiveAccount } from '../provider-accounts/account-rows.ts';
import { chosenFor, chosenProvider, isStillChosen } from '../provider-accounts/open-account.ts';
import type { InstrumentRow } from '../tables.ts';

/** A person's cards as they see them, with which of them the site can charge. */
export async function presentCards(ctx: AppContext, tenant: Tenant, cards: readonly InstrumentRow[]) {
  const settings = await ctx.settings.of(tenant);
  const charging =
    cards.length === 0 ? null : await ctx.database.tenants.read(tenant, (db) => findChargingAccount(ctx, db, settings));
  return cards.map((card) => ({ ...presentCard(card), is_chargeable: card.account_id === charging }));
}

/** The account whose cards on file are charged; null where there is none, or it keeps none. */
async function findChargingAccount(ctx: AppContext, db: TenantDb, settings: Settings): Promise<string | null> {
  const { currency } = settings;
  const chosen = chosenFor(ctx, settings);
  if (chosen === null || !chosenProvider(ctx, settings, currency)?.capabilities.storedInstruments) return null;
  const account = await findActiveAccount(db, chosen.driver.name, currency);
  return account && isStillChosen(ctx, chosen, account) ? account.id : null;
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
