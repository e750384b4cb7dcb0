import { DomainError } from '@backlot/contracts';
import type { TableOf, TenantDb } from '@backlot/database';
import { actOf, sameActMs } from '../../../act.ts';
import type { Clock } from '../../../clock.ts';

export interface IdempotencyKeyRow {
  user_id: string;
  call: string;
  key: string;
  request_hash: string;
  subject_id: string;
  created_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    idempotency_keys: TableOf<IdempotencyKeyRow>;
  }
}

export interface Making {
  readonly userId: string;
  readonly call: string;
  /** The caller's `Idempotency-Key`; null for callers who send none. */
  readonly key: string | null;
  /** What is asked for, without any time. */
  readonly content: unknown;
  /** Id of what is to be made. */
  readonly id: string;
  readonly now: Date;
  readonly clock: Clock;
}

/**
 * Makes something once for a key, or where none came once for its content until ten seconds after it was made
 * (DECISIONS 46). The id of what was made, now or before. @throws idempotency-key-reused
 */
export async function makeOnce(db: TenantDb, making: Making, make: () => Promise<void>): Promise<string> {
  const hash = actOf(making.content);
  // No header has a space in it.
  const key = making.key ?? `act ${hash}`;
  const row = {
    user_id: making.userId,
    call: making.call,
    key,
    request_hash: hash,
    subject_id: making.id,
    created_at: making.now,
  };
  const earlier = await claimKey(db, row, making.key === null);
  if (earlier !== null) {
    if (earlier.request_hash !== hash) throw new DomainError('idempotency-key-reused');
    return earlier.subject_id;
  }
  await make();
  if (making.key === null)
    await db('idempotency_keys')
      .where({ user_id: row.user_id, call: row.call, key })
      .update({ created_at: making.clock.now() });
  return making.id;
}

/**
 * Claims a key with the transaction, or answers who had it. Of two calls at the same time the second waits here
 * until the first has committed. `expires`: one that was settled long enough ago is claimed again.
 */
async function claimKey(db: TenantDb, row: IdempotencyKeyRow, expires: boolean): Promise<IdempotencyKeyRow | null> {
  const insert = db('idempotency_keys').insert(row).onConflict(['user_id', 'call', 'key']);
  const claimed = await (
    expires
      ? insert
          .merge(['subject_id', 'created_at'])
          .where('idempotency_keys.created_at', '<=', new Date(row.created_at.getTime() - sameActMs))
      : insert.ignore()
  ).returning('key');
  if (claimed.length > 0) return null;
  return (await db('idempotency_keys').where({ user_id: row.user_id, call: row.call, key: row.key }).first()) ?? null;
}

/** What was made for its content alone is gone: asked for once more, it is made again. A key of the caller's own stays with its answer. */
export async function forgetMade(
  db: TenantDb,
  { userId, call, id }: Pick<Making, 'userId' | 'call' | 'id'>,
): Promise<void> {
  await db('idempotency_keys').where({ user_id: userId, call, subject_id: id }).where('key', 'like', 'act %').delete();
}

export const forgetKeys = async (db: TenantDb, before: Date): Promise<number> =>
  db('idempotency_keys').where('created_at', '<', before).delete();
