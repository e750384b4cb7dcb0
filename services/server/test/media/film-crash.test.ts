import { openDatabase, type Database } from '@backlot/database';
import { createTestDatabase, type TestDatabase } from '@backlot/database/testing/create-test-database';
import { withOwner } from '@backlot/database/owner';
import { storageKey } from '@backlot/media';
import { openDiskStorage } from '@backlot/media/storage/disk-storage';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVictim } from '../../../../scripts/crash/victim.ts';
import { processFilmLater, type MediaRow } from '../../src/features/media/index.ts';
import { makePerson, type TestPerson } from '../../src/testing/people.ts';
import { smallFilm } from '../../src/testing/films.ts';

let test: TestDatabase;
let database: Database;
let dataDir: string;
let model: TestPerson;
beforeAll(async () => {
  test = await createTestDatabase();
  database = await openDatabase({ url: test.url, poolSize: 4 });
  dataDir = await mkdtemp(join(tmpdir(), 'film-crash-'));
  const tenant = await database.provision({ slug: 'luna', hosts: ['luna.test'] });
  model = await makePerson(database, tenant, 'model', 'model', new Date());
}, 60_000);
afterAll(async () => {
  await database.close();
  await test.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const env = () => ({
  DATABASE_URL: test.url,
  DATA_DIR: dataDir,
  PORT: '0',
  BIND_ADDRESS: '127.0.0.1',
  THROTTLE: 'off',
  LOG_LEVEL: 'fatal',
  SANDBOX_URL: 'http://127.0.0.1:1',
  NODE_COMPILE_CACHE: join(dataDir, 'compiled'),
});

/** A film whose bytes have come, and the job for it. */
async function sendFilm(bytes: Buffer): Promise<string> {
  const [id, now, random] = [v7(), new Date(), () => v7().replaceAll('-', '')];
  const storage = await openDiskStorage({ root: join(dataDir, 'media') });
  const originalRandom = random();
  await storage.put(storageKey(model.tenant, 'original', originalRandom), bytes, {
    contentType: 'application/octet-stream',
    maxBytes: bytes.length,
  });
  await database.tenants.write(model.tenant, async (db) => {
    await db('media').insert({
      id,
      kind: 'video',
      state: 'processing',
      file_name: 'film.mp4',
      original_random: originalRandom,
      private_random: random(),
      public_random: random(),
      size: bytes.length,
      sha256: 'x',
      created_by: model.id,
      created_at: now,
      received_at: now,
    });
    await processFilmLater(db, { mediaId: id });
  });
  return id;
}
const rowOf = (id: string): Promise<MediaRow> =>
  database.tenants.read(model.tenant, async (db) => (await db('media').where({ id }).first())!);
const toldOf = (id: string): Promise<unknown[]> =>
  database.shared.read(
    async (db) =>
      (
        await db.raw<{ rows: unknown[] }>(
          "select data from shared.outbox where event = 'MEDIA_STATE' and data->>'mediaId' = ?",
          [id],
        )
      ).rows,
  );
const foldersOf = async (work: string): Promise<string[]> =>
  (await readdir(work)).filter((name) => name.startsWith('film-'));

describe('a server that is killed over a film', () => {
  it('MEDIA-28 leaves it to the next one, and it becomes ready once', { timeout: 120_000 }, async () => {
    const work = await mkdtemp(join(dataDir, 'tmp-'));
    const victim = createVictim({ ...env(), TMPDIR: work });
    try {
      const id = await sendFilm(await smallFilm(8));
      await victim.start();
      await expect.poll(() => foldersOf(work), { timeout: 30_000, interval: 20 }).toHaveLength(1);
      await victim.kill();
      expect(await rowOf(id)).toMatchObject({ state: 'processing' });
      await victim.start();
      await expect.poll(async () => (await rowOf(id)).state, { timeout: 60_000, interval: 200 }).not.toBe('processing');
      expect(await rowOf(id)).toMatchObject({ state: 'ready', error_code: null, progress: null });
      expect(await toldOf(id)).toHaveLength(1);
      // What the dead one left in its folder goes too.
      await expect.poll(() => foldersOf(work), { timeout: 10_000 }).toEqual([]);
    } finally {
      await victim.close();
    }
  });

  it('and one that every server dies over fails with a reason, once', { timeout: 60_000 }, async () => {
    const id = await sendFilm(await smallFilm(2));
    // Five were killed: the queue counted them, and nobody said anything.
    await withOwner(test.url, (owner) =>
      owner.query("update graphile_worker._private_jobs set attempts = 5 where payload->>'mediaId' = $1", [id]),
    );
    const victim = createVictim(env());
    try {
      await victim.start();
      await expect.poll(async () => (await rowOf(id)).state, { timeout: 30_000, interval: 100 }).toBe('error');
      expect(await rowOf(id)).toMatchObject({ error_code: 'upload-failed' });
      expect(await toldOf(id)).toHaveLength(1);
    } finally {
      await victim.close();
    }
  });
});
