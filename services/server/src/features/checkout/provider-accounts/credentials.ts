import { toJson } from '@backlot/database/json-text';
import type { Settings } from '@backlot/domain/settings';
import type { ProviderDriver } from '@backlot/payments';
import type { AppContext } from '../../../context.ts';

/** By the names that the provider's driver gives them. */
export type Credentials = Readonly<Record<string, string>>;

/** What staff filled in for a provider; null where something that it needs is missing. */
export function credentialsIn(
  { secrets }: AppContext,
  settings: Settings,
  { credentials }: ProviderDriver,
): Credentials | null {
  const found: Record<string, string> = {};
  for (const [name, { setting, isOptional = false }] of Object.entries(credentials)) {
    const text = textOf(secrets, settings[setting as keyof Settings]);
    if (text !== '') found[name] = text;
    else if (!isOptional) return null;
  }
  return found;
}

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

/** Whether these are of the same account of the provider's, whose secrets may have changed since. */
export const isSameAccount = ({ credentials }: ProviderDriver, a: Credentials, b: Credentials): boolean =>
  Object.entries(credentials).every(([name, { isIdentity = false }]) => !isIdentity || a[name] === b[name]);
