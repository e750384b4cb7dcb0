import type { CardProvider, ProviderState } from '@backlot/contracts/card-provider';
import type { Settings } from '@backlot/domain/settings';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { webhookUrl } from './account-rows.ts';
import { forbiddenFieldIn } from './card-field-of.ts';
import { missingIn } from './credentials.ts';
import { openAccount } from './open-account.ts';

/** What a site's cards are paid with. Its accounts are opened once nothing is missing, so that each has an address for webhooks. */
export async function showProvider(ctx: AppContext, tenant: Tenant): Promise<CardProvider> {
  const settings = await ctx.settings.of(tenant);
  const { name } = ctx.providers.choose(settings);
  const { second_card_provider: second } = settings;
  return {
    ...(await stateOf(ctx, tenant, settings, name)),
    second: second === 'none' || second === name ? null : await stateOf(ctx, tenant, settings, second),
  };
}

async function stateOf(
  ctx: AppContext,
  tenant: Tenant,
  settings: Settings,
  provider: ProviderState['provider'],
): Promise<ProviderState> {
  const driver = ctx.providers.driver(provider);
  if (driver === null) return { provider, state: 'unavailable', missing: [], webhook_url: null };
  const missing = [...new Set([...missingIn(ctx, settings, driver), ...forbiddenFieldIn(ctx, settings, driver)])];
  if (missing.length > 0) return { provider, state: 'incomplete', missing, webhook_url: null };
  const { account } = await ctx.database.tenants.write(tenant, (db) =>
    openAccount(ctx, db, driver, settings, settings.currency),
  );
  return {
    provider,
    state: 'ready',
    missing,
    webhook_url: driver.webhookAddress?.(webhookUrl(ctx, tenant, account)) ?? null,
  };
}
