import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';

/** Where a provider sends its webhooks about this site's payments. */
export function webhookUrl({ config }: AppContext, tenant: Tenant, provider: string): string {
  const path = `/api/webhooks/${provider}`;
  if (config.webhookBase !== null) return `${config.webhookBase}${path}`;
  const isUsualPort = config.publicPort === (config.publicScheme === 'https' ? 443 : 80);
  return `${config.publicScheme}://api.${tenant.canonicalHost ?? tenant.hosts[0] ?? 'localhost'}${isUsualPort ? '' : `:${config.publicPort}`}${path}`;
}
