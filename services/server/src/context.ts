import type { Database } from '@backlot/database';
import type { Storage } from '@backlot/media/storage';
import type { Settings } from '@backlot/domain/settings';
import type { ProviderRegistry } from '@backlot/payments/registry';
import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Mailer } from './mailer.ts';
import type { Secrets } from './secrets.ts';
import type { Tenant } from './tenant.ts';

/** Settings of a tenant from memory; right within a second of a change. */
export interface SettingsReader {
  of(tenant: Tenant): Promise<Settings>;
  /** Grows with every change; part of caches' keys. */
  versionOf(tenant: Tenant): Promise<number>;
}

/** Everything a use case may need from outside its rows. Built once a process. */
export interface AppContext {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly database: Database;
  readonly settings: SettingsReader;
  readonly storage: Storage;
  readonly providers: ProviderRegistry;
  readonly mailer: Mailer;
  readonly secrets: Secrets;
}
