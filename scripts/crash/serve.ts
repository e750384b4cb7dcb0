import { openDatabase } from '@backlot/database';
import type { Clock } from '@backlot/server/clock';
import { configFrom } from '@backlot/server/config';
import { openServer } from '@backlot/server/process/open-server';
import { flushCompileCache } from 'node:module';

// The server as a process of its own that can be killed. It loads first and starts when it is told to, so that the
// next one is at hand when one dies. It is told how far its clock is ahead: months pass while it is dead.

process.on('disconnect', () => process.exit());
process.once('message', (aheadMs: number) => {
  start({ now: () => new Date(Date.now() + aheadMs) }).catch((error: unknown) => {
    process.send?.({ failed: error instanceof Error ? error.stack : String(error) });
    process.exit(1);
  });
});
// Who is killed writes no cache on leaving.
flushCompileCache();
process.send?.('loaded');

async function start(clock: Clock): Promise<void> {
  const config = configFrom(process.env);
  const database = await openDatabase({ url: process.env['DATABASE_URL'] ?? '' });
  const server = await openServer(config, { database, clock, renderPage: null });
  await server.app.listen({ port: config.port, host: config.bindAddress });
  process.send?.('ready');
}
