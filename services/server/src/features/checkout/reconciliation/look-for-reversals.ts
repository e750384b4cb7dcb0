import type { TenantDb } from '@backlot/database';
import { isUndefinedTable } from '@backlot/database/is-undefined-table';
import { sql, table } from '@backlot/database/sql';
import type { AppContext } from '../../../context.ts';
import { scheduledJob } from '../../../jobs/job.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { walletProvider } from '../../ledger/index.ts';
import { listAccounts } from '../provider-accounts/account-rows.ts';
import { providerOf } from '../provider-accounts/open-account.ts';
import type { AccountRow } from '../tables.ts';
import { lookAtCharge } from '../webhooks/look-before-renewal.ts';
import { beginLooking, findLookedUntil, keepLookedUntil, overlapMs } from './reversal-look-rows.ts';

/**
 * Asks providers of what money went back where only webhooks tell it, and one that is lost is sent to nobody again: what was
 * bought would stay open, and the books would say that it is paid. Accounts that were left are asked as well.
 */
export const lookForReversalsJob = scheduledJob({
  name: 'look-for-reversals',
  schedule: '17 */6 * * *',
  lane: 'reports',
  spreadMs: 40 * 60_000,
  isDue: () => sql`exists (select from ${table('provider_accounts')} where provider <> ${walletProvider})`,
  async run({ ctx, tenant, log }) {
    const accounts = await ctx.database.tenants.read(tenant, listAccounts);
    for (const account of accounts) {
      try {
        await lookForReversals(ctx, tenant, account);
      } catch (error) {
        // The other accounts are asked all the same; the next turn goes on where this one began.
        log.error({ err: error, account: account.id }, 'what went back of an account could not be looked for');
      }
    }
  },
});

async function lookForReversals(ctx: AppContext, tenant: Tenant, account: AccountRow): Promise<void> {
  const provider = providerOf(ctx, account);
  if (!provider?.listReversed) return;
  const { tenants } = ctx.database;
  const now = ctx.clock.now();
  const since = await tenants
    .read(tenant, (db) => findLookedUntil(db, account.id))
    .catch((error: unknown) => {
      if (isUndefinedTable(error)) return 'nowhere-kept' as const;
      throw error;
    });
  if (since === 'nowhere-kept') return;
  const begun = since ?? new Date(account.created_at);
  if (since === null) await tenants.write(tenant, (db) => beginLooking(db, account.id, begun));
  const sinceMsAgo = now.getTime() - begun.getTime();
  const listed = await provider.listReversed(Math.max(sinceMsAgo, 0) + overlapMs);
  if (listed.kind === 'unknown') throw new Error(`The provider did not say what went back: ${listed.cause}.`);
  const charges = await tenants.read(tenant, (db) => listCharges(db, account.id, listed.providerRefs));
  const failed: unknown[] = [];
  for (const charge of charges) await lookAtCharge(ctx, tenant, account, charge).catch((error) => failed.push(error));
  // The others are looked at all the same; those that failed are listed to the next turn once more.
  if (failed.length > 0)
    throw new AggregateError(failed, `${failed.length} of ${charges.length} could not be looked at.`);
  await tenants.write(tenant, (db) => keepLookedUntil(db, account.id, begun, now));
}

/** Ours among them of which the books have something left. A look reaches back far enough for those that settle meanwhile. */
const listCharges = (
  db: TenantDb,
  accountId: string,
  refs: readonly string[],
): Promise<{ id: string; providerRef: string }[]> =>
  sql<{ id: string; providerRef: string }>`
    select a.id, a.provider_ref as "providerRef" from ${table('payment_attempts')} a
    where a.account_id = ${accountId} and a.provider_ref = any (${refs}::text[]) and a.state = 'succeeded'
      and a.taken_minor > (select coalesce(sum(r.amount_minor - r.taken_back_minor), 0) from ${table('payment_reversals')} r
        where r.attempt_id = a.id and r.state = 'succeeded' and not r.to_wallet)
    order by a.id`.all(db);
