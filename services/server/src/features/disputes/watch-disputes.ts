import { nearsLimit } from '@backlot/domain/money/dispute-ratio';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../sites/tenant.ts';
import type { Settings } from '@backlot/domain/settings';
import { scheduledJob } from '../../jobs/job.ts';
import { engageBrake, findEngagedBrake, releaseBrake, type BrakeCause } from '../checkout/index.ts';
import { fraudCounts } from './fraud/list-fraud-reports.ts';
import { hasDisputes, isWatched } from './dispute-counts-rows.ts';
import { countedSince, disputeStandings, type AccountStanding } from './dispute-standings.ts';

/** Engages the brake on cards that are typed while the forecast of an account's disputes nears a scheme's limit, and releases it after. */
export const watchDisputesJob = scheduledJob({
  name: 'watch-disputes',
  schedule: '*/15 * * * *',
  lane: 'reports',
  spreadMs: 12 * 60_000,
  isDue: ({ now }) => isWatched(countedSince(now)),
  async run({ ctx, tenant, log }) {
    const settings = await ctx.settings.of(tenant);
    const now = ctx.clock.now();
    const since = countedSince(now);
    const { isQuiet, engaged } = await ctx.database.tenants.read(tenant, async (db) => ({
      isQuiet: !(await hasDisputes(db, since)),
      engaged: await findEngagedBrake(db),
    }));
    const hasCause = !isQuiet || (await fraudCounts(ctx, tenant, { thisMonth: since, recent: since })).length > 0;
    const cause = hasCause ? await causeToBrake(ctx, tenant, settings, now) : null;
    // Most sites most of the time: nothing is locked or written.
    if ((cause === null) === (engaged === null)) return;
    await ctx.database.tenants.write(tenant, async (db) => {
      const isChanged = cause === null ? await releaseBrake(db, now) : await engageBrake(db, cause, now);
      if (isChanged) log.warn({ cause }, cause === null ? 'the card brake is released' : 'the card brake is engaged');
    });
  },
});

/** Of several the one that is nearest to its limit; null while none is near. */
async function causeToBrake(
  ctx: AppContext,
  tenant: Tenant,
  { timezone, card_brake_share: share }: Settings,
  now: Date,
): Promise<BrakeCause | null> {
  const near = (await disputeStandings(ctx, tenant, timezone, now)).filter((standing) => nearsLimit(standing, share));
  const [nearest] = near.toSorted((one, other) => shareOf(other) - shareOf(one));
  return nearest === undefined || nearest.limitDisputes === null
    ? null
    : {
        account_id: nearest.account.id,
        scheme: nearest.scheme,
        forecast: nearest.forecast,
        limit_disputes: nearest.limitDisputes,
        share_percent: share,
      };
}

const shareOf = ({ forecast, limitDisputes }: AccountStanding): number => forecast / (limitDisputes ?? Infinity);
