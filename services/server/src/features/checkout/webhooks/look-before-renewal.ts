import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import { v7 } from 'uuid';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { findAccount } from '../provider-accounts/account-rows.ts';
import type { AccountRow } from '../tables.ts';
import { reconcileReversals, ReversalsUntold } from './apply-reversal.ts';

interface Renewing {
  readonly userId: string;
  /** What paid for a membership so far. */
  readonly kinds: readonly string[];
  /** The account that is about to be charged; null for none. */
  readonly chargedBy: (db: TenantDb) => Promise<string | null>;
}

/**
 * Asks how much of the last payment of these kinds went back, where webhooks are only a reason to ask: one that is lost would
 * leave its card charged again after a chargeback. Elsewhere nobody is asked. An account that charges it no more may be closed
 * and never answer: that stops nothing. @throws ReversalsUntold where the one that is about to be charged does not say
 */
export async function lookBeforeRenewal(
  ctx: AppContext,
  tenant: Tenant,
  { userId, kinds, chargedBy }: Renewing,
): Promise<void> {
  const last = await ctx.database.tenants.read(tenant, async (db) => {
    const paid = await findLastPaid(db, userId, kinds);
    const account = paid && (await findAccount(db, paid.account_id));
    return paid && account && { ...paid, account };
  });
  if (!last) return;
  try {
    await lookAtCharge(ctx, tenant, last.account, { id: last.id, providerRef: last.provider_ref });
  } catch (error) {
    if (!(error instanceof ReversalsUntold)) throw error;
    if ((await ctx.database.tenants.read(tenant, chargedBy)) === last.account_id) throw error;
    ctx.log.warn(
      { err: error, attempt: last.id },
      'an account that charges a renewal no more did not say what went back',
    );
  }
}

/** Asks how much of a charge went back, and books what is not booked. @throws ReversalsUntold */
export async function lookAtCharge(
  ctx: AppContext,
  tenant: Tenant,
  account: AccountRow,
  { id, providerRef }: { readonly id: string; readonly providerRef: string },
): Promise<void> {
  const event = {
    type: 'look',
    externalId: v7(),
    about: { providerRef },
    occurredAt: ctx.clock.now().toISOString(),
  } as const;
  await reconcileReversals(ctx, tenant, { account, event }, id);
}

interface LastPaid {
  readonly id: string;
  readonly account_id: string;
  readonly provider_ref: string;
}

const findLastPaid = (db: TenantDb, userId: string, kinds: readonly string[]): Promise<LastPaid | null> =>
  sql<LastPaid>`
    select a.id, a.account_id, a.provider_ref from ${table('payment_intents')} i
      join ${table('payment_attempts')} a on a.intent_id = i.id
    where i.user_id = ${userId} and i.kind = any (${[...kinds]}) and i.state = 'succeeded' and a.state = 'succeeded'
      and a.provider_ref is not null
    order by i.created_at desc limit 1`.first(db);
