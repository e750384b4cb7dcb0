import type { TenantDb } from '@backlot/database';
import { dayMs, msOf } from '@backlot/domain/formats/when';
import { follow } from '@backlot/domain/memberships/life-cycle';
import { renewed } from '@backlot/domain/memberships/subscription';
import type { Payment } from '../../checkout/index.ts';
import { believedNext } from '../series/believed-next.ts';
import { isRunningUntil } from '../renew-membership.ts';
import { changeSubscription, lockSubscription, subscriptionOf, type SubscriptionRow } from '../subscription-rows.ts';
import { tellMembership } from '../tell-membership.ts';

/**
 * One period more, and from now on charged by another account: the series before ends, whoever drives it. Null when what
 * was to go on ended, or was renewed, meanwhile.
 */
export async function migrateMembership(
  db: TenantDb,
  { userId, periodEnd }: { readonly userId: string; readonly periodEnd: Date | null },
  { provider, accountId, transactionId, instrumentId = null, series, now }: Payment,
): Promise<SubscriptionRow | null> {
  const row = await lockSubscription(db, userId);
  if (!isRunningUntil(row, periodEnd)) return null;
  const before = subscriptionOf(row);
  // Its provider was asked for a day more than the month (`findMigration`).
  const told = believedNext(series, new Date(msOf(renewed(before, now).endsAt!) + dayMs));
  const until = told !== null && told > row.ends_at! ? told : null;
  const change = follow(before, { kind: 'renew', ...(until === null ? {} : { until }) }, now);
  if (!change.ok) return null;
  const migrated = await changeSubscription(
    db,
    row,
    change.subscription,
    now,
    {
      kind: 'migrated',
      transactionId,
      period: { kind: 'paid', transactionId },
      begins: { accountId, providerRef: series?.seriesRef ?? null, instrumentId },
    },
    { provider, account_id: accountId, paid_by_id: transactionId, migration_asked: null, rebill_notified_at: null },
  );
  await tellMembership(db, migrated);
  return migrated;
}
