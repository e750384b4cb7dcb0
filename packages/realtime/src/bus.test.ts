import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Bus } from './bus.ts';
import { openDatabaseBus } from './database-bus.ts';
import { openMemoryBus } from './memory-bus.ts';
import { openRedisBus } from './redis-bus.ts';
import { openRedis } from './redis.ts';
import { openDatabase } from '@backlot/database';
import { createTestDatabase } from '@backlot/database/testing/create-test-database';
import { startRedis, type TestRedis } from './testing/start-redis.ts';

let redis: TestRedis;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());

const errors: unknown[] = [];
const onError = (error: unknown): void => void errors.push(error);
const until = { timeout: 10_000, interval: 20 };

interface Ends {
  /** Of two processes; in memory there is one. */
  readonly ends: readonly [Bus, Bus];
  close(): Promise<void>;
}

const kinds: Record<'memory' | 'the database' | 'Redis', () => Promise<Ends>> = {
  memory: async () => {
    const bus = openMemoryBus(onError);
    return { ends: [bus, bus], close: () => bus.close() };
  },
  'the database': async () => {
    const test = await createTestDatabase();
    const one = await openDatabase({ url: test.url, poolSize: 2 });
    const other = await openDatabase({ url: test.url, poolSize: 2 });
    const ends = [await openDatabaseBus(one, onError), await openDatabaseBus(other, onError)] as const;
    return {
      ends,
      async close() {
        for (const bus of ends) await bus.close();
        await Promise.all([one.close(), other.close()]);
        await test.drop();
      },
    };
  },
  Redis: async () => {
    const namespace = randomUUID();
    const lines = [1, 2].map(() => openRedis({ url: redis.url, namespace, onChange: () => undefined }));
    const [one, other] = [await openRedisBus(lines[0]!, onError), await openRedisBus(lines[1]!, onError)];
    await expect.poll(() => lines.every((line) => line.isConnected()), until).toBe(true);
    return {
      ends: [one, other],
      async close() {
        await Promise.all([one.close(), other.close()]);
        await Promise.all(lines.map((line) => line.close()));
      },
    };
  },
};

describe.each(['memory', 'the database', 'Redis'] as const)('a bus over %s', { timeout: 60_000 }, (kind) => {
  it('brings messages of a channel once, in order and whole, to every subscriber until they leave', async () => {
    const { ends, close } = await kinds[kind]();
    const heard: [string[], string[]] = [[], []];
    const leave = ends.map((end, at) => end.subscribe('news', (message) => heard[at]!.push(message)));
    ends[1].subscribe('other', () => heard[1].push('not for this channel'));
    const messages = ['first', '{"text": "second"}', 'two\nlines', 'ü'.repeat(2_000)];
    for (const message of messages) ends[0].publish('news', message);
    for (const one of heard) await expect.poll(() => one, until).toEqual(messages);
    leave[1]!();
    ends[0].publish('news', 'last');
    await expect.poll(() => heard[0], until).toEqual([...messages, 'last']);
    expect(heard[1]).toEqual(messages);
    await close();
  });

  it('tells of a subscriber that throws, and the others hear', async () => {
    const { ends, close } = await kinds[kind]();
    errors.length = 0;
    const heard: string[] = [];
    ends[1].subscribe('news', () => {
      throw new Error('cannot use it');
    });
    ends[1].subscribe('news', (message) => heard.push(message));
    ends[0].publish('news', 'x');
    await expect.poll(() => heard, until).toEqual(['x']);
    expect(errors).toEqual([new Error('cannot use it')]);
    await close();
  });
});

it('a Redis that is there is not called away while it is being connected', async () => {
  const changes: boolean[] = [];
  const line = openRedis({ url: redis.url, namespace: randomUUID(), onChange: (is) => void changes.push(is) });
  await expect.poll(() => line.isConnected(), until).toBe(true);
  expect(changes).toEqual([true]);
  await line.close();
});

it.each([
  ['refuses the password', () => redis.url.replace('//', '//nobody:its-secret@'), 'WRONGPASS'],
  ['is not there', () => 'redis://127.0.0.1:1', 'ECONNREFUSED'],
])('a Redis that %s is called away with the reason', async (_, url, reason) => {
  const changes: unknown[] = [];
  const line = openRedis({ url: url(), namespace: randomUUID(), onChange: (...change) => void changes.push(change) });
  await expect.poll(() => changes, until).toEqual([[false, reason]]);
  await line.close();
});
