import type { PaymentProvider, ProviderName } from './provider.ts';
import { createSandboxProvider, type SandboxOptions } from './sandbox.ts';

/** The settings of a site that choose its provider (DECISIONS 21). */
export interface ProviderSettings {
  readonly payment_api_version?: 'v1' | 'v2';
  readonly enable_ccbill_rest_api?: boolean;
  readonly is_sticky_io_enabled?: boolean;
}

export interface ProviderEnvironment {
  /** The sandbox exists outside production only. */
  readonly production: boolean;
  readonly sandbox?: SandboxOptions | null;
}

/** Target after registration; the client's router understands these words. */
export type PaymentMode = 'ccbillRestApi' | 'stickyIo' | 'newRegisterPage' | 'v2';

export type ProviderChoice =
  | { readonly kind: 'ready'; readonly provider: PaymentProvider; readonly mode: PaymentMode }
  /** The settings ask for a provider that can't be opened: nothing can be sold, and the owner must be told which. */
  | { readonly kind: 'not-configured'; readonly wanted: ProviderName; readonly mode: PaymentMode };

interface Door {
  readonly name: ProviderName;
  readonly mode: PaymentMode;
  readonly wanted: (settings: ProviderSettings, environment: ProviderEnvironment) => boolean;
  readonly open?: (environment: ProviderEnvironment) => PaymentProvider | null;
}

const lastDoor: Door = { name: 'ccbill', mode: 'newRegisterPage', wanted: () => true };

/** In order; the first that is wanted is the site's only provider. */
const doors: readonly Door[] = [
  { name: 'sticky_io', mode: 'stickyIo', wanted: (settings) => settings.is_sticky_io_enabled === true },
  { name: 'ccbill', mode: 'ccbillRestApi', wanted: (settings) => settings.enable_ccbill_rest_api === true },
  {
    name: 'sandbox',
    mode: 'v2',
    wanted: (_settings, environment) => !environment.production,
    open: ({ production, sandbox }) => (sandbox && !production ? createSandboxProvider(sandbox) : null),
  },
  { name: 'ccbill', mode: 'ccbillRestApi', wanted: (settings) => settings.payment_api_version === 'v2' },
  lastDoor,
];

/** The providers of this process, opened once. */
export interface ProviderRegistry {
  choose(settings: ProviderSettings): ProviderChoice;
  /**
   * A provider by the name in a payment row or a webhook's path, or null when it can't be opened here. Payments made
   * with a provider are settled with it, also after the site has moved to another.
   */
  find(name: string): PaymentProvider | null;
}

export function createProviderRegistry(environment: ProviderEnvironment): ProviderRegistry {
  const opened = new Map<string, PaymentProvider | null>();
  const find = (name: string): PaymentProvider | null => {
    if (!opened.has(name))
      opened.set(name, doors.find((door) => door.name === name && door.open)?.open?.(environment) ?? null);
    return opened.get(name) ?? null;
  };
  return { find, choose: (settings) => chooseProvider(settings, environment, find) };
}

/** One provider a site, by its settings and where we run. Never throws; opening it makes no call. */
export function chooseProvider(
  settings: ProviderSettings,
  environment: ProviderEnvironment,
  find = createProviderRegistry(environment).find,
): ProviderChoice {
  const door = doors.find((candidate) => candidate.wanted(settings, environment)) ?? lastDoor;
  const provider = find(door.name);
  return provider
    ? { kind: 'ready', provider, mode: door.mode }
    : { kind: 'not-configured', wanted: door.name, mode: door.mode };
}
