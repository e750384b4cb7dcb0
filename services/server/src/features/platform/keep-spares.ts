import type { PlatformJobDefinition } from '../../jobs/job.ts';

/** A new site takes a schema that waits, in milliseconds; the next minute another is made. */
export const keepSparesJob: PlatformJobDefinition = {
  name: 'keep-spares',
  schedule: '* * * * *',
  async run({ ctx, log }) {
    if (ctx.config.spareSites === 0) return;
    const kept = await ctx.database.keepSpares(ctx.config.spareSites);
    if (kept === null) return;
    for (const id of kept.swept) log.warn({ schema: `tenant_${id}` }, 'a spare that no row knew was dropped');
    if (kept.made.length + kept.dropped.length > 0)
      log.info({ made: kept.made.length, dropped: kept.dropped.length }, 'spares');
  },
};
