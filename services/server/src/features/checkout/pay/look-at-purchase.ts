import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { reconcilePayment } from '../settle/reconcile-payment.ts';
import { purchaseStanding, type PurchaseOutcome } from './purchase-outcome.ts';

/**
 * How a purchase stands, for the page that waits for it. What waits for its payer is asked of the provider, who may know
 * already that they are back from it; at most every few seconds, however many pages ask. @throws not-found for another's
 */
export async function lookAtPurchase(
  ctx: AppContext,
  tenant: Tenant,
  userId: string,
  intentId: string,
  now: Date,
): Promise<PurchaseOutcome> {
  const { attempt, view } = await purchaseStanding(ctx, tenant, userId, intentId, now);
  if (attempt?.state !== 'action' || view.action === null) return view;
  if (!(await ctx.database.tenants.write(tenant, (db) => isDue(db, attempt.id)))) return view;
  await reconcilePayment(ctx, tenant, attempt.id);
  return (await purchaseStanding(ctx, tenant, userId, intentId, now)).view;
}

/** True for one asker every four seconds, by the database's clock. */
const isDue = async (db: TenantDb, attemptId: string): Promise<boolean> =>
  (await sql<{ id: string }>`
    update ${table('payment_attempts')} set looked_at = clock_timestamp()
    where id = ${attemptId} and (looked_at is null or looked_at < clock_timestamp() - interval '4 seconds') returning id`.first(
    db,
  )) !== null;
