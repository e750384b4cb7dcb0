import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../tenant.ts';

/** Where a provider sends its notices about this site's payments. */
export function noticeUrl({ config }: AppContext, tenant: Tenant, provider: string): string {
  const path = `/api/webhooks/${provider}`;
  if (config.noticeBase !== null) return `${config.noticeBase}${path}`;
  const isUsualPort = config.publicPort === (config.publicScheme === 'https' ? 443 : 80);
  return `${config.publicScheme}://api.${tenant.canonicalHost ?? tenant.hosts[0] ?? 'localhost'}${isUsualPort ? '' : `:${config.publicPort}`}${path}`;
}
