import type { TenantDb } from '@backlot/database';
import { toJson } from '@backlot/database/json-text';
import type { Settings } from '@backlot/domain/settings';
import { createForumpayClient, type ForumpayClient } from '@backlot/payments/forumpay/client';
import {
  chooseForumpay,
  forumpayAt,
  type ForumpayHost,
  type ForumpaySettings,
  type ForumpayTwinAt,
} from '@backlot/payments/forumpay/hosts';
import { createHash } from 'node:crypto';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { findCryptoAccount, keepCryptoAccount, type CryptoAccountRow } from './account-rows.ts';
import type { CryptoPaymentRow } from './crypto-rows.ts';

export interface OpenForumpay {
  readonly host: ForumpayHost;
  readonly posId: string;
  readonly client: ForumpayClient;
}

/** Where this site's fans pay now; null where they cannot. */
export function openForumpay(ctx: AppContext, tenant: Tenant, settings: Settings): OpenForumpay | null {
  if (!settings.is_crypto_payment_enabled) return null;
  const chosen = chooseForumpay(filledIn(ctx, settings), twinOf(ctx, tenant));
  return (
    chosen && {
      host: chosen.host,
      posId: chosen.account.posId,
      client: createForumpayClient(chosen.account, timeLimitOf(ctx)),
    }
  );
}

/**
 * The account that a payment was begun with, also when the site pays elsewhere by now, or nowhere: coins come for days.
 * Its secret as it is filled in now, where the account is still the site's. Null where nobody knows its credentials.
 */
export async function forumpayOf(
  ctx: AppContext,
  tenant: Tenant,
  { host, pos_id: posId, account_id: accountId }: Pick<CryptoPaymentRow, 'host' | 'pos_id' | 'account_id'>,
): Promise<ForumpayClient | null> {
  const present = filledIn(ctx, await ctx.settings.of(tenant));
  const known =
    accountId && host !== 'twin'
      ? await ctx.database.tenants.read(tenant, (db) => findCryptoAccount(db, accountId))
      : null;
  // A secret that was only taken away is still the account's.
  const isPresent =
    known === null || (known.fingerprint === fingerprintOf(present) && present['forumpay_settings.secret'] !== '');
  const settings = isPresent ? present : { ...present, ...credentialsOf(ctx, known) };
  const account = forumpayAt(host, posId, settings, twinOf(ctx, tenant));
  return account && createForumpayClient(account, timeLimitOf(ctx));
}

/** Keeps what a payment that begins is looked at with. @returns the account's id; the stand-in has one, whose key is not kept */
export async function keepForumpay(
  ctx: AppContext,
  db: TenantDb,
  settings: Settings,
  { host, explained_at: explainedAt }: Pick<CryptoPaymentRow, 'host' | 'explained_at'>,
): Promise<string | null> {
  if (host === 'twin') {
    // The schema of the version before has no place for the stand-in's.
    if (explainedAt === undefined) return null;
    return keepCryptoAccount(db, { host, fingerprint: host, credentials: ctx.secrets.seal('{}') });
  }
  const present = filledIn(ctx, settings);
  const { 'forumpay_settings.user': user, 'forumpay_settings.secret': secret } = present;
  const credentials = ctx.secrets.seal(toJson({ user, secret }));
  return keepCryptoAccount(db, { host, fingerprint: fingerprintOf(present), credentials });
}

function credentialsOf(
  { secrets }: AppContext,
  { credentials }: CryptoAccountRow,
): Pick<ForumpaySettings, 'forumpay_settings.user' | 'forumpay_settings.secret'> {
  const { user, secret } = JSON.parse(secrets.unseal(credentials)) as { user: string; secret: string };
  return { 'forumpay_settings.user': user, 'forumpay_settings.secret': secret };
}

const fingerprintOf = ({ 'forumpay_settings.user': user }: ForumpaySettings): string =>
  createHash('sha256').update(user).digest('hex');

const filledIn = ({ secrets }: AppContext, settings: Settings): ForumpaySettings => ({
  enable_forumpay_payment_live_mode: settings.enable_forumpay_payment_live_mode,
  'forumpay_settings.user': opened(secrets, settings['forumpay_settings.user']),
  'forumpay_settings.secret': opened(secrets, settings['forumpay_settings.secret']),
  'forumpay_settings.pos_id': opened(secrets, settings['forumpay_settings.pos_id']),
});

/** A secret setting is sealed in its row, and empty while nobody filled it in. */
const opened = (secrets: AppContext['secrets'], value: unknown): string =>
  typeof value === 'object' && value !== null && 'sealed' in value ? secrets.unseal(String(value.sealed)) : '';

const twinOf = ({ config: { sandbox } }: AppContext, { slug }: Tenant): ForumpayTwinAt =>
  sandbox && { url: sandbox.url, user: 'sandbox', secret: sandbox.apiKey, posId: slug };

const timeLimitOf = ({ config }: AppContext): number => config.sandbox?.timeLimitMs ?? 10_000;
