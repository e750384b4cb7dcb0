import { toJson } from '@backlot/database/json-text';
import type { Settings } from '@backlot/domain/settings';
import { missingSettings, type ProviderDriver } from '@backlot/payments';
import type { AppContext } from '../../../context.ts';

/** By the names that the provider's driver gives them. */
export type Credentials = Readonly<Record<string, string>>;

/** What staff filled in for a provider; null where something that it needs is missing. */
export function credentialsIn(ctx: AppContext, settings: Settings, driver: ProviderDriver): Credentials | null {
  if (missingIn(ctx, settings, driver).length > 0) return null;
  const found = Object.entries(driver.credentials).map(
    ([name, { setting }]) => [name, textOf(ctx.secrets, settings[setting as keyof Settings])] as const,
  );
  return Object.fromEntries(found.filter(([, text]) => text !== ''));
}

/** The settings that a provider still needs from staff, or needs otherwise. */
export const missingIn = ({ secrets }: AppContext, settings: Settings, driver: ProviderDriver): readonly string[] =>
  missingSettings(driver, (setting) => textOf(secrets, settings[setting as keyof Settings]), true);

const textOf = (secrets: AppContext['secrets'], value: unknown): string =>
  typeof value === 'object' && value !== null && 'sealed' in value
    ? secrets.unseal(String(value.sealed))
    : typeof value === 'string'
      ? value
      : value === true
        ? 'on'
        : '';

/** For the account's row; null where there is nothing to keep. */
export const sealCredentials = ({ secrets }: AppContext, credentials: Credentials): string | null =>
  Object.keys(credentials).length === 0 ? null : secrets.seal(toJson(credentials));

export const unsealCredentials = ({ secrets }: AppContext, sealed: string | null): Credentials =>
  sealed === null ? {} : (JSON.parse(secrets.unseal(sealed)) as Credentials);

/**
 * What names the account at its provider's, in whatever currency it is used. Null where each account of ours is one there.
 */
export function identityOf({ name, credentials }: ProviderDriver, given: Credentials): string | null {
  const named = Object.entries(credentials).filter(([, { isIdentity = false }]) => isIdentity);
  return named.length === 0 ? null : toJson([name, ...named.map(([field]) => given[field] ?? '')]);
}

/** Whether these are of the same account of the provider's, whose secrets may have changed since. */
export const isSameAccount = ({ credentials }: ProviderDriver, a: Credentials, b: Credentials): boolean =>
  Object.entries(credentials).every(([name, { isIdentity = false }]) => !isIdentity || a[name] === b[name]);
