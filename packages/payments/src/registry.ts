import { createCcbillDriver } from './ccbill/driver.ts';
import { missingSettings } from './missing-settings.ts';
import type { PaymentProvider, ProviderAccount, ProviderDriver, ProviderName } from './provider.ts';
import { createSandboxDriver, type SandboxOptions } from './sandbox.ts';
import { createStickyDriver } from './sticky/driver.ts';

/** The settings of a site that choose its provider (DECISIONS 21). */
export interface ProviderSettings {
  readonly payment_api_version?: 'v1' | 'v2';
  readonly enable_ccbill_rest_api?: boolean;
  readonly is_sticky_io_enabled?: boolean;
  /** Takes what the first has declined. */
  readonly second_card_provider?: 'none' | ProviderName;
  /** Filled in, as a text or sealed, or empty. */
  readonly 'ccbill_settings.account_number'?: unknown;
}

export interface ProviderEnvironment {
  /** The sandbox exists outside production only. */
  readonly production: boolean;
  readonly sandbox?: SandboxOptions | null;
}

/** Target after registration; the client's router understands these words. */
export type PaymentMode = 'ccbillRestApi' | 'stickyIo' | 'newRegisterPage' | 'v2';

/** What cards are paid with on a site. Without a driver it can't be opened here: the owner must be told which it is. */
export interface ProviderChoice {
  readonly name: ProviderName;
  readonly mode: PaymentMode;
  readonly driver: ProviderDriver | null;
  /** Settings that keep it from being opened while they are empty. */
  readonly missing: readonly string[];
}

interface Door {
  readonly name: ProviderName;
  readonly mode: PaymentMode;
  readonly wanted: (settings: ProviderSettings, environment: ProviderEnvironment) => boolean;
}

const lastDoor: Door = { name: 'ccbill', mode: 'newRegisterPage', wanted: () => true };

/**
 * The sandbox is for sites that have set up nothing, or nothing but a second. Whoever lets CCBill be named as the second of
 * a site whose cards it takes would bring the sandbox in.
 */
const hasCcbill = ({
  'ccbill_settings.account_number': account,
  second_card_provider: second,
}: ProviderSettings): boolean => (account ?? '') !== '' && second !== 'ccbill';

/** In order; the first that is wanted takes the site's cards. */
const doors: readonly Door[] = [
  { name: 'sticky_io', mode: 'stickyIo', wanted: (settings) => settings.is_sticky_io_enabled === true },
  { name: 'ccbill', mode: 'ccbillRestApi', wanted: (settings) => settings.enable_ccbill_rest_api === true },
  { name: 'sandbox', mode: 'v2', wanted: (settings, environment) => !environment.production && !hasCcbill(settings) },
  { name: 'ccbill', mode: 'ccbillRestApi', wanted: (settings) => settings.payment_api_version === 'v2' },
  lastDoor,
];

/** The ways to talk to providers that this process has. */
const driversOf = ({ production, sandbox }: ProviderEnvironment): readonly ProviderDriver[] => [
  ...(sandbox && !production ? [createSandboxDriver(sandbox)] : []),
  createStickyDriver(
    sandbox && !production
      ? {
          twin: {
            url: sandbox.url,
            user: 'sandbox',
            password: sandbox.apiKey,
            cardFieldUrl: new URL('/field', sandbox.fieldUrl ?? sandbox.url).href,
          },
          timeLimitMs: sandbox.timeLimitMs,
        }
      : {},
  ),
  ...(sandbox || production ? [createCcbillDriver(production ? null : sandbox!)] : []),
];

export interface ProviderRegistry {
  /** One provider for the cards of a site, by its settings and where we run. Never throws. */
  choose(settings: ProviderSettings): ProviderChoice;
  /** The way to the other provider that a site named; null where it named none, the same, or one that can't be opened here. */
  second(settings: ProviderSettings): ProviderDriver | null;
  /** By the name in an account's row, or null when it can't be opened here. */
  driver(name: string): ProviderDriver | null;
  /**
   * The provider of an account; the same one until its credentials change. Payments made with an account are settled with
   * it, also after the site has moved to another.
   */
  open(name: string, account: ProviderAccount): PaymentProvider | null;
}

/** An account's provider once it was opened, and what it was opened with. */
export interface OpenedProvider {
  readonly account: ProviderAccount;
  readonly provider: PaymentProvider;
}

/** Kept by whoever runs the process, who says how many. */
export interface OpenedProviders {
  get(accountId: string): OpenedProvider | undefined;
  set(accountId: string, opened: OpenedProvider): unknown;
}

/** @param opened by the account's id. A provider that is put out forgets for which hour it must not be asked. */
export function createProviderRegistry(
  environment: ProviderEnvironment,
  opened: OpenedProviders = new Map(),
): ProviderRegistry {
  const drivers = new Map<string, ProviderDriver>(driversOf(environment).map((driver) => [driver.name, driver]));
  const driver = (name: string): ProviderDriver | null => drivers.get(name) ?? null;
  const doorOf = (settings: ProviderSettings): Door =>
    doors.find((candidate) => candidate.wanted(settings, environment)) ?? lastDoor;
  return {
    driver,
    second: (settings) => {
      const { second_card_provider: name = 'none' } = settings;
      return name === 'none' || name === doorOf(settings).name ? null : driver(name);
    },
    choose: (settings) => {
      const { name, mode } = doorOf(settings);
      const found = driver(name);
      const values = settings as Readonly<Record<string, unknown>>;
      const missing = found === null ? [] : missingSettings(found, (setting) => (values[setting] ? 'filled in' : ''));
      return { name, mode, driver: missing.length > 0 ? null : found, missing };
    },
    open(name, account) {
      const known = opened.get(account.id);
      if (known && isSame(known.account, account)) return known.provider;
      const provider = driver(name)?.open(account) ?? null;
      if (provider) opened.set(account.id, { account, provider });
      return provider;
    },
  };
}

function isSame(a: ProviderAccount, b: ProviderAccount): boolean {
  const names = Object.keys(a.credentials);
  return (
    a.currency === b.currency &&
    names.length === Object.keys(b.credentials).length &&
    names.every((name) => a.credentials[name] === b.credentials[name])
  );
}
