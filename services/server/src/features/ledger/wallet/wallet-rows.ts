import type { TenantDb } from '@backlot/database';

/** What a fan has on a site, in minor units of the currency that was asked about. */
export interface Wallet {
  readonly balanceMinor: number;
  /** Spent, and taken back by a bank since; while it is above zero the balance is zero. */
  readonly owedMinor: number;
}

/** Also for a fan who never had any. The row is the books': it follows the entries in their transaction. */
export async function walletOf(db: TenantDb, userId: string, currency: string): Promise<Wallet> {
  const row = await db('fan_wallets').where({ user_id: userId, currency }).first();
  return { balanceMinor: row?.balance_minor ?? 0, owedMinor: row?.owed_minor ?? 0 };
}
