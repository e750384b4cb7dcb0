import type { Answer } from '@backlot/contracts';
import type { showWithdrawal as showWithdrawalCall } from '@backlot/contracts/withdrawals';
import type { TenantDb } from '@backlot/database';
import { isUndefinedTable } from '@backlot/database/is-undefined-table';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { getBuyer } from '../../accounts/index.ts';
import { findLastPurchase } from '../../checkout/index.ts';
import { soldMembership } from '../sold-membership.ts';
import { presentSums, presentWithdrawal } from './present-withdrawal.ts';
import { findWithdrawable, sumsOf } from './withdrawable-contract.ts';
import { findWithdrawal, type WithdrawalRow } from './withdrawal-rows.ts';

/** What a person may withdraw from, or has withdrawn from last. */
export async function showWithdrawal(
  ctx: AppContext,
  tenant: Tenant,
  userId: string,
  now: Date,
): Promise<Answer<typeof showWithdrawalCall>['data']> {
  const { timezone: timeZone } = await ctx.settings.of(tenant);
  return ctx.database.tenants.read(tenant, async (db) => {
    const withdrawn = await findLastWithdrawal(db, userId);
    // Without the table nobody can withdraw yet.
    const contract = withdrawn === undefined ? null : await findWithdrawable(db, { userId, timeZone, now });
    return {
      contract: contract && {
        _id: contract.id,
        concluded_at: contract.concludedAt.toISOString(),
        until: contract.until.toISOString(),
        comes_back: presentSums(sumsOf(contract.charges)),
      },
      withdrawn: withdrawn ? presentWithdrawal(withdrawn) : null,
      email: (await getBuyer(db, userId)).email,
    };
  });
}

/** From the membership that was bought last; undefined on the schema of the version before. */
async function findLastWithdrawal(db: TenantDb, userId: string): Promise<WithdrawalRow | null | undefined> {
  const bought = await findLastPurchase(db, userId, soldMembership.kind);
  if (bought === null) return null;
  return findWithdrawal(db, userId, bought.id).catch((error: unknown) => {
    if (isUndefinedTable(error)) return undefined;
    throw error;
  });
}
