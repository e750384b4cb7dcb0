import type { AppContext } from '../../../context.ts';
import type { ListeningAccount } from '../provider-accounts/account-rows.ts';
import type { Tenant } from '../../../sites/tenant.ts';

/** Where a provider sends the webhooks of one of this site's accounts. */
export function webhookUrl({ config }: AppContext, tenant: Tenant, account: ListeningAccount): string {
  const path = `/api/webhooks/${account.provider}/${account.webhook_path}`;
  if (config.webhookBase !== null) return `${config.webhookBase}${path}`;
  const isUsualPort = config.publicPort === (config.publicScheme === 'https' ? 443 : 80);
  return `${config.publicScheme}://api.${tenant.canonicalHost ?? tenant.hosts[0] ?? 'localhost'}${isUsualPort ? '' : `:${config.publicPort}`}${path}`;
}
