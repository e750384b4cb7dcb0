import { join } from 'node:path';

import type { Config } from '@backlot/server/config';

import { checkPort, explainPort } from './preflight.ts';

interface Sandbox {
  close(): Promise<void>;
}

/** Whether this deployment brings the card provider's stand-in itself: never in production. */
export const bringsSandbox = (config: Config): boolean => config.sandbox !== null && !process.env.SANDBOX_URL;

/** The card provider's stand-in beside the server, with a journal in the data folder. */
export async function startSandbox(config: Config): Promise<Sandbox> {
  const port = config.port + 1;
  const { startSandboxTwin } = await import('@backlot/twins');
  return startSandboxTwin({
    port,
    dataFile: join(config.dataDir, 'sandbox.jsonl'),
    ...(config.sandbox && { apiKey: config.sandbox.apiKey, webhookSecret: config.sandbox.webhookSecret }),
  }).catch((error: NodeJS.ErrnoException) => {
    throw explainPort(error, port, 'PORT');
  });
}

/** The same, unless one runs already beside a server. */
export async function borrowSandbox(config: Config): Promise<Sandbox> {
  const isFree = await checkPort(config.port + 1, 'PORT').then(
    () => true,
    () => false,
  );
  return bringsSandbox(config) && isFree ? startSandbox(config) : { close: async () => {} };
}
