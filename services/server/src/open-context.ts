import type { Database } from '@backlot/database';
import { openStorage } from '@backlot/media/open-storage';
import { Mailbox, SmtpMailer } from '@backlot/notify';
import { createProviderRegistry } from '@backlot/payments/registry';
import { join } from 'node:path';
import { pino, type Logger } from 'pino';
import { systemClock, type Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { AppContext } from './context.ts';
import { openSecrets } from './secrets.ts';
import { openSettingsCache } from './settings-cache.ts';

export interface OpenContext {
  readonly ctx: AppContext;
  close(): Promise<void>;
}

/** What log lines may carry; anything else that looks like a person or a secret is left out. */
export const openLog = (config: Config): Logger => pino({
  level: config.logLevel,
  // An error's own fields may quote a row or a body; its name, message and place are enough.
  serializers: { err: (error: unknown) => error instanceof Error
    ? { type: error.name, message: error.message, stack: error.stack, code: (error as { code?: unknown }).code } : { type: typeof error } },
  redact: { paths: ['req', 'res', 'headers', 'body', '*.token', '*.password', '*.authorization', '*.cookie'], remove: true },
});

/** Connects everything a process needs. The database must have been migrated; its opener closes it. */
export async function openContext(config: Config, options: { database: Database; clock?: Clock; log?: Logger }): Promise<OpenContext> {
  const log = options.log ?? openLog(config);
  const { database } = options;
  const settings = await openSettingsCache(database);
  const secrets = await openSecrets(config, database);
  const mailer = config.smtpUrl ? new SmtpMailer(config.smtpUrl) : new Mailbox(join(config.dataDir, 'mailbox'));
  const ctx: AppContext = {
    config, clock: options.clock ?? systemClock, log, database, settings, secrets, mailer,
    storage: await openStorage({ diskRoot: join(config.dataDir, 'media'), s3: config.s3 }),
    providers: createProviderRegistry({ production: config.production, sandbox: config.sandbox }),
  };
  return {
    ctx,
    close: () => settings.close(),
  };
}
