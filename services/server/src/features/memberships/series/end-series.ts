import { sql, table } from '@backlot/database/sql';
import type { AppContext } from '../../../context.ts';
import { job, scheduledJob } from '../../../jobs/job.ts';
import { later } from '../../../jobs/later.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { endProviderSeries } from '../../checkout/index.ts';

declare module '../../../jobs/job.ts' {
  interface JobPayloads {
    'end-series': { seriesId: string };
  }
}

/** Tries after which staff are told; the sweep goes on trying. */
const triesBeforeAlarm = 3;
/** Milliseconds after which a series that still ends is asked for again. */
const askAgainMs = 600_000;

/**
 * Has the provider stop a series that it drives by itself. Tried until the provider confirms; what it refuses or does not
 * answer is shown to staff, as it goes on charging otherwise. A charge that comes all the same is given back.
 */
export const endSeriesJob = job({
  name: 'end-series',
  lane: 'providers',
  async run({ ctx, tenant, payload, log }) {
    const refusal = await endAtProvider(ctx, tenant, payload.seriesId);
    if (refusal === null) return;
    log.error({ series: payload.seriesId, refusal }, 'a provider has not confirmed that it charges no more');
    throw new Error(`Series ${payload.seriesId} goes on at the provider's: ${refusal}.`);
  },
});

/** Series whose end nobody asks for any more, because its job was given up. */
export const endForgottenSeriesJob = scheduledJob({
  name: 'end-forgotten-series',
  schedule: '*/10 * * * *',
  isDue: ({ now }) => sql`exists (select from ${table('subscription_series')}
    where state = 'ending' and ending_since < ${new Date(now.getTime() - askAgainMs)})`,
  async run({ ctx, tenant }) {
    const before = new Date(ctx.clock.now().getTime() - askAgainMs);
    await ctx.database.tenants.write(tenant, async (db) => {
      const ending = await db('subscription_series')
        .where({ state: 'ending' })
        .where('ending_since', '<', before)
        .orderBy('ending_since')
        .limit(500)
        .select('id');
      for (const { id } of ending) await later(db, 'end-series', { seriesId: id }, { jobKey: `end-series:${id}` });
    });
  },
});

/** Why it did not end; null when it has. */
async function endAtProvider(ctx: AppContext, tenant: Tenant, seriesId: string): Promise<string | null> {
  const series = await ctx.database.tenants.read(tenant, (db) =>
    db('subscription_series').where({ id: seriesId, state: 'ending' }).first(),
  );
  if (!series?.provider_ref || series.account_id === null) return null;
  const answer = await endProviderSeries(ctx, tenant, { accountId: series.account_id, seriesRef: series.provider_ref });
  const now = ctx.clock.now();
  return ctx.database.tenants.write(tenant, async (db) => {
    const tries = series.end_tries + 1;
    const rows = db('subscription_series').where({ id: seriesId, state: 'ending' });
    if (answer === null) {
      await rows.update({ state: 'ended', ended_at: now, end_tries: tries, end_refusal: null });
      return null;
    }
    const alarmedAt = series.alarmed_at ?? (tries >= triesBeforeAlarm ? now : null);
    await rows.update({ end_tries: tries, end_refusal: answer, alarmed_at: alarmedAt });
    return answer;
  });
}
