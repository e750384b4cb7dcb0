import type { TenantDb } from '@backlot/database';
import { isUndefinedTable } from '@backlot/database/is-undefined-table';
import { dayMs } from '@backlot/domain/formats/when';
import { evidenceDays } from '@backlot/domain/money/dispute-window';
import type { AppContext } from '../../../context.ts';
import { scheduledJob } from '../../../jobs/job.ts';
import { deleteLogIns, deleteSessions, keepLogIns, lockEndedSessions } from './log-in-rows.ts';
import { deleteSentReceipts } from '../sent-receipt-rows.ts';

/** Rows a transaction. */
const SLICE = 1_000;

/**
 * Sessions and links that are over are of no use to anyone. Of those who paid, when and from where they logged in is kept as
 * long as a payment may be disputed (C12); nobody gets in by it. That a receipt was sent is kept as long.
 */
export const forgetOldSessionsJob = scheduledJob({
  name: 'forget-old-sessions',
  schedule: '17 3 * * *',
  async run({ ctx, tenant }) {
    const now = ctx.clock.now().getTime();
    const before = new Date(now - 30 * dayMs);
    const since = new Date(now - evidenceDays * dayMs);
    const inSlices = async (work: (db: TenantDb) => Promise<number>): Promise<void> => {
      while ((await ctx.database.tenants.write(tenant, work)) === SLICE);
    };
    await ctx.database.tenants.write(tenant, (db) => db('password_resets').where('expires_at', '<', before).delete());
    try {
      await inSlices((db) => forgetSessions(ctx, db, before, since));
      await inSlices((db) => deleteLogIns(db, since, SLICE));
      await inSlices((db) => deleteSentReceipts(db, since, SLICE));
    } catch (error) {
      // On the schema of the version before, sessions of those who paid wait for the next night.
      if (!isUndefinedTable(error)) throw error;
    }
  },
});

async function forgetSessions(ctx: AppContext, db: TenantDb, before: Date, since: Date): Promise<number> {
  const ended = await lockEndedSessions(db, before, SLICE);
  const payers = new Set(await ctx.payments.payersAmong(db, [...new Set(ended.map(({ user_id: id }) => id))]));
  const kept = ended.filter(({ user_id: id }) => payers.has(id));
  if (kept.length > 0)
    await keepLogIns(
      db,
      kept.map(({ id }) => id),
      since,
    );
  await deleteSessions(
    db,
    ended.map(({ id }) => id),
  );
  return ended.length;
}
