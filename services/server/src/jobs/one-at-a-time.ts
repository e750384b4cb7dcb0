import type { TenantDb } from '@backlot/database';
import { sql } from '@backlot/database/sql';

/**
 * Of two processes that do the same thing for a site the second waits here until the first has ended its transaction: what it
 * reads from then on is as the first left it.
 */
export async function oneAtATime(db: TenantDb, tenantId: string, what: string): Promise<void> {
  await sql`select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(${`${what}:${tenantId}`}, 22))`.run(db);
}
