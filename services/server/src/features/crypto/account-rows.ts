import type { TableOf, TenantDb } from '@backlot/database';
import type { ForumpayHost } from '@backlot/payments/forumpay/hosts';
import { v7 } from 'uuid';

export interface CryptoAccountRow {
  id: string;
  host: ForumpayHost;
  fingerprint: string;
  /** Sealed. */
  credentials: string;
  created_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    crypto_accounts: TableOf<CryptoAccountRow>;
  }
}

export const findCryptoAccount = async (db: TenantDb, id: string): Promise<CryptoAccountRow | null> =>
  (await db('crypto_accounts').where({ id }).first()) ?? null;

/** One row an account, with the secret that it was used with last. @returns its id */
export async function keepCryptoAccount(
  db: TenantDb,
  account: Pick<CryptoAccountRow, 'host' | 'fingerprint' | 'credentials'>,
): Promise<string> {
  const [row] = await db('crypto_accounts')
    .insert({ id: v7(), ...account })
    .onConflict(['host', 'fingerprint'])
    .merge(['credentials'])
    .returning('id');
  return row!.id;
}

/** Held until the transaction ends. @returns whether there is such an account */
export const lockCoinAccount = async (db: TenantDb, id: string): Promise<boolean> =>
  (await db('crypto_accounts').where({ id }).forNoKeyUpdate().first('id')) !== undefined;
