import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import { dayIn, daysBefore, startOfDay } from '@backlot/domain/formats/dates';
import { v7 } from 'uuid';
import type { AppContext } from '../../../context.ts';
import { scheduledJob } from '../../../jobs/job.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { postTransaction } from '../ledger-rows.ts';
import { insertRecognised, listEarned, lockForRecognition, recognisedUntil } from './deferred-rows.ts';

/** Every hour, as sites' days end at every hour. */
export const recogniseRevenueJob = scheduledJob({
  name: 'recognise-revenue',
  schedule: '7 * * * *',
  async isDue({ ctx, tenant, now }) {
    const { timezone } = await ctx.settings.of(tenant);
    return sql`not exists (
      select from ${table('recognised_days')} where until >= ${startOfDay(dayIn(now, timezone), timezone)})`;
  },
  run: async ({ ctx, tenant }) => recogniseRevenue(ctx, tenant, ctx.clock.now()),
});

/** Longest gap that is booked day by day; of a longer one the days before are booked with its first. */
const mostDays = 92;

/**
 * Books what memberships earned on each day of the site that is over: one transaction a day and currency, once. Days that
 * were missed are booked in their order.
 */
export async function recogniseRevenue(ctx: AppContext, tenant: Tenant, now: Date): Promise<void> {
  const { timezone, currency } = await ctx.settings.of(tenant);
  const today = dayIn(now, timezone);
  const through = await ctx.database.tenants.read(tenant, recognisedUntil);
  const since = through === null ? daysBefore(today, 1) : dayIn(through, timezone);
  for (let ago = mostDays; ago >= 1; ago -= 1) {
    const day = daysBefore(today, ago);
    if (day < since) continue;
    const until = startOfDay(daysBefore(day, -1), timezone);
    await ctx.database.tenants.write(tenant, (db) => recogniseDay(db, day, until, currency));
  }
}

async function recogniseDay(db: TenantDb, day: string, until: Date, siteCurrency: string): Promise<void> {
  const { through, isBooked } = await lockForRecognition(db, day);
  // Also where the site's clock was changed since: the rest of that day is booked with the next.
  if (isBooked || (through !== null && through >= until)) return;
  const earned = (await listEarned(db, through ?? new Date(0), until)).filter(({ minor }) => minor > 0);
  // A day on which nothing was earned is over all the same.
  for (const currency of new Set([siteCurrency, ...earned.map((one) => one.currency)])) {
    const id = v7();
    await insertRecognised(db, { id, day, currency, until });
    const shares = earned.filter((one) => one.currency === currency);
    if (shares.length > 0)
      await postTransaction(db, {
        kind: 'recognition',
        cause: { type: 'recognised_day', id },
        userId: null,
        currency,
        // Within the day that it is of.
        at: new Date(until.getTime() - 1),
        entries: shares.flatMap(({ revenue, minor }) => [
          { account: { kind: 'deferred_revenue' as const, detail: revenue }, amountMinor: minor },
          { account: { kind: revenue }, amountMinor: -minor },
        ]),
      });
  }
}
