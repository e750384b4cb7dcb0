import type { TableOf, TenantDb } from '@backlot/database';

export interface IdempotencyKeyRow { user_id: string; call: string; key: string; request_hash: string; subject_id: string; created_at: Date }

declare module 'knex/types/tables.js' {
  interface Tables {
    idempotency_keys: TableOf<IdempotencyKeyRow>;
  }
}

/**
 * Claims a key with the transaction, or answers who had it. Of two calls at the same time the second waits here
 * until the first has committed.
 */
export async function claimKey(db: TenantDb, row: IdempotencyKeyRow): Promise<IdempotencyKeyRow | null> {
  const claimed = await db('idempotency_keys').insert(row).onConflict(['user_id', 'call', 'key']).ignore().returning('key');
  if (claimed.length > 0) return null;
  return await db('idempotency_keys').where({ user_id: row.user_id, call: row.call, key: row.key }).first() ?? null;
}

export const forgetKeys = async (db: TenantDb, before: Date): Promise<number> =>
  db('idempotency_keys').where('created_at', '<', before).delete();
