// `node scripts/run.mjs scripts/make-ready.ts [data folder]`: makes what takes longest of the declared pictures
// and films of the demonstration sites, and leaves it in `tenants/<site>/content/made`, from where a first start takes
// it. To be run after a change of them, or of what is made of them. With the data folder of a start that has finished
// all pictures it takes those; without one it starts the sites itself, which is minutes of work.
import { openDatabase, startEmbedded, type Database, type TenantRecord } from '@backlot/database';
import { table, sql } from '@backlot/database/sql';
import { filmKeys, openDiskStorage, packReadyMade, readyMadeName, storageKey } from '@backlot/media';
import { startDemoSite } from '@backlot/testing/demo-site';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

interface Made {
  readonly kind: 'photo' | 'video';
  readonly state: string;
  readonly sha256: string;
  readonly watermark: string | null;
  readonly original_random: string;
  readonly private_random: string;
  readonly public_random: string;
}

const tenantsDir = resolve(import.meta.dirname, '../tenants');
const [, , given] = process.argv;
delete process.env['DEMO_SEED'];
const site = given === undefined ? await startDemoSite() : null;
const dataDir = given ?? site!.dataDir;
const server = await startEmbedded({ dataDir: join(dataDir, 'postgres') });
const database = await openDatabase({ url: server.url });
try {
  const storage = await openDiskStorage({ root: join(dataDir, 'media') });
  for (const tenant of await database.listTenants()) {
    const folder = join(tenantsDir, tenant.slug, 'content/made');
    await mkdir(folder, { recursive: true });
    const wanted = new Set<string>();
    let bytes = 0;
    for (const media of await whenMade(database, tenant)) {
      const name = readyMadeName(media.sha256, media.watermark);
      const keyFor = filmKeys(tenant, { private: media.private_random, public: media.public_random });
      const source = storageKey(tenant, 'original', media.original_random);
      const packed = { kind: media.kind, source, keyFor, isMarked: media.watermark !== null };
      bytes += await packReadyMade(storage, packed, join(folder, name));
      wanted.add(name);
    }
    for (const name of await readdir(folder)) if (!wanted.has(name)) await rm(join(folder, name));
    console.log(`${tenant.slug}: ${wanted.size} files, ${(bytes / 1e6).toFixed(1)} MB`);
  }
} finally {
  await database.close();
  await (site ? site.stop() : server.stop());
}

async function whenMade(of: Database, tenant: TenantRecord): Promise<readonly Made[]> {
  for (;;) {
    const rows = await of.tenants.read(tenant, (db) =>
      sql<Made>`select kind, state, sha256, watermark, original_random, private_random, public_random from ${table('media')} where created_by is null`.all(
        db,
      ),
    );
    const broken = rows.find(({ state }) => state === 'error');
    if (broken) throw new Error(`A ${broken.kind} of ${tenant.slug} could not be made (${broken.sha256}).`);
    if (rows.every(({ state }) => state === 'ready')) return rows;
    await sleep(1000);
  }
}
