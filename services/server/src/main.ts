import { openDatabase } from '@backlot/database';
import type { AddressInfo } from 'node:net';
import { configFrom } from './config.ts';
import { guardProcess } from './process/process-guard.ts';
import { startServer } from './server.ts';

// The process of a deployment whose database has been migrated; `npm start` does more.
// Whoever starts it starts it again when it ends with another code than 0.
const config = configFrom(process.env);
const url = process.env['DATABASE_URL'];
if (!url) throw new Error('DATABASE_URL is not set. `npm start` brings up an embedded database and sets it.');

const database = await openDatabase({ url, poolSize: 16 });
const server = await startServer(config, database);

let closing = false;
const leave = (code: number): void => {
  if (closing) return;
  closing = true;
  // A request that never ends must not keep the deployment from being replaced.
  setTimeout(() => process.exit(code || 1), 25_000).unref();
  server
    .close()
    .then(() => database.close())
    .then(
      () => process.exit(code),
      () => process.exit(code || 1),
    );
};
guardProcess({ log: server.ctx.log, replace: leave });
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => leave(0));
// Which port it came to be, where any would do.
process.send?.({ ready: true, port: (server.app.server.address() as AddressInfo).port });
