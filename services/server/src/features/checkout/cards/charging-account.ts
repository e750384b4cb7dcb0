import type { TenantDb } from '@backlot/database';
import type { Settings } from '@backlot/domain/settings';
import type { AppContext } from '../../../context.ts';
import { findActiveAccount } from '../provider-accounts/account-rows.ts';
import { chosenFor, chosenProvider, isStillChosen } from '../provider-accounts/open-account.ts';
import { findStoredCard } from './instrument-rows.ts';

/** The account whose cards on file are charged; null where there is none, or it keeps none. */
export async function findChargingAccount(ctx: AppContext, db: TenantDb, settings: Settings): Promise<string | null> {
  const { currency } = settings;
  const chosen = chosenFor(ctx, settings);
  if (chosen === null || !chosenProvider(ctx, settings, currency)?.capabilities.storedInstruments) return null;
  const account = await findActiveAccount(db, chosen.driver.name, currency);
  return account && isStillChosen(ctx, chosen, account) ? account.id : null;
}

/** Whether a purchase of this person can be charged to a card on file. */
export async function hasChargeableCard(
  ctx: AppContext,
  db: TenantDb,
  settings: Settings,
  userId: string,
): Promise<boolean> {
  const account = await findChargingAccount(ctx, db, settings);
  return account !== null && (await findStoredCard(db, userId, account)) !== null;
}
