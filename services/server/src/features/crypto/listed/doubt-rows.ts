import type { TenantDb } from '@backlot/database';
import { isUndefinedColumn } from '@backlot/database/is-undefined-column';
import { sql, table, type Sql } from '@backlot/database/sql';

/** What the provider's list says of a payment, in minor units. */
export interface Doubt {
  readonly id: string;
  readonly minor: number;
}

/** Minor units. */
export interface Doubted {
  readonly listedMinor: number;
  readonly toldMinor: number | null;
}

/** Since now. What staff settled was about another amount: this one they see as well, if it stays. */
export async function beginDoubts(db: TenantDb, doubts: readonly Doubt[], now: Date): Promise<void> {
  if (doubts.length === 0) return;
  await sql`
    update ${table('crypto_payments')} c set doubted_since = ${now}, listed_minor = d.minor,
      settled_alarms = array_remove(c.settled_alarms, 'unresolved')
    from jsonb_to_recordset(${sql.json(doubts)}) as d (id uuid, minor bigint) where c.id = d.id`.run(db);
}

/** With the open item of each, unless its coins are unclear by themselves. To ask first would leave open what is not answered. */
export async function endDoubts(db: TenantDb, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update ${table('crypto_payments')} set doubted_since = null, listed_minor = null,
      alarm = case when alarm = 'unresolved' and state not in ('processing', 'underpayment')
        and not (state = 'confirmed' and credited_minor = 0) then null else alarm end
    where id = any (${ids}::uuid[])`.run(db);
}

/** What the list says of each that is in doubt, and what its provider answers (null: nothing that it confirms). */
export async function findDoubts(db: TenantDb, ids: readonly string[]): Promise<ReadonlyMap<string, Doubted>> {
  if (ids.length === 0) return new Map();
  const rows = await db('crypto_payments').whereIn('id', [...ids]);
  return new Map(
    rows.flatMap((row) =>
      // Absent on the schema of the version before.
      row.doubted_since != null && row.listed_minor != null && row.listed_minor !== row.provider_minor
        ? [[row.id, { listedMinor: row.listed_minor, toldMinor: row.provider_minor }] as const]
        : [],
    ),
  );
}

const isDoubtDue = (before: Date): Sql => sql`
  doubted_since <= ${before} and alarm is null and not 'unresolved' = any (settled_alarms)
    and listed_minor is distinct from provider_minor`;

/** Whether there is a doubt that `raiseDoubts` would raise. */
export const isAnyDoubtDue = (before: Date): Sql =>
  sql`exists (select from ${table('crypto_payments')} where ${isDoubtDue(before)})`;

/**
 * Makes an open item of each payment that is doubted since before `before`, unless staff settled it. A partial index holds
 * doubted ones alone.
 * @returns those that it is news of; none on the schema of the version before
 */
export async function raiseDoubts(db: TenantDb, before: Date): Promise<string[]> {
  try {
    const raised = await db.savepoint((inner) =>
      sql<{ id: string }>`
        update ${table('crypto_payments')} set alarm = 'unresolved'
        where ${isDoubtDue(before)}
        returning id`.all(inner),
    );
    return raised.map(({ id }) => id);
  } catch (error) {
    if (isUndefinedColumn(error)) return [];
    throw error;
  }
}
