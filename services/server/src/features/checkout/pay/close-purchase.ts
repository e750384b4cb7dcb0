import { DomainError } from '@backlot/contracts';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { findAccount } from '../provider-accounts/account-rows.ts';
import { providerOf } from '../provider-accounts/open-account.ts';
import { settleAttempt } from '../settle/settle-attempt.ts';
import { purchaseStanding, type PurchaseOutcome } from './purchase-outcome.ts';

/**
 * A buyer gives up what waits for them. The provider ends it and says how it stands: one that was paid just before stays
 * paid. @throws not-found, purchase-not-cancellable
 */
export async function closePurchase(
  ctx: AppContext,
  tenant: Tenant,
  userId: string,
  intentId: string,
  now: Date,
): Promise<PurchaseOutcome> {
  const { intent, attempt, view } = await purchaseStanding(ctx, tenant, userId, intentId, now);
  if (intent.state !== 'open') return view;
  if (attempt?.state !== 'action') throw new DomainError('purchase-not-cancellable');
  const account = await ctx.database.tenants.read(tenant, (db) => findAccount(db, attempt.account_id));
  const provider = account && providerOf(ctx, account);
  const found = await provider?.close?.({ reference: attempt.id, state: attempt.provider_state });
  if (found === undefined || found.kind === 'unknown') throw new DomainError('purchase-not-cancellable');
  await settleAttempt(ctx, tenant, attempt.id, found);
  const after = await purchaseStanding(ctx, tenant, userId, intentId, now);
  if (after.view.action !== null) throw new DomainError('purchase-not-cancellable');
  return after.view;
}
