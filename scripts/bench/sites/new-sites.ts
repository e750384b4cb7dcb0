import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase, type Database, type TenantRecord } from '@backlot/database';
import { ownFolders, readMigrations, type MigrationFile } from '@backlot/database/migrate/migration-files';
import { tenantSql } from '@backlot/database/migrate/migrate-tenant';
import { databaseNameOf, roleNames } from '@backlot/database/migrate/role-names';
import { openOwner } from '@backlot/database/owner';
import { newTenantId, type TenantId } from '@backlot/database/tenant-id';
import { median, result, type BenchResult } from '../result.ts';

const claims = 30;
const pages = 10;
const rounds = 9;

/** What it takes to make a site, with a spare and without, and until a server that runs shows its first page. */
export async function benchNewSites(url: string, port: number): Promise<BenchResult[]> {
  const database = await openDatabase({ url, poolSize: 4 });
  const made: TenantId[] = [];
  const provision = async (slug: string, id?: TenantId): Promise<number> => {
    const since = performance.now();
    const site = await database.provision({ slug, hosts: [`${slug}.test`], ...(id && { id }) });
    made.push(site.id);
    return performance.now() - since;
  };
  try {
    const ratio = await againstRawBatch(url, provision, made);
    await database.keepSpares(claims + pages);
    // The first teaches a connection what all others know.
    await provision('new-first');
    const claimed: number[] = [];
    for (let n = 1; n < claims; n += 1) claimed.push(await provision(`new-${n}`));
    const shown: number[] = [];
    for (let n = 0; n < pages; n += 1) {
      const since = performance.now();
      await provision(`page-${n}`);
      await untilShown(port, `page-${n}.test`);
      shown.push(performance.now() - since);
    }
    return [
      result('a site made, against a raw batch of the same statements', ratio, '×', '<=', 1.5),
      result('a site that takes a spare, median', median(claimed), 'ms', '<=', 20),
      result(`a site that takes a spare, the longest of ${claims - 1}`, Math.max(...claimed), 'ms', '<=', 20),
      result(`from the call to the first page, the longest of ${pages}`, Math.max(...shown), 'ms', '<=', 500),
    ];
  } finally {
    await removeAll(database, made);
    await database.close();
  }
}

/** Median of what a site takes divided by what its statements take in one message on a connection that made sites before. */
async function againstRawBatch(
  url: string,
  provision: (slug: string, id: TenantId) => Promise<number>,
  made: TenantId[],
): Promise<number> {
  const files = await readMigrations(ownFolders.tenant);
  const owner = await openOwner(url);
  try {
    const raw = async (): Promise<number> => {
      const id = newTenantId();
      const text = rawBatch(url, id, files);
      const since = performance.now();
      await owner.query(text);
      made.push(id);
      return performance.now() - since;
    };
    const ratios: number[] = [];
    await raw();
    await provision('batch-first', newTenantId());
    for (let round = 0; round < rounds - 1; round += 1) {
      const batch = await raw();
      ratios.push((await provision(`batch-${round}`, newTenantId())) / batch);
    }
    return median(ratios);
  } finally {
    await owner.end();
  }
}

const rawBatch = (url: string, id: TenantId, files: readonly MigrationFile[]): string =>
  `begin; insert into shared.tenants (id, slug) values ('${id}', 'raw-${id}');
${tenantSql({ names: roleNames(databaseNameOf(url)), id, all: files, pending: files, hasRole: false, keepsDigest: true })}
;
commit`;

async function untilShown(port: number, host: string): Promise<void> {
  for (const until = performance.now() + 10_000; performance.now() < until; await sleep(5)) {
    if ((await statusOf(port, host)) === 200) return;
  }
  throw new Error(`${host} was not shown within ten seconds.`);
}

const statusOf = (port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', path: '/', headers: { host } }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
    })
      .once('error', reject)
      .end();
  });

/** So that the next run finds as many sites as this one made. */
async function removeAll(database: Database, made: readonly TenantRecord['id'][]): Promise<void> {
  for (const id of made) await database.remove(id);
}
