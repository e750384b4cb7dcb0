import { startS3Twin, type S3Twin } from '@backlot/twins';
import { createWorld, type Answer, type World } from './world.ts';
import type { TestPerson } from './people.ts';

export const MiB = 1024 * 1024;
export const PART = 8 * MiB;

/** Begins as a film does, and is as long as wanted; each `letter` makes another. */
export function film(bytes: number, letter = 'a'): Buffer {
  const whole = Buffer.alloc(bytes, letter);
  Buffer.from('000000186674797069736f6d0000020069736f6d69736f32', 'hex').copy(whole);
  return whole;
}

export const partOf = (bytes: Buffer, number: number): Buffer => bytes.subarray((number - 1) * PART, number * PART);

export interface Sending {
  readonly world: World;
  /** Null where bytes lie on disk. */
  readonly twin: S3Twin | null;
  presign(body?: Record<string, unknown>, as?: TestPerson): Promise<Answer>;
  /** Announces a film of so many bytes; answers its id. */
  announce(bytes: number, as?: TestPerson): Promise<string>;
  ask(call: 'complete' | 'abort' | 'multipart/status', mediaId: string, as?: TestPerson): Promise<Answer>;
  parts(mediaId: string, numbers: number[], as?: TestPerson): Promise<Answer>;
  put(url: string, bytes: Buffer, headers?: Record<string, string>): Promise<number>;
  /** PUTs these parts of a film, all at once. */
  sendParts(mediaId: string, bytes: Buffer, numbers: number[]): Promise<number[]>;
  media(mediaId: string): Promise<any>;
  /** Bytes of the original that counts, '' when there is none. */
  original(mediaId: string): Promise<Buffer | null>;
  /** Everything that the store keeps below `original/` of the site. */
  originals(): Promise<string[]>;
  close(): Promise<void>;
}

/** A world whose uploads go to disk or to S3, and what a browser does with it. */
export async function openSending(store: 'disk' | 'S3'): Promise<Sending> {
  const twin = store === 'S3' ? await startS3Twin() : null;
  const world = await createWorld({
    ...(store === 'S3' ? {} : { at: new Date('2026-03-10T12:00:00Z') }),
    env:
      twin === null
        ? {}
        : {
            S3_BUCKET: twin.bucket,
            S3_ENDPOINT: twin.url,
            S3_REGION: twin.region,
            S3_ACCESS_KEY_ID: twin.accessKeyId,
            S3_SECRET_ACCESS_KEY: twin.secretAccessKey,
          },
  });
  const creator = world.people.luna.model;
  const { storageKey } = await import('@backlot/media');
  const { readdir } = await import('node:fs/promises');
  const { join } = await import('node:path');
  const { buffer } = await import('node:stream/consumers');

  const sending: Sending = {
    world,
    twin,
    presign: (body = {}, as = creator) =>
      world.call('POST /api/upload/generate_presigned_url', {
        as,
        body: { file_name: 'film.mp4', content_type: 'video/mp4', media_type: 'video', ...body },
      }),
    announce: async (bytes, as) => (await sending.presign({ size: bytes }, as)).body.data.media_id,
    ask: (call, mediaId, as = creator) => world.call(`POST /api/upload/${call}`, { as, body: { media_id: mediaId } }),
    parts: (mediaId, numbers, as = creator) =>
      world.call('POST /api/upload/multipart/parts', { as, body: { media_id: mediaId, part_numbers: numbers } }),
    async put(url, bytes, headers = { 'content-type': 'video/mp4' }) {
      if (twin !== null) return (await fetch(url, { method: 'PUT', body: new Uint8Array(bytes), headers })).status;
      const { host, pathname } = new URL(url);
      return (
        await world.app.inject({
          method: 'PUT',
          url: pathname,
          payload: bytes,
          headers: { host, ...headers },
          remoteAddress: '203.0.113.7',
        })
      ).statusCode;
    },
    async sendParts(mediaId, bytes, numbers) {
      const { body } = await sending.parts(mediaId, numbers);
      return Promise.all(
        body.data.map(({ part_number: number, url }: { part_number: number; url: string }) =>
          sending.put(url, partOf(bytes, number)),
        ),
      );
    },
    media: (mediaId) =>
      world.database.tenants.read(world.tenants.luna, (db) => db('media').where({ id: mediaId }).first()),
    async original(mediaId) {
      const { original_random: random } = await sending.media(mediaId);
      const object = await world.ctx.storage.open(storageKey(world.tenants.luna, 'original', random));
      return object === null ? null : buffer(object.stream);
    },
    async originals() {
      const prefix = `${world.tenants.luna.id}/original`;
      if (twin !== null)
        return [...twin.files.objects.keys()]
          .filter((key) => key.startsWith(prefix))
          .map((key) => key.slice(prefix.length + 1));
      const files = await readdir(join(world.dataDir, 'media', prefix), { recursive: true }).catch(() => []);
      return files.filter((name) => /\/[0-9a-f]{32}(?:\.parts)?$/.test(name)).map((name) => name.slice(3, 35));
    },
    async close() {
      await world.close();
      await twin?.close();
    },
  };
  return sending;
}
