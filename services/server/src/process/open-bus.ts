import type { Database } from '@backlot/database';
import type { Bus } from '@backlot/realtime/bus';
import { openDatabaseBus } from '@backlot/realtime/database-bus';
import { openRedis } from '@backlot/realtime/redis';
import { openRedisBus } from '@backlot/realtime/redis-bus';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';

/** What connects the processes of this deployment: Redis where there is one, else the database. */
export async function openBus(
  { redisUrl }: Pick<Config, 'redisUrl'>,
  { database, namespace, log }: { database: Database; namespace: string; log: Logger },
): Promise<{ bus: Bus; close(): Promise<void> }> {
  const onError = (error: unknown): void => log.error({ err: error }, 'a message of the bus could not be used');
  if (redisUrl === null) {
    const bus = await openDatabaseBus(database, onError);
    return { bus, close: () => bus.close() };
  }
  const redis = openRedis({
    url: redisUrl,
    namespace,
    onChange: (isConnected, reason) =>
      isConnected
        ? log.info('Redis is there')
        : log.warn({ reason }, 'Redis (REDIS_URL) is away; everything goes on without it'),
  });
  const bus = await openRedisBus(redis, onError);
  return {
    bus,
    async close() {
      await bus.close();
      await redis.close();
    },
  };
}
