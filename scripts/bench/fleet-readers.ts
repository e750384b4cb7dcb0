import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openDatabase, type Database, type TenantRecord } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';

/** Milliseconds from when a read was due, not from when it was sent: what waits behind a stall is part of it. */
export interface Latencies {
  readonly p50: number;
  readonly p99: number;
  readonly most: number;
  readonly count: number;
  readonly failed: number;
}

export interface Readers {
  /** Reads a second of ten readers that do not pause. */
  measureCapacity(): Promise<number>;
  /** Reads of sites at random, so many a second, whether those before have answered or not. */
  start(rate: number): void;
  stop(): Promise<Latencies>;
  close(): Promise<void>;
}

type Order = { do: 'capacity' } | { do: 'start'; rate: number } | { do: 'stop' };

const poolSize = 10;
const capacitySeconds = 4;

/** A process that reads the first page of posts of the fleet's sites, each as its site's role. */
export async function openReaders(url: string): Promise<Readers> {
  const child = fork(fileURLToPath(import.meta.url), [url]);
  const gone = once(child, 'exit');
  const answer = async (): Promise<unknown> => {
    const [message] = (await Promise.race([
      once(child, 'message'),
      gone.then(() => {
        throw new Error('The reading process ended.');
      }),
    ])) as [unknown];
    return message;
  };
  const ask = (order: Order): Promise<unknown> => {
    const answered = answer();
    child.send(order);
    return answered;
  };
  await answer();
  return {
    measureCapacity: async () => (await ask({ do: 'capacity' })) as number,
    start: (rate) => void child.send({ do: 'start', rate } satisfies Order),
    stop: async () => (await ask({ do: 'stop' })) as Latencies,
    async close() {
      child.disconnect();
      await gone;
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const database = await openDatabase({ url: process.argv[2]!, poolSize });
  await serve(database, await database.listTenants());
}

async function serve(database: Database, sites: readonly TenantRecord[]): Promise<void> {
  const read = (site = sites[Math.floor(Math.random() * sites.length)]!): Promise<unknown> =>
    database.tenants.read(site, (db) =>
      sql`select id, title, publish_at from ${table('posts')}
          where deleted_at is null and publish_at < ${new Date()} order by publish_at desc, id desc limit 10`.all(db),
    );
  // What a connection learns of a site is learnt before anything is measured.
  for (const site of sites) await read(site);
  let run: ReturnType<typeof openLoop> | null = null;
  process.on('disconnect', () => void database.close());
  process.on('message', async (order: Order) => {
    if (order.do === 'capacity') process.send!(await closedLoop(read));
    else if (order.do === 'start') run = openLoop(read, order.rate);
    else process.send!(await run!.stop());
  });
  process.send!('ready');
}

async function closedLoop(read: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const until = performance.now() + capacitySeconds * 1_000;
  const reader = async (): Promise<void> => {
    for (; performance.now() < until; count += 1) await read();
  };
  await Promise.all(Array.from({ length: poolSize }, reader));
  return count / capacitySeconds;
}

function openLoop(read: () => Promise<unknown>, rate: number): { stop(): Promise<Latencies> } {
  const latencies: number[] = [];
  const underWay = new Set<Promise<void>>();
  let failed = 0;
  let [isOver, sent] = [false, 0];
  const begun = performance.now();
  const one = async (due: number): Promise<void> => {
    await read().catch((error: Error) => {
      failed += 1;
      if (failed <= 3) process.stderr.write(`A read failed: ${error.message}\n`);
    });
    latencies.push(performance.now() - due);
  };
  const loop = (async () => {
    while (!isOver) {
      for (; begun + (sent * 1_000) / rate <= performance.now(); sent += 1) {
        const reading: Promise<void> = one(begun + (sent * 1_000) / rate).finally(() => underWay.delete(reading));
        underWay.add(reading);
      }
      await sleep(1);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await loop;
      await Promise.all(underWay);
      const sorted = latencies.toSorted((a, b) => a - b);
      const at = (part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
      return { p50: at(0.5), p99: at(0.99), most: at(1), count: sorted.length, failed };
    },
  };
}
