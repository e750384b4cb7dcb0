import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase, startEmbedded, type TenantRecord } from '@backlot/database';
import { withOwner } from '@backlot/database/owner';
import { configFrom } from '@backlot/server/config';
import { openSecrets } from '@backlot/server/secrets';
import { openTokens } from '@backlot/server/session/tokens';
import { compareCpu } from './apart/compare-cpu.ts';
import type { Asking } from './apart/load.ts';
import { startProgram, startServer, type Program } from './apart/programs.ts';
import { timeSecondStart } from './fleet-start.ts';
import { result, type BenchResult } from './result.ts';
import { readBackends } from './sites/backends.ts';
import { fanOf, fillSites } from './sites/fill-sites.ts';
import { benchNewSites } from './sites/new-sites.ts';

/** Seconds of a site's share: five minutes for a thousand. */
const shareSeconds = 0.3;
const idleSeconds = 5;
const paths = { me: '/api/users/me', 'the feed': '/api/blogs?page_num=1' } as const;
const SECRET_KEY = 'a1'.repeat(32);
const report = (text: string): void => void process.stderr.write(`${text}\n`);

/**
 * A deployment of so many sites: what making them takes, a start, what one server costs that answers all of them against
 * one of them, its memory and its connections', and what a further site takes. The sites stay in `.cache/bench-sites`, so
 * that a run that was stopped is gone on with, and the next makes only those that are missing.
 */
export async function benchSites(sites: number): Promise<BenchResult[]> {
  const home = join(import.meta.dirname, '../../.cache/bench-sites');
  const dataDir = join(home, 'data');
  mkdirSync(dataDir, { recursive: true });
  chmodSync(home, 0o711);
  const { made, seconds } = await makeSites(join(dataDir, 'postgres'), sites);
  const postgres = await startEmbedded({ dataDir: join(dataDir, 'postgres') });
  const results =
    made === 0
      ? []
      : [result(`making ${made} sites`, seconds, 's', '<=', Math.max(10, Number((shareSeconds * made).toFixed(0))))];
  try {
    results.push(result(`second start at ${sites} sites`, await timeSecondStart(dataDir, postgres.url), 's', '<=', 5));
    const asked = await whatFansAsk(postgres.url, dataDir, sites);
    const { program, port } = await startServer({
      DATABASE_URL: postgres.url,
      DATA_DIR: dataDir,
      SECRET_KEY,
      PORT: '0',
      THROTTLE: 'off',
      RUN_JOBS: 'off',
    });
    try {
      await sleep(idleSeconds * 1_000);
      results.push(result('resident memory of the server, idle', await program.residentMb(), 'MB', '<=', 300));
      results.push(...(await compareSites(program, port, asked)));
      results.push(result('resident memory of the server after load', await program.residentMb(), 'MB', '<=', 450));
      const { connections, privateMb } = await readBackends(postgres.url);
      results.push(result('connections of the server', connections, 'connections', '<=', 18));
      if (privateMb === null) report('The memory of Postgres belongs to another user and was not measured.');
      else results.push(result('private memory of those connections', privateMb, 'MB', '<=', 2_048));
      results.push(...(await benchNewSites(postgres.url, port)));
    } finally {
      await program.stop();
    }
    return results;
  } finally {
    // The files of the sites that came and went are written now, for as long as it takes: a stop has half a minute.
    await withOwner(postgres.url, (owner) => owner.query('checkpoint')).catch((error: unknown) =>
      report(String(error)),
    );
    await postgres.stop();
  }
}

/** On a Postgres that waits for no disk; whoever starts it again afterwards has one that does. */
async function makeSites(dataDir: string, sites: number): ReturnType<typeof fillSites> {
  const server = await startEmbedded({ dataDir, durable: false });
  const database = await openDatabase({ url: server.url, poolSize: 4 });
  try {
    await database.migrateShared();
    await database.migrateTenants();
    return await fillSites(database, sites, report);
  } finally {
    await database.close();
    await server.stop();
  }
}

/** The headers of a call by the fan of each site. */
async function whatFansAsk(url: string, dataDir: string, most: number): Promise<readonly Asking[]> {
  const database = await openDatabase({ url, poolSize: 1 });
  try {
    const tokens = await openTokens(await openSecrets(configFrom({ DATA_DIR: dataDir }), database, { SECRET_KEY }));
    const headersOf = async (site: TenantRecord): Promise<Asking> => {
      const issuedAt = new Date();
      const claims = { ...fanOf(site), issuedAt, expiresAt: new Date(issuedAt.getTime() + 86_400_000) };
      const authorization = `Bearer ${await tokens.sign(site.id, claims)}`;
      return { headers: { host: `api.${site.hosts[0]}`, 'accept-encoding': 'br', authorization } };
    };
    const sites = (await database.listTenants()).filter(({ slug }) => slug.startsWith('site-')).slice(0, most);
    return await Promise.all(sites.map(headersOf));
  } finally {
    await database.close();
  }
}

async function compareSites(program: Program, port: number, asked: readonly Asking[]): Promise<BenchResult[]> {
  const results: BenchResult[] = [];
  for (const [name, path] of Object.entries(paths)) {
    const url = `http://127.0.0.1:${port}${path}`;
    await visitAll(url, asked);
    const one = { program, url, headers: {}, requests: asked.slice(0, 1) };
    const { ratio, oursMs, bareMs } = await compareCpu({ ...one, requests: asked }, one);
    const costs = `${oursMs.toFixed(2)} ms of processor time against ${bareMs.toFixed(2)} ms`;
    results.push(result(`${name}: ${asked.length} sites against one (${costs})`, ratio, '×', '>=', 0.7));
  }
  return results;
}

/** What a server learns of a site at its first call is learnt before anything is measured. */
async function visitAll(url: string, requests: readonly Asking[]): Promise<void> {
  const load = startProgram('load.ts');
  try {
    const once = { url, headers: {}, requests, connections: 1, seconds: 600, answers: requests.length };
    await load.ask<{ answers: number }>(once);
  } finally {
    await load.stop();
  }
}
