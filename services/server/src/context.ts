import type { Database } from '@backlot/database';
import type { Storage } from '@backlot/media/storage/storage';
import type { Bus } from '@backlot/realtime/bus';
import type { Settings } from '@backlot/domain/settings';
import type { ProviderRegistry } from '@backlot/payments/registry';
import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Sellables } from './features/checkout/index.ts';
import type { Geoip } from './process/geoip.ts';
import type { Mailer } from './mail/mailer.ts';
import type { MediaHolder } from './joints/media-holder.ts';
import type { CoinBooks } from './joints/coin-books.ts';
import type { OpenItems } from './joints/open-items.ts';
import type { PaymentHistory } from './joints/payment-history.ts';
import type { TagHolder } from './joints/tag-holder.ts';
import type { Secrets } from './secrets.ts';
import type { Tenant } from './sites/tenant.ts';

/** Settings of a tenant from memory; right within a second of a change. */
export interface SettingsReader {
  of(tenant: Tenant): Promise<Settings>;
  /** Grows with every change; part of caches' keys. */
  versionOf(tenant: Tenant): Promise<number>;
  /** Hears of sites whose settings are others now. */
  onChange(listener: (tenantId: Tenant['id']) => void): void;
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
  readonly geoip: Geoip;
  /** Everything that shows media, as the features name it. */
  readonly mediaHolders: readonly MediaHolder[];
  readonly bus: Bus;
  /** Everything that the features sell. */
  readonly sells: Sellables;
  readonly payments: PaymentHistory;
  /** Everything that waits for staff beside checkout's own. */
  readonly openItems: readonly OpenItems[];
  /** Of those who take coins; null where nobody does. */
  readonly coinBooks: CoinBooks | null;
  /** Everything that carries tags. */
  readonly tagged: TagHolder;
}
