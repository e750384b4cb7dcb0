import type { SharedDb, TenantDb } from './units/face.ts';
import { sql } from './sql.ts';

/** Counts a try of this tenant's under a key; answers how many there were in the window, and when it ends. */
export const countTry = (
  db: TenantDb,
  { key, windowMs, at }: { key: string; windowMs: number; at: Date },
): Promise<{ tries: number; until: Date }> =>
  sql<{ tries: number; until: Date }>`select tries, until from shared.count_try(${key}, ${windowMs}, ${at})`.one(db);

/** Forgets windows that ended before the given instant. It waits for nobody, as `purgeLevels`. */
export const purgeThrottles = (db: SharedDb, before: Date): Promise<number> =>
  sql`
    with held as (select tenant_id, key from shared.throttles where until < ${before} for update skip locked)
    delete from shared.throttles t using held where t.tenant_id = held.tenant_id and t.key = held.key`.run(db);
