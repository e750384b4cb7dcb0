import { DomainError } from '@backlot/contracts';
import { follow } from '@backlot/domain/memberships/life-cycle';
import type { Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { takeBackCancellation } from './cancellations/cancellation-rows.ts';
import { wasDrivenByProvider } from './series/series-rows.ts';
import { changeSubscription, lockSubscription, subscriptionOf, type SubscriptionRow } from './subscription-rows.ts';
import { tellMembership } from './tell-membership.ts';

/** DECISIONS 13: before the end, alone. What is not cancelled stays as it is. @throws not-subscribed, cancellation-final */
export async function undoCancellation(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  now: Date,
): Promise<SubscriptionRow> {
  return ctx.database.tenants.write(tenant, async (db) => {
    const row = await lockSubscription(db, actor.userId);
    const change = follow(row && subscriptionOf(row), { kind: 'undo-cancel' }, now);
    if (row === null || (!change.ok && change.reason !== 'not-cancelled')) throw new DomainError('not-subscribed');
    if (!change.ok) return row;
    if (await wasDrivenByProvider(db, row.id)) throw new DomainError('cancellation-final');
    await takeBackCancellation(db, row.id, now);
    const undone = await changeSubscription(
      db,
      row,
      change.subscription,
      now,
      { kind: 'cancel_undone' },
      { cancel_reason: null, cancel_other: null },
    );
    await tellMembership(db, undone);
    return undone;
  });
}
