import { toJson } from '@backlot/database/json-text';
import { newStorageRandom, storageKey } from '@backlot/media';
import { openMediaSigner } from '@backlot/server/features/media/index';
import { createWorld, type World } from '@backlot/server/testing/world';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { v7 } from 'uuid';
import { inTurns, ratioResult } from './in-turns.ts';
import type { BenchResult } from './result.ts';

const FILM_BYTES = 256 * 1024 * 1024;
const SECONDS = 2;
const AT_ONCE = 4;

interface Target {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Bytes a second of a film that a member plays, with session, access and signature asked, against a stream of the same file that is piped to whoever asks. */
export async function benchServing(rounds = 15): Promise<BenchResult[]> {
  const world = await createWorld();
  const { film, file } = await storedFilm(world);
  const bare = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': String(FILM_BYTES) });
    createReadStream(file).pipe(response);
  });
  const client = new Worker(new URL('./media/download.ts', import.meta.url));
  try {
    await world.app.listen({ port: 0, host: '127.0.0.1' });
    await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve));
    const headers = { host: 'luna.test', cookie: `session=${await world.tokenOf(world.people.luna.model)}` };
    const targets = {
      ours: { port: portOf(world.app.server), path: film, headers },
      bare: { port: portOf(bare), path: '/', headers: {} },
    };
    const seen = await inTurns(rounds, {
      ours: () => download(client, targets.ours),
      bare: () => download(client, targets.bare),
    });
    return [ratioResult('bytes a second of a film from disk, against a bare stream', seen, '>=', 0.9)];
  } finally {
    await client.terminate();
    bare.closeAllConnections();
    await world.close();
  }
}

const portOf = (server: Pick<Server, 'address'>): number => (server.address() as AddressInfo).port;

function download(client: Worker, target: Target): Promise<number> {
  return new Promise((resolve, reject) => {
    client.once('message', (answer: { rate: number } | { error: string }) =>
      'rate' in answer ? resolve(answer.rate) : reject(new Error(answer.error)),
    );
    client.postMessage({ ...target, seconds: SECONDS, atOnce: AT_ONCE }, []);
  });
}

/** A ready film of the library, its address for the creator, and its file. */
async function storedFilm(world: World): Promise<{ film: string; file: string }> {
  const tenant = world.tenants.luna;
  const now = world.clock.now();
  const [id, random] = [v7(), newStorageRandom()];
  const key = storageKey(tenant, 'private', random, 'mp4');
  const chunk = Buffer.alloc(1 << 20, 'film');
  await world.ctx.storage.put(key, Readable.from(Array.from({ length: FILM_BYTES / chunk.length }, () => chunk)), {
    contentType: 'video/mp4',
    maxBytes: FILM_BYTES,
  });
  const film = { renditions: [], mp4: { width: 1920, height: 1080, bytes: FILM_BYTES }, sprite: null };
  const media = await world.database.tenants.write(tenant, async (db) => {
    const [row] = await db('media')
      .insert({
        id,
        kind: 'video',
        state: 'ready',
        file_name: 'film.mp4',
        original_random: newStorageRandom(),
        private_random: random,
        public_random: newStorageRandom(),
        size: FILM_BYTES,
        width: 1920,
        height: 1080,
        duration_ms: 60_000,
        thumbhash: '1QcSHQRnh493V4dIh4eXh1h4kJUI',
        dominant_color: '#888888',
        variants: toJson([]),
        film: toJson(film),
        created_by: world.people.luna.model.id,
        created_at: now,
        received_at: now,
        settled_at: now,
      })
      .returning('*');
    return row!;
  });
  const signer = await openMediaSigner(world.ctx, tenant, world.people.luna.model.id, now);
  const file = join(world.dataDir, 'media', tenant.id, 'private', random.slice(0, 2), `${random}-mp4`);
  if ((await stat(file)).size !== FILM_BYTES) throw new Error('The store keeps the film somewhere else.');
  return { film: signer.of(media, 'full').film().mp4_url ?? '', file };
}
