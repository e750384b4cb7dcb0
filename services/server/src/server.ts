import type { Database } from '@backlot/database';
import type { Config } from './config.ts';
import { openServer, type OpenServer } from './process/open-server.ts';

/** The server and, unless configured otherwise, the worker, listening on the configured port. */
export async function startServer(config: Config, database: Database): Promise<OpenServer> {
  const server = await openServer(config, { database });
  try {
    await server.app.listen({ port: config.port, host: config.bindAddress });
    if (config.operationsPort !== null)
      await server.operations?.listen({ port: config.operationsPort, host: '127.0.0.1' });
  } catch (error) {
    await server.close();
    throw error;
  }
  return server;
}
