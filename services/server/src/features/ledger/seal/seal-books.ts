import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import { dayIn, startOfDay } from '@backlot/domain/formats/dates';
import type { AppContext } from '../../../context.ts';
import { scheduledJob } from '../../../jobs/job.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { isAnyHeadKept, keepHead } from './kept-heads.ts';
import { digestOf, lastSeal, listUnsealed, openHead, type SealRow } from './seal-rows.ts';

const SLICE = 2_000;

/** Every hour, as sites' days end at every hour. Real time: it is compared with what the database recorded. */
export const sealBooksJob = scheduledJob({
  name: 'seal-books',
  schedule: '12 * * * *',
  // Also where the day is sealed: the head may not be kept yet.
  isDue: () => sql`exists (select from ${table('ledger_transactions')})`,
  run: async ({ ctx, tenant }) => void (await sealBooks(ctx, tenant, new Date())),
});

/**
 * Seals what was recorded until the last midnight of the site, once a day. The head is kept outside of the database too;
 * where that failed, the next run does it.
 * @throws where a seal is to be made that was made before: seals were taken out of the database, and would be made anew of
 * whatever stands in the books now
 * @returns the newest seal; null before a first day is over
 */
export async function sealBooks(ctx: AppContext, tenant: Tenant, now: Date): Promise<SealRow | null> {
  const { timezone } = await ctx.settings.of(tenant);
  const midnight = startOfDay(dayIn(now, timezone), timezone);
  const day = dayIn(new Date(midnight.getTime() - 1), timezone);
  const { tenants } = ctx.database;
  const before = await tenants.read(tenant, lastSeal);
  // No seal follows one whose head is not kept: its run ended early, or the store was away.
  if (before !== null) await keepHead(ctx.storage, tenant, before);
  if (before !== null && before.day >= day) return before;
  const number = (before?.number ?? 0) + 1;
  if (await isAnyHeadKept(ctx.storage, tenant, number)) {
    const made = await tenants.read(tenant, lastSeal);
    // Another process has just made it.
    if (made !== null && made.number >= number) return made;
    throw new Error(
      `Seal ${number} of the books of ${tenant.slug} was made before and is gone. If the database was restored, say so: npm run tenants -- books ${tenant.slug} --restored`,
    );
  }
  const newest = await tenants.write(tenant, async (db) => {
    const last = await lastSeal(db);
    // Another process was at it.
    return last?.number === before?.number ? seal(db, day, midnight, last) : last;
  });
  if (newest) await keepHead(ctx.storage, tenant, newest);
  return newest;
}

async function seal(db: TenantDb, day: string, until: Date, last: SealRow | null): Promise<SealRow | null> {
  const number = (last?.number ?? 0) + 1;
  const open = openHead(number, day, last?.head ?? null);
  let after: string | null = null;
  for (;;) {
    const lines = await listUnsealed(db, until, after, SLICE);
    const digests = lines.map(({ text }) => digestOf(text));
    for (const [index, { id }] of lines.entries()) open.add(id, digests[index]!);
    if (lines.length > 0)
      await sql`
        insert into ${table('ledger_sealed')} (transaction_id, seal_number, digest)
        select l.id, ${number}, l.digest from unnest(${lines.map(({ id }) => id)}::uuid[], ${digests}::bytea[]) as l (id, digest)`.run(
        db,
      );
    if (lines.length < SLICE) break;
    after = lines.at(-1)!.id;
  }
  const { head, count } = open.close();
  // Books in which nothing ever stood are not sealed.
  if (count === 0 && last === null) return null;
  await sql`
    insert into ${table('ledger_seals')} (number, day, transaction_count, head)
    values (${number}, ${day}, ${count}, ${head})`.run(db);
  return { number, day, transactionCount: count, head };
}
