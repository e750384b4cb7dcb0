import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import type { AttemptRow } from '../tables.ts';

/** Milliseconds that a look reaches back into what was looked at: providers list late, and charges settle late. */
export const overlapMs = 6 * 3_600_000;

/** Until when what went back of an account's charges was looked for; null where nobody looked yet. */
export const findLookedUntil = async (db: TenantDb, accountId: string): Promise<Date | null> =>
  (await db('reversal_looks').where({ account_id: accountId }).first('looked_until'))?.looked_until ?? null;

/** The first look begins here, and is kept so, that `lookBackTo` finds it. */
export const beginLooking = async (db: TenantDb, accountId: string, at: Date): Promise<void> =>
  void (await db('reversal_looks')
    .insert({ account_id: accountId, looked_until: at })
    .onConflict('account_id')
    .ignore());

/** Nothing where it is not as it was when the look began: it has to reach back further, and does at its next turn. */
export const keepLookedUntil = async (db: TenantDb, accountId: string, since: Date, until: Date): Promise<void> =>
  void (await db('reversal_looks')
    .where({ account_id: accountId, looked_until: since })
    .update({ looked_until: until }));

/**
 * The next look reaches back to when a charge was sent that settles only now: looks before passed over it, as nobody here knew
 * that it was ours. `started_at` is by the real clock, as the database writes it, and looks are by the server's (`now`).
 */
export async function lookBackTo(
  db: TenantDb,
  { account_id: accountId, started_at: startedAt }: Pick<AttemptRow, 'account_id' | 'started_at'>,
  now: Date,
): Promise<void> {
  const ageMs = Date.now() - startedAt.getTime();
  if (ageMs <= overlapMs) return;
  const sentAt = new Date(now.getTime() - ageMs);
  // Changed in any case: a look that is under way must not be kept, whatever it began with.
  await sql`
    update ${table('reversal_looks')} set looked_until = least(looked_until - interval '1 millisecond', ${sentAt})
    where account_id = ${accountId}`.run(db);
}
