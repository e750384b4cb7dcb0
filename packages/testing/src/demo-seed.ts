import { openDatabase, startEmbedded, type Database } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

type Start = (dataDir: string) => Promise<{ output(): string; end(): Promise<void> }>;

/** Makes the demo data, pictures and history complete, unless an earlier run did. */
export async function makeSeed(seed: string, start: Start): Promise<void> {
  const data = join(seed, 'data');
  const done = join(seed, 'done');
  if (existsSync(done)) return;
  mkdirSync(data, { recursive: true });
  chmodSync(seed, 0o711);
  chmodSync(data, 0o711);
  const site = await start(data);
  try {
    await untilComplete(data, () => site.output());
  } finally {
    await site.end();
  }
  await writeFile(done, '');
}

/** Copies the demo data into `dataDir`. */
export async function copySeed(seed: string, dataDir: string): Promise<void> {
  const data = join(seed, 'data');
  // Postgres insists on the owner and mode of its files, which only cp keeps.
  if (process.platform === 'win32') await cp(data, dataDir, { recursive: true });
  else await promisify(execFile)('cp', ['-a', `${data}/.`, dataDir]);
}

/** What is for sale has its pictures, and people have their history. @throws what the server said of a history that it could not write */
async function untilComplete(dataDir: string, said: () => string): Promise<void> {
  // Adopts the Postgres that runs on the folder.
  const { url } = await startEmbedded({ dataDir: join(dataDir, 'postgres') });
  const database = await openDatabase({ url });
  try {
    while (!(await isComplete(database))) {
      if (said().includes('history is incomplete')) throw new Error(said());
      await sleep(250);
    }
  } finally {
    await database.close();
  }
}

async function isComplete(database: Database): Promise<boolean> {
  const tenants = await database.listTenants();
  const found = await Promise.all(
    tenants.map((tenant) =>
      database.tenants.read(tenant, (db) =>
        sql`
          select 1 from ${table('applied')} where name = 'history'
            and not exists (select 1 from ${table('posts')} where visibility = 'locked' and media_waiting > 0)`.first(
          db,
        ),
      ),
    ),
  );
  return found.every((row) => row !== null);
}
