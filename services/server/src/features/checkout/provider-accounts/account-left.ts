import type { TenantDb } from '@backlot/database';
import type { Settings } from '@backlot/domain/settings';
import type { AppContext } from '../../../context.ts';
import { walletProvider } from '../../ledger/index.ts';
import { findAccount } from './account-rows.ts';
import { isSameAccount, unsealCredentials } from './credentials.ts';
import { chosenFor } from './open-account.ts';

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
  const chosen = chosenFor(ctx, settings);
  if (chosen === null) return false;
  if (account.state !== 'active' || account.provider !== chosen.driver.name) return true;
  return !isSameAccount(chosen.driver, unsealCredentials(ctx, account.credentials), chosen.credentials);
}
