import type { TenantDb } from '@backlot/database';
import { sql } from '@backlot/database/sql';

/**
 * One thing at a time happens to a person's purchases: what opens an intent sees every intent that was settled, so that
 * two clicks with two keys can't buy twice. Always taken before any row is locked.
 */
export async function lockBuyer(db: TenantDb, userId: string): Promise<void> {
  await sql`select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(${userId}, 20))`.run(db);
}
