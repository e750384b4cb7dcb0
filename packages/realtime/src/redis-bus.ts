import type { Bus } from './bus.ts';
import { openBusOverLine } from './bus-over-line.ts';
import type { RedisConnection } from './redis.ts';

/** Over Redis' messages, which nobody keeps. */
export const openRedisBus = (redis: RedisConnection, onError: (error: unknown) => void): Promise<Bus> => {
  const channel = `${redis.namespace}:bus`;
  return openBusOverLine(
    'redis',
    async (heard, onReturn) => {
      redis.hearing.on('message', (from: string, text: string) => {
        if (from === channel) heard(text);
      });
      // Waits for Redis to be there; after that the connection subscribes again by itself.
      redis.hearing.subscribe(channel).catch(() => undefined);
      redis.onReturn(onReturn);
      return {
        send: (text) => void redis.commands.publish(channel, text).catch(() => undefined),
        isConnected: () => redis.isConnected(),
        close: async () => undefined,
      };
    },
    onError,
  );
};
