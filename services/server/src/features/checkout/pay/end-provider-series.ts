import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { findAccount } from '../provider-accounts/account-rows.ts';
import { providerOf } from '../provider-accounts/open-account.ts';

/** Asks the provider to charge a series no more. Null when it has ended; else why it has not, or may not have. */
export async function endProviderSeries(
  ctx: AppContext,
  tenant: Tenant,
  { accountId, seriesRef }: { readonly accountId: string; readonly seriesRef: string },
): Promise<string | null> {
  const account = await ctx.database.tenants.read(tenant, (db) => findAccount(db, accountId));
  const provider = account && providerOf(ctx, account);
  if (!provider?.endSeries) return 'not-configured';
  const end = await provider.endSeries({ seriesRef });
  if (end.kind === 'ended') return null;
  return end.kind === 'refused' ? end.code : end.cause;
}
