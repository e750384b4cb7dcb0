import { chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbedded } from '@backlot/database';
import { ownFolders } from '@backlot/database/migrate/migration-files';
import { withOwner } from '@backlot/database/owner';
import { startMigrator } from './fleet-migrator.ts';
import { openReaders, type Latencies, type Readers } from './fleet-readers.ts';
import { makeFleet } from './fleet-sites.ts';
import { timeSecondStart } from './fleet-start.ts';
import { result, type BenchResult } from './result.ts';

const postsASite = 200;
/** Milliseconds of a site's share: five seconds for a thousand. */
const shareMs = 5;
const quietSeconds = 5;
const report = (text: string): void => void process.stderr.write(`${text}\n`);

const column = (name: string): string => `alter table :schema.posts add column ${name} timestamptz;`;
const indexAndBackfill = (name: string): string => `${column(name)}
  update :schema.posts set ${name} = publish_at;
  create index posts_${name} on :schema.posts (${name});`;

/**
 * A fleet of so many sites on a durable Postgres of its own: what migrations of it take, what those notice who read
 * meanwhile, whether a killed one is resumed, and a start where all is current. Readers and migrations are processes of
 * their own, as servers and the start of a new version are.
 */
export async function benchFleet(sites: number): Promise<BenchResult[]> {
  const home = mkdtempSync(join(tmpdir(), 'bench-fleet-'));
  chmodSync(home, 0o711);
  const folder = join(home, 'tenant-migrations');
  cpSync(ownFolders.tenant, folder, { recursive: true });
  const add = (name: string, sql: string): void => writeFileSync(join(folder, `${name}.sql`), sql);
  const dataDir = join(home, 'data');
  await makeFleet({ dataDir: join(dataDir, 'postgres'), sites, postsASite, report });
  const server = await startEmbedded({ dataDir: join(dataDir, 'postgres') });
  try {
    const results = [
      result(`second start at ${sites} sites`, await timeSecondStart(dataDir, server.url), 's', '<=', 5),
    ];
    const readers = await openReaders(server.url);
    try {
      const capacity = await readers.measureCapacity();
      const rate = capacity / 5;
      readers.start(rate);
      await sleep(quietSeconds * 1_000);
      const quiet = await readers.stop();
      report(
        `Reads: ${capacity.toFixed(0)} a second at most, ${rate.toFixed(0)} asked for; ${shown(quiet)} while nothing migrates.`,
      );
      const bound = Math.max(2 * quiet.p99, 50);
      const seen = { sites, folder, url: server.url, readers, rate, bound };
      add('9001_bench', column('bench_a'));
      results.push(...(await migrate('an added column', seen)));
      add('9002_bench', indexAndBackfill('bench_b'));
      results.push(...(await migrate('a column, a backfill and an index', seen)));
      add('9003_bench', indexAndBackfill('bench_c'));
      results.push(...(await resume(seen)));
    } finally {
      await readers.close();
    }
    return results;
  } finally {
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

interface Seen {
  readonly sites: number;
  readonly folder: string;
  readonly url: string;
  readonly readers: Readers;
  readonly rate: number;
  readonly bound: number;
}

async function migrate(what: string, { sites, folder, url, readers, rate, bound }: Seen): Promise<BenchResult[]> {
  const migrator = await startMigrator(url, folder);
  readers.start(rate);
  const { milliseconds, migrated, failed } = await migrator.run();
  const latencies = await readers.stop();
  if (migrated !== sites || failed > 0)
    throw new Error(`${migrated} of ${sites} sites were migrated, ${failed} failed.`);
  report(`${what}: ${(milliseconds / sites).toFixed(2)} ms a site; reads ${shown(latencies)}.`);
  return [
    result(`${what} on ${sites} sites`, milliseconds / 1_000, 's', '<=', (shareMs * sites) / 1_000),
    result(`reads meanwhile, p99 at a fifth of capacity`, latencies.p99, 'ms', '<=', Number(bound.toFixed(1))),
    result(`reads that failed meanwhile`, latencies.failed, 'reads', '<=', 0),
  ];
}

/** Killed when a quarter is done; what is left is done by the next. */
async function resume({ sites, folder, url }: Seen): Promise<BenchResult[]> {
  const first = await startMigrator(url, folder);
  const ran = first.run().catch(() => null);
  await withOwner(url, async (owner) => {
    while ((await countDone(owner)) < sites / 4) await sleep(1);
  });
  await first.kill();
  await ran;
  const done = await withOwner(url, countDone);
  const second = await startMigrator(url, folder);
  const { milliseconds, migrated, failed } = await second.run();
  report(`Killed with ${done} of ${sites} done; ${migrated} by the next in ${(milliseconds / 1_000).toFixed(2)} s.`);
  return [
    result('sites left to do when killed', sites - done, 'sites', '>=', 1),
    result(
      'sites not current after a kill and a second run',
      sites - (await withOwner(url, countDone)) + failed,
      'sites',
      '<=',
      0,
    ),
  ];
}

type Owner = Parameters<Parameters<typeof withOwner>[1]>[0];

async function countDone(owner: Owner): Promise<number> {
  const { rows } = await owner.query<{ done: number }>(
    `select count(*)::int as done from shared.tenant_migrations where name = '9003_bench'`,
  );
  return rows[0]!.done;
}

const shown = ({ p50, p99, most, count, failed }: Latencies): string =>
  `${count} with p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}, max ${most.toFixed(1)} ms, ${failed} failed`;
