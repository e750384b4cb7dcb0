import type { TenantDb } from '@backlot/database';
import { sql, table, type Sql } from '@backlot/database/sql';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';

/** Members whom a job looks at in one transaction. */
export const sliceOf = 500;

/** Whether a membership of the site is charged within so many milliseconds. */
export const isChargedWithin = (now: Date, ms: number): Sql => sql`exists (
  select from ${table('subscriptions')}
  where next_billing_at > ${now} and next_billing_at <= ${new Date(now.getTime() + ms)} and recurring_minor > 0)`;

/** Where a list by next charge goes on. */
export interface Position {
  readonly at: Date;
  readonly id: string;
}

/** Runs a job over all members, a transaction a slice. `slice` answers where the next one goes on; null at the end. */
export async function inSlices(
  ctx: AppContext,
  tenant: Tenant,
  slice: (db: TenantDb, after: Position | null) => Promise<Position | null>,
): Promise<void> {
  let last: Position | null = null;
  do last = await ctx.database.tenants.write(tenant, (db) => slice(db, last));
  while (last !== null);
}

/** The position after a slice; null where it was not full. */
export function positionAfter(slice: readonly { readonly id: string; readonly endsAt: Date }[]): Position | null {
  const last = slice.at(-1);
  return last && slice.length === sliceOf ? { at: last.endsAt, id: last.id } : null;
}
