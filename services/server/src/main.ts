import { openDatabase } from '@backlot/database';
import { configFrom } from './config.ts';
import { startServer } from './server.ts';

// The process of a deployment whose database has been migrated; `npm start` does more.
const config = configFrom(process.env);
const url = process.env['DATABASE_URL'];
if (!url) throw new Error('DATABASE_URL is not set. `npm start` brings up an embedded database and sets it.');

const database = await openDatabase({ url, poolSize: 16 });
const server = await startServer(config, database);
process.send?.({ ready: true });

let closing = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (closing) return;
    closing = true;
    // A request that never ends must not keep the deployment from being replaced.
    setTimeout(() => process.exit(1), 25_000).unref();
    server.close().then(() => database.close()).then(() => process.exit(0), () => process.exit(1));
  });
}
