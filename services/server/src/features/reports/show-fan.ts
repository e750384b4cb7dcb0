import { DomainError, type Answer } from '@backlot/contracts';
import type { showFan as showFanCall } from '@backlot/contracts/reports';
import type { Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { listMembershipEvents } from '../memberships/index.ts';
import { requireReports } from '../staff/index.ts';
import { fanFiltersOf, fansOf } from './list-fans.ts';

/** Enough for years of monthly renewals. */
const mostEvents = 200;

/** One fan of this site. @throws `access-denied`, `not-found` */
export async function showFan(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  userId: string,
  now: Date,
): Promise<Answer<typeof showFanCall>['data']> {
  const settings = await ctx.settings.of(tenant);
  requireReports(actor, settings);
  return ctx.database.tenants.read(tenant, async (db) => {
    const filters = { ...fanFiltersOf({}, settings, now), userId };
    const [fan] = await fansOf(db, actor, settings, filters, { limit: 1, offset: 0 });
    if (!fan) throw new DomainError('not-found');
    const events = await listMembershipEvents(db, userId, mostEvents);
    return {
      fan,
      membership: events.map(({ kind, at, ends_at: endsAt }) => ({
        kind,
        at: at.toISOString(),
        ends_at: endsAt?.toISOString() ?? null,
      })),
    };
  });
}
