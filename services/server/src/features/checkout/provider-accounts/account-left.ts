import type { TenantDb } from '@backlot/database';
import type { Settings } from '@backlot/domain/settings';
import type { AppContext } from '../../../context.ts';
import { walletProvider } from '../../ledger/index.ts';
import type { AccountRow } from '../tables.ts';
import { findAccount, findActiveAccount } from './account-rows.ts';
import { isSameAccount, unsealCredentials } from './credentials.ts';
import { chosenFor } from './open-account.ts';
import { secondFor } from './second-account.ts';

/**
 * Whether a site's cards are charged by another account now than by this one. False for the wallet, which nobody leaves,
 * and while staff have filled in nothing that could take its place.
 */
export async function isAccountLeft(
  ctx: AppContext,
  db: TenantDb,
  settings: Settings,
  accountId: string,
): Promise<boolean> {
  const account = await findAccount(db, accountId);
  if (account === null || account.provider === walletProvider) return false;
  const second = secondFor(ctx, settings);
  // The other one that a site named takes cards as well.
  const chosen = second?.driver.name === account.provider ? second : chosenFor(ctx, settings);
  if (chosen === null) return false;
  const { driver, credentials } = chosen;
  if (account.provider !== driver.name) return true;
  const isChosen = (row: AccountRow) => isSameAccount(driver, unsealCredentials(ctx, row.credentials), credentials);
  if (!isChosen(account)) return true;
  // One that was left and is chosen again becomes active with its next sale.
  const active = account.state === 'active' ? account : await findActiveAccount(db, driver.name, account.currency);
  return active !== null && active.id !== account.id && isChosen(active);
}
