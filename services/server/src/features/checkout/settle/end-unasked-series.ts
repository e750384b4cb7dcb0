import type { TenantDb } from '@backlot/database';
import { job } from '../../../jobs/job.ts';
import { later } from '../../../jobs/later.ts';
import { endProviderSeries } from '../pay/end-provider-series.ts';

declare module '../../../jobs/job.ts' {
  interface JobPayloads {
    'end-unasked-series': UnaskedSeries;
  }
}

/** What a provider would charge by itself since it checked a card, without a charge of ours that it belongs to. */
export interface UnaskedSeries {
  readonly accountId: string;
  readonly seriesRef: string;
}

/** Milliseconds after which a provider that did not confirm is asked again. */
const askAgainMs = 600_000;

/** Real time, as the queue knows no other. */
export const endUnaskedSeriesLater = (db: TenantDb, series: UnaskedSeries, inMs = 0): Promise<void> =>
  later(db, 'end-unasked-series', series, {
    runAt: new Date(Date.now() + inMs),
    jobKey: `end-unasked-series:${series.accountId}:${series.seriesRef}`,
  });

/** On the schema of the version before, which keeps no such series. Asks until the provider confirms: the first charge may be a month away, longer than a job that fails is tried. */
export const endUnaskedSeriesJob = job({
  name: 'end-unasked-series',
  lane: 'providers',
  async run({ ctx, tenant, payload: { accountId, seriesRef }, log }) {
    const refusal = await endProviderSeries(ctx, tenant, { accountId, seriesRef });
    if (refusal === null) return;
    log.error(
      { account: accountId, series: seriesRef, refusal },
      'a provider would charge a card that was only checked',
    );
    await ctx.database.tenants.write(tenant, (db) => endUnaskedSeriesLater(db, { accountId, seriesRef }, askAgainMs));
  },
});
