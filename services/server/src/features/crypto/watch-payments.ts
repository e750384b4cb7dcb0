import { sql, table } from '@backlot/database/sql';
import { cryptoWatchMs } from '@backlot/domain/money/crypto';
import { job, scheduledJob } from '../../jobs/job.ts';
import { listOverdue, lockPayment, updatePayment } from './crypto-rows.ts';
import { lookAtPayment, mayBeSpentTwice } from './look-at-payment.ts';
import { lookLater } from './look-later.ts';
import { forumpayOf } from './open-forumpay.ts';

/** Our own look, as often as `nextLookMs` says: webhooks get lost, pages are closed, and coins come late. */
export const lookAtPaymentJob = job({
  name: 'look-at-crypto-payment',
  lane: 'providers',
  async run({ ctx, tenant, payload, log }) {
    const row = await lookAtPayment(ctx, tenant, payload.paymentId);
    if (row?.state !== 'confirmed' || !mayBeSpentTwice(row)) return;
    // Confirmed and taken back by the chain: nothing tells of it but the list.
    const client = await forumpayOf(ctx, tenant, row);
    const answer = await client?.transactions(row.id);
    if (answer?.kind !== 'told' || !answer.value.some(({ isDoubleSpent }) => isDoubleSpent)) return;
    const isNews = await ctx.database.tenants.write(tenant, async (db) => {
      // Staff may have settled it while the provider was asked.
      const held = await lockPayment(db, row.id);
      if (held === null || !mayBeSpentTwice(held)) return false;
      await updatePayment(db, row.id, { alarm: 'double-spent' });
      return true;
    });
    if (isNews) log.error({ payment: row.id }, 'coins that were credited were spent twice');
  },
});

const overdueMs = 5 * 60_000;

/** A net below the jobs that every payment carries along: whatever happened to them, nothing stays unseen. */
export const watchForgottenJob = scheduledJob({
  name: 'watch-forgotten-crypto-payments',
  schedule: '*/10 * * * *',
  isDue: ({ now }) =>
    sql`exists (select from ${table('crypto_payments')} where next_look_at < ${new Date(now.getTime() - overdueMs)})`,
  async run({ ctx, tenant }) {
    const before = new Date(ctx.clock.now().getTime() - overdueMs);
    await ctx.database.tenants.write(tenant, async (db) => {
      for (const { id } of await listOverdue(db, before, 500)) await lookLater(db, id, 0);
    });
  },
});

/** Quotes that nobody started are forgotten after a day: no coins can come for them. */
export const forgetQuotesJob = scheduledJob({
  name: 'forget-crypto-quotes',
  schedule: '37 4 * * *',
  isDue: ({ now }) =>
    sql`exists (select from ${table('crypto_payments')}
      where state = 'quoted' and quoted_at < ${new Date(now.getTime() - cryptoWatchMs)})`,
  async run({ ctx, tenant }) {
    const before = new Date(ctx.clock.now().getTime() - cryptoWatchMs);
    await ctx.database.tenants.write(tenant, (db) =>
      db('crypto_payments').where({ state: 'quoted' }).where('quoted_at', '<', before).delete(),
    );
  },
});
