import { DomainError } from '@backlot/contracts';
import type { ViewedCharge } from '@backlot/payments';
import { validate as isUuid } from 'uuid';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { findAttempt } from '../intent-rows.ts';
import type { AccountRow } from '../tables.ts';
import { providerOf } from './open-account.ts';

/**
 * What a provider shows of a charge, by the provider's id, and the account of the site that knows it. Asks the accounts whose
 * provider can show charges, the one that took it first, with no connection lent meanwhile. Null where none knows it: a charge
 * that is neither the account's nor a payment of this site is another site's, which may share what the provider keeps.
 * @throws provider-not-asked where a site has no such account, provider-away, provider-refused
 */
export async function viewCharge(
  ctx: AppContext,
  tenant: Tenant,
  providerRef: string,
): Promise<{ readonly account: AccountRow; readonly charge: ViewedCharge } | null> {
  const accounts = await ctx.database.tenants.read(tenant, async (db) => {
    const all = await db('provider_accounts').orderBy('state').orderBy('created_at', 'desc').orderBy('id', 'desc');
    const ids = all.map(({ id }) => id);
    // With the account, as the index begins with it.
    const taker = await db('payment_attempts')
      .whereIn('account_id', ids)
      .where({ provider_ref: providerRef })
      .first('account_id');
    const isTaker = ({ id }: AccountRow): number => (id === taker?.account_id ? 0 : 1);
    return all.toSorted((a, b) => isTaker(a) - isTaker(b));
  });
  const asked = accounts.flatMap((account) => {
    const provider = providerOf(ctx, account);
    return provider?.viewCharge ? [{ account, view: provider.viewCharge.bind(provider) }] : [];
  });
  if (asked.length === 0) throw new DomainError('provider-not-asked');
  for (const { account, view } of asked) {
    const seen = await view({ providerRef });
    if (seen.kind === 'viewed' && (seen.isAccounts || (await isOfSite(ctx, tenant, seen))))
      return { account, charge: seen };
    if (seen.kind === 'unknown') throw new DomainError('provider-away');
    if (seen.kind === 'refused') throw new DomainError('provider-refused', { code: seen.code });
  }
  return null;
}

/** Whether a payment of this site was sent with the reference that a charge carries. */
async function isOfSite(ctx: AppContext, tenant: Tenant, { reference }: ViewedCharge): Promise<boolean> {
  if (reference === null || !isUuid(reference)) return false;
  return (await ctx.database.tenants.read(tenant, (db) => findAttempt(db, reference))) !== null;
}
