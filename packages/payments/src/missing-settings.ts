import type { ProviderDriver } from './provider.ts';

/** The settings that a provider needs and a site has not filled in, or not as they must be. */
export function missingSettings(
  { credentials, hasStandIn = false }: ProviderDriver,
  textOf: (setting: string) => string,
  isChecked = false,
): readonly string[] {
  const all = Object.values(credentials).map((credential) => ({ ...credential, text: textOf(credential.setting) }));
  if (hasStandIn && all.every(({ text }) => text === '')) return [];
  return all
    .filter(({ text, isOptional = false, fits = () => true }) => (text === '' ? !isOptional : isChecked && !fits(text)))
    .map(({ setting }) => setting);
}
