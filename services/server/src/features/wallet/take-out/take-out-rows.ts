import { DomainError } from '@backlot/contracts';
import type { WalletTakeOutWay } from '@backlot/contracts/wallet';
import type { TableOf, TenantDb } from '@backlot/database';
import { sameActMs } from '../../../act.ts';

/** Never changed. */
export interface WalletTakeOutRow {
  id: string;
  user_id: string;
  amount_minor: number;
  /** Of it, what had been spent. */
  owed_minor: number;
  currency: string;
  through: WalletTakeOutWay;
  coin_return_id: string | null;
  evidence: string;
  taken_by: string;
  taken_at: Date;
  request_key: string | null;
  request_hash: string;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    wallet_take_outs: TableOf<WalletTakeOutRow>;
  }
}

export const addTakeOut = async (db: TenantDb, row: WalletTakeOutRow): Promise<void> =>
  void (await db('wallet_take_outs').insert(row));

interface Asked {
  readonly userId: string;
  readonly takenBy: string;
  readonly key: string | null;
  readonly hash: string;
}

/** What this call repeats (DECISIONS 46). The fan is held. @throws idempotency-key-reused */
export async function findAsked(
  db: TenantDb,
  { userId, takenBy, key, hash }: Asked,
  now: Date,
): Promise<WalletTakeOutRow | null> {
  if (key !== null) {
    const sameKey = (await db('wallet_take_outs').where({ taken_by: takenBy, request_key: key }).first()) ?? null;
    if (sameKey !== null && sameKey.request_hash !== hash) throw new DomainError('idempotency-key-reused');
    return sameKey;
  }
  const latest = await db('wallet_take_outs')
    .where({ user_id: userId, taken_by: takenBy, request_hash: hash })
    .where('taken_at', '>', new Date(now.getTime() - sameActMs))
    .orderBy('id', 'desc')
    .first();
  return latest ?? null;
}
