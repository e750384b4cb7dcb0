import type { Answer } from '@backlot/contracts';
import type { DisputeRatio, showDisputeRatio as showDisputeRatioCall } from '@backlot/contracts/disputes';
import { dayIn } from '@backlot/domain/formats/dates';
import type { Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { findEngagedBrake, isBrakeOn, presentAccount } from '../checkout/index.ts';
import { requireReports } from '../staff/index.ts';
import { listCountedAccounts } from './dispute-counts-rows.ts';
import { disputeStandings, type AccountStanding } from './dispute-standings.ts';

/** Disputes of this month before the schemes' limits (C10, C11), and the brake. @throws access-denied */
export async function showDisputeRatio(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  now: Date,
): Promise<Answer<typeof showDisputeRatioCall>['data']> {
  const settings = await ctx.settings.of(tenant);
  requireReports(actor, settings);
  const standings = await disputeStandings(ctx, tenant, settings.timezone, now);
  return ctx.database.tenants.read(tenant, async (db) => {
    const engaged = await findEngagedBrake(db);
    const account = engaged && (await listCountedAccounts(db)).find(({ id }) => id === engaged.account_id);
    return {
      month: dayIn(now, settings.timezone).slice(0, 7),
      ratios: standings.map(presentStanding),
      brake: {
        is_on: isBrakeOn(settings, engaged),
        mode: settings.card_brake,
        share: settings.card_brake_share,
        engaged:
          engaged && account
            ? {
                date: engaged.engaged_at.toISOString(),
                account: presentAccount(account),
                scheme: engaged.scheme === 'visa' ? 'visa' : 'mastercard',
                forecast: engaged.forecast,
                limit_disputes: engaged.limit_disputes,
                share: engaged.share_percent,
              }
            : null,
      },
    };
  });
}

function presentStanding({ account, limit, ...standing }: AccountStanding): DisputeRatio {
  return {
    account: presentAccount(account),
    scheme: standing.scheme,
    limit: limit && {
      programme: limit.programme,
      min_disputes: limit.minDisputes,
      min_ratio: limit.minRatioBp / 100,
      per: limit.per,
      valid_from: limit.validFrom,
      valid_to: limit.validTo,
      source: limit.source,
    },
    disputes: standing.disputes,
    fraud_reports: standing.fraudReports,
    sales: standing.sales,
    ratio: standing.ratioBp === null ? null : standing.ratioBp / 100,
    forecast: standing.forecast,
    limit_disputes: standing.limitDisputes,
    left: standing.left,
  };
}
