import type { SharedDb, TenantDb } from './units/face.ts';
import { sql } from './sql.ts';

/** Counts a try of this tenant's under a key; answers how many there were in the window, and when it ends. */
export const countTry = (
  db: TenantDb,
  { key, windowMs, at }: { key: string; windowMs: number; at: Date },
): Promise<{ tries: number; until: Date }> =>
  sql<{ tries: number; until: Date }>`select tries, until from shared.count_try(${key}, ${windowMs}, ${at})`.one(db);

/** Forgets windows that ended before the given instant. */
export const purgeThrottles = (db: SharedDb, before: Date): Promise<number> =>
  sql`delete from shared.throttles where until < ${before}`.run(db);
