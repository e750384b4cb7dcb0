import type { TenantDb } from '@backlot/database';
import { registerWebhookPath } from '@backlot/database/shared-functions';
import { sql, table } from '@backlot/database/sql';
import { randomBytes } from 'node:crypto';
import { v7 } from 'uuid';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import type { AccountRow } from '../tables.ts';

/** The account that takes what is sold in this currency; null before anything was. */
export const findActiveAccount = (db: TenantDb, provider: string, currency: string): Promise<AccountRow | null> =>
  sql<AccountRow>`${accounts} where provider = ${provider} and currency = ${currency} and state = 'active'`
    .prepared()
    .first(db);

export const findAccount = (db: TenantDb, id: string): Promise<AccountRow | null> =>
  sql<AccountRow>`${accounts} where id = ${id}`.prepared().first(db);

const accounts = sql`
  select id, provider, currency, state, webhook_path, credentials, created_at from ${table('provider_accounts')}`;

/** The oldest first. A site has a few: one a provider and currency that it ever took cards with. */
export const listAccounts = (db: TenantDb): Promise<AccountRow[]> =>
  db('provider_accounts').orderBy('created_at').orderBy('id').limit(50);

export const findAccountByPath = async (db: TenantDb, path: string): Promise<AccountRow | null> =>
  (await db('provider_accounts').where({ webhook_path: path }).first()) ?? null;

/**
 * As `findActiveAccount`; of two that open one at once, both get the same. It was opened by the clock that its charges
 * are dated by, as its reports are read from there on.
 */
export async function insertAccount(
  db: TenantDb,
  account: Pick<AccountRow, 'provider' | 'currency' | 'credentials' | 'created_at'>,
): Promise<AccountRow> {
  await db('provider_accounts')
    .insert({ id: v7(), ...account })
    .onConflict()
    .ignore();
  return (await findActiveAccount(db, account.provider, account.currency))!;
}

export type ListeningAccount = AccountRow & { readonly webhook_path: string };

/** The account with a path that its provider's webhooks come to. */
export async function listen(db: TenantDb, account: AccountRow): Promise<ListeningAccount> {
  if (account.webhook_path !== null) return { ...account, webhook_path: account.webhook_path };
  const { path } = await sql<{ path: string }>`
    update ${table('provider_accounts')} set webhook_path = coalesce(webhook_path, ${randomBytes(32).toString('base64url')})
    where id = ${account.id} returning webhook_path as path`.one(db);
  await registerWebhookPath(db, path);
  return { ...account, webhook_path: path };
}

/** Where a provider sends the webhooks of one of this site's accounts. */
export function webhookUrl(
  { config }: AppContext,
  tenant: Tenant,
  account: Pick<ListeningAccount, 'provider' | 'webhook_path'>,
): string {
  const path = `/api/webhooks/${account.provider}/${account.webhook_path}`;
  if (config.webhookBase !== null) return `${config.webhookBase}${path}`;
  const isUsualPort = config.publicPort === (config.publicScheme === 'https' ? 443 : 80);
  return `${config.publicScheme}://api.${tenant.canonicalHost ?? tenant.hosts[0] ?? 'localhost'}${isUsualPort ? '' : `:${config.publicPort}`}${path}`;
}
