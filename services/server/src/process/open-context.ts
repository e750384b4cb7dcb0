import type { Database } from '@backlot/database';
import { openStorage } from '@backlot/media/storage/open-storage';
import { Mailbox, SmtpMailer } from '@backlot/notify';
import { createProviderRegistry, type OpenedProvider } from '@backlot/payments/registry';
import { join } from 'node:path';
import { pino, type DestinationStream, type Logger } from 'pino';
import { systemClock, type Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { AppContext } from '../context.ts';
import type { Feature } from '../feature.ts';
import { features as allFeatures } from '../features.ts';
import { openSellables } from '../features/checkout/index.ts';
import { openBus } from './open-bus.ts';
import { openGeoip } from './geoip.ts';
import { logError } from './log-error.ts';
import { logFields } from './log-fields.ts';
import { joinPaymentHistories } from '../joints/payment-history.ts';
import { joinTagHolders } from '../joints/tag-holder.ts';
import { BoundedMemory } from '../memory/bounded-memory.ts';
import { openSecrets } from '../secrets.ts';
import { openSettingsCache } from '../sites/settings.ts';
import { atMost } from '../tries/at-most.ts';

export interface OpenContext {
  readonly ctx: AppContext;
  close(): Promise<void>;
}

/** What log lines may carry; anything else that looks like a person or a secret is left out. */
export const openLog = (config: Pick<Config, 'logLevel'>, to?: DestinationStream): Logger =>
  pino(
    {
      level: config.logLevel,
      // Whose request or job it was, wherever the line is written. A copy: the logger writes each line's own fields into what it is given.
      mixin: () => ({ ...logFields() }),
      serializers: { err: logError },
      redact: {
        paths: ['req', 'res', 'headers', 'body', '*.token', '*.password', '*.authorization', '*.cookie'],
        remove: true,
      },
    },
    ...((to ? [to] : []) as [DestinationStream]),
  );

/** Connects everything a process needs. The database must have been migrated; its opener closes it. */
export async function openContext(
  config: Config,
  options: { database: Database; clock?: Clock; log?: Logger; features?: readonly Feature[] },
): Promise<OpenContext> {
  const log = options.log ?? openLog(config);
  const geoip = await openGeoip(config.geoipFile);
  const { database, features = allFeatures } = options;
  const settings = await openSettingsCache(database, (error) =>
    log.error({ err: error }, 'settings could not be read again'),
  );
  const secrets = await openSecrets(config, database);
  const { bus, close: closeBus } = await openBus(config, {
    database,
    namespace: secrets.hmac('bus', 'namespace').slice(0, 12),
    log,
  });
  const mailer = config.smtpUrl ? new SmtpMailer(config.smtpUrl) : new Mailbox(join(config.dataDir, 'mailbox'));
  const ctx: AppContext = {
    config,
    clock: options.clock ?? systemClock,
    log,
    database,
    settings,
    secrets,
    mailer,
    geoip,
    bus,
    sells: openSellables(features.flatMap(({ sells }) => sells ?? [])),
    storage: await openStorage({ diskRoot: join(config.dataDir, 'media'), s3: config.s3 }),
    providers: createProviderRegistry(
      { production: config.production, sandbox: config.sandbox },
      new BoundedMemory<string, OpenedProvider>('payment-accounts', atMost(10_000)),
    ),
    payments: joinPaymentHistories(features.flatMap(({ paymentHistory }) => paymentHistory ?? [])),
    tagged: joinTagHolders(features.flatMap(({ tagged }) => tagged ?? [])),
    openItems: features.flatMap(({ openItems }) => openItems ?? []),
    coinBooks: features.find(({ coinBooks }) => coinBooks)?.coinBooks ?? null,
    mediaHolders: features.flatMap(({ holds }) => holds ?? []),
  };
  return {
    ctx,
    async close() {
      await settings.close();
      await closeBus();
    },
  };
}
