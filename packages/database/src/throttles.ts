import type { SharedDb, TenantDb } from './units/face.ts';
import { sql } from './sql.ts';

/** Counts tries of this tenant's under a key; answers how many there were in the window, and when it ends. */
export const countTries = (
  db: TenantDb,
  { key, times, windowMs, at }: { key: string; times: number; windowMs: number; at: Date },
): Promise<{ tries: number; until: Date }> =>
  sql<{
    tries: number;
    until: Date;
  }>`select tries, until from shared.count_tries(${key}, ${times}, ${windowMs}, ${at})`.one(db);

/** Forgets windows that ended before the given instant, the oldest first, in the manner of `purgeLevels`. */
export const purgeThrottles = (db: SharedDb, before: Date, most: number): Promise<number> =>
  sql`
    with held as (
      select tenant_id, key from shared.throttles where until < ${before} order by until limit ${most} for update skip locked
    )
    delete from shared.throttles t using held where t.tenant_id = held.tenant_id and t.key = held.key`.run(db);
