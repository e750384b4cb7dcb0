import type { ProviderAccount } from '@backlot/contracts/provider-accounts';
import { dayMs } from '@backlot/domain/formats/when';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { presentAccount, webhookUrl } from '../../checkout/index.ts';
import { listAccountUses, type AccountUse } from './account-rows.ts';

/** The accounts with card providers, and what each is still used for. */
export async function listProviderAccounts(
  ctx: AppContext,
  tenant: Tenant,
  now: Date,
): Promise<{ accounts: ProviderAccount[] }> {
  const uses = await ctx.database.tenants.read(tenant, (db) => listAccountUses(db, now));
  return { accounts: uses.map((use) => presentUse(use, addressOf(ctx, tenant, use), now)) };
}

/** Null where the provider is told it with each charge. */
function addressOf(ctx: AppContext, tenant: Tenant, { provider, webhookPath }: AccountUse): string | null {
  const tell = ctx.providers.driver(provider)?.webhookAddress;
  if (webhookPath === null || tell === undefined) return null;
  return tell(webhookUrl(ctx, tenant, { provider, webhook_path: webhookPath }));
}

/** Milliseconds after a payment in which it is refunded or disputed: schemes take disputes for 120 days (C12). */
const disputableMs = 120 * dayMs;

const presentUse = (use: AccountUse, webhookAddress: string | null, now: Date): ProviderAccount => ({
  _id: use.id,
  account: presentAccount(use),
  opened_at: use.openedAt.toISOString(),
  draining_since:
    use.state === 'active' || use.drainingSince === null ? null : new Date(use.drainingSince).toISOString(),
  members: use.members,
  ending: use.ending,
  under_way: use.underWay,
  open_items: use.openItems,
  last_payment_at: use.lastPaymentAt?.toISOString() ?? null,
  last_notice_at: use.lastNoticeAt?.toISOString() ?? null,
  webhook_url: webhookAddress,
  may_close:
    use.state === 'draining' &&
    use.members + use.ending + use.underWay + use.openItems === 0 &&
    (use.lastPaymentAt === null || now.getTime() - use.lastPaymentAt.getTime() >= disputableMs),
});
