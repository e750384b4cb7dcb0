import { isUndefinedTable } from '@backlot/database/is-undefined-table';
import { v7 } from 'uuid';
import type { Actor } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import type { PaidFor } from '../../../joints/media-holder.ts';
import { BoundedMemory } from '../../../memory/bounded-memory.ts';
import { type Tenant, tenantKey, type TenantKey } from '../../../sites/tenant.ts';
import { atMost } from '../../../tries/at-most.ts';
import { inBatchesByKey } from '../../../tries/in-batches.ts';
import { insertViews, type MediaViewRow } from './view-rows.ts';

interface View {
  readonly tenant: Tenant;
  readonly row: MediaViewRow;
}

/** Where a browser asked from, and when. */
interface AskedFrom {
  readonly at: Date;
  readonly address: string;
  readonly userAgent: string;
}

/** Milliseconds before a view that could not be written is tried again, when the browser asks for more. */
const TRY_AGAIN_MS = 60_000;

/**
 * Notes that a fan is given what they paid for, as evidence about a payment that is disputed (C12): once a person, purchase and
 * day, which is remembered, so that a gallery's pictures and a film's ranges cost one write. Nobody waits for it, and it
 * fails nothing. What comes at once is written together: however many look, a site's notes keep one connection.
 */
export function openViewNotes(ctx: AppContext) {
  const noted = new BoundedMemory<TenantKey, true>('views-noted', atMost(50_000));
  const write = inBatchesByKey<TenantKey, View, void>(async (_key, views) => {
    const { tenant } = views[0]!;
    try {
      await ctx.database.tenants.write(tenant, (db) =>
        insertViews(
          db,
          views.map(({ row }) => row),
        ),
      );
    } catch (error) {
      if (!isUndefinedTable(error))
        ctx.log.error({ err: error, tenant: tenant.id, views: views.length }, 'views could not be noted');
      throw error;
    }
    return views.map(() => undefined);
  });
  return (tenant: Tenant, viewer: Actor, paidFor: readonly PaidFor[], { at, address, userAgent }: AskedFrom): void => {
    // What staff open in somebody's name, that person has not seen.
    if (viewer.trueAuthor !== viewer.userId) return;
    const day = at.toISOString().slice(0, 10);
    for (const one of paidFor) {
      const entitlementId = one === 'membership' ? null : one.entitlementId;
      const key = tenantKey(tenant, viewer.userId, entitlementId ?? 'membership', day);
      if (noted.get(key)) continue;
      const row: MediaViewRow = {
        id: v7(),
        user_id: viewer.userId,
        entitlement_id: entitlementId,
        day,
        at,
        address: address.slice(0, 60),
        user_agent: userAgent.slice(0, 300),
      };
      noted.set(key, true);
      write(tenantKey(tenant), { tenant, row }).catch(() => noted.set(key, true, { ttl: TRY_AGAIN_MS }));
    }
  };
}
