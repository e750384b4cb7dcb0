import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newStorageRandom, type Storage, storageKey, type TenantKey, TooLargeError } from '../storage/storage.ts';
import { describeParts } from './storage-parts-contract.ts';

const tenant = { id: 'contract0001' };
const put = { contentType: 'image/webp', maxBytes: 1_000_000 };
const freshKey = (): TenantKey => storageKey(tenant, 'private', newStorageRandom());

/** What every store promises. `factory` gives an empty store; `close`, if any, is called at the end. */
export function describeStorage(
  name: string,
  factory: () => Promise<{ storage: Storage; close?: () => Promise<void> }>,
): void {
  describe(`${name} keeps the promises of a store`, () => {
    let storage: Storage;
    let close: (() => Promise<void>) | undefined;
    let folder: string;
    beforeAll(async () => {
      ({ storage, close } = await factory());
      folder = await mkdtemp(join(tmpdir(), 'storage-contract-'));
    });
    afterAll(async () => {
      await close?.();
      await rm(folder, { recursive: true });
    });
    const read = async (key: TenantKey, range?: { start: number; end: number }): Promise<Buffer | null> => {
      const object = await storage.open(key, range);
      return object === null ? null : buffer(object.stream);
    };

    it('gives back the bytes, the size and the content type of a buffer and of a stream', async () => {
      const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, i) => i % 251));
      for (const source of [bytes, Readable.from([bytes.subarray(0, 70_000), bytes.subarray(70_000)])]) {
        const key = freshKey();
        expect(await storage.put(key, source, put)).toEqual({ size: bytes.length });
        expect(await storage.stat(key)).toMatchObject({ size: bytes.length, contentType: 'image/webp' });
        expect((await read(key))?.equals(bytes)).toBe(true);
      }
    });

    it('keeps empty objects', async () => {
      const key = freshKey();
      await storage.put(key, Buffer.alloc(0), put);
      expect(await storage.stat(key)).toMatchObject({ size: 0 });
      expect(await read(key)).toHaveLength(0);
    });

    it('opens a range, both ends inclusive, and tells the whole size', async () => {
      const key = freshKey();
      await storage.put(key, Buffer.from('0123456789'), put);
      expect(String(await read(key, { start: 2, end: 4 }))).toBe('234');
      expect(String(await read(key, { start: 9, end: 9 }))).toBe('9');
      const object = await storage.open(key, { start: 0, end: 0 });
      expect(object?.size).toBe(10);
      object?.stream.destroy();
    });

    it('refuses a range outside the object', async () => {
      const key = freshKey();
      await storage.put(key, Buffer.from('0123456789'), put);
      for (const range of [
        { start: 0, end: 10 },
        { start: 5, end: 4 },
        { start: -1, end: 3 },
        { start: 0.5, end: 3 },
      ]) {
        await expect(storage.open(key, range)).rejects.toThrow(RangeError);
      }
    });

    it('says null for what is absent, and removes twice without complaint', async () => {
      const key = freshKey();
      expect(await storage.open(key)).toBeNull();
      expect(await storage.stat(key)).toBeNull();
      expect(await storage.copyToLocal(key, join(folder, 'absent'))).toBe(false);
      await storage.put(key, Buffer.from('x'), put);
      await storage.remove(key);
      await storage.remove(key);
      expect(await storage.stat(key)).toBeNull();
    });

    it('takes exactly the most that is allowed and leaves nothing of one byte more', async () => {
      const fits = freshKey();
      await storage.put(fits, Readable.from([Buffer.alloc(600), Buffer.alloc(400)]), { ...put, maxBytes: 1000 });
      expect(await storage.stat(fits)).toMatchObject({ size: 1000 });
      for (const source of [Buffer.alloc(1001), Readable.from([Buffer.alloc(600), Buffer.alloc(401)])]) {
        const key = freshKey();
        await expect(storage.put(key, source, { ...put, maxBytes: 1000 })).rejects.toThrow(TooLargeError);
        expect(await storage.stat(key)).toBeNull();
      }
    });

    it('keeps the former object when a transfer breaks off', async () => {
      const key = freshKey();
      await storage.put(key, Buffer.from('former'), put);
      const breaking = Readable.from(
        (async function* () {
          yield Buffer.from('half');
          throw new Error('line is dead');
        })(),
      );
      await expect(storage.put(key, breaking, put)).rejects.toThrow('line is dead');
      expect(String(await read(key))).toBe('former');
    });

    it('gives one whole object when several write the same key at once', async () => {
      const key = freshKey();
      const bodies = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(50_000));
      await Promise.all(bodies.map((body) => storage.put(key, Buffer.from(body), put)));
      expect(bodies).toContain(String(await read(key)));
    });

    it('keeps names of one family and areas apart', async () => {
      const random = newStorageRandom();
      const keys = [
        storageKey(tenant, 'private', random, 'w320'),
        storageKey(tenant, 'private', random, 'blur'),
        storageKey(tenant, 'public', random),
        storageKey({ id: 'contract0002' }, 'public', random),
      ];
      for (const [i, key] of keys.entries()) await storage.put(key, Buffer.from(String(i)), put);
      for (const [i, key] of keys.entries()) expect(String(await read(key))).toBe(String(i));
    });

    it('copies to a new local file and does not write over one', async () => {
      const key = freshKey();
      await storage.put(key, Buffer.from('local'), put);
      const path = join(folder, newStorageRandom());
      expect(await storage.copyToLocal(key, path)).toBe(true);
      expect(await readFile(path, 'utf8')).toBe('local');
      await expect(storage.copyToLocal(key, path)).rejects.toThrow('EEXIST');
    });

    it('does not run over at the pieces that a store cuts', async () => {
      for (const bytes of [8 * 1024 * 1024, 8 * 1024 * 1024 + 1, 17 * 1024 * 1024]) {
        const key = freshKey();
        const chunk = Buffer.alloc(300_007, 'm');
        const chunks = Array.from({ length: Math.ceil(bytes / chunk.length) }, (_, at) =>
          chunk.subarray(0, Math.min(chunk.length, bytes - at * chunk.length)),
        );
        expect(await storage.put(key, Readable.from(chunks), { ...put, maxBytes: bytes })).toEqual({ size: bytes });
        expect(await storage.stat(key)).toMatchObject({ size: bytes, contentType: 'image/webp' });
        const more = freshKey();
        await expect(storage.put(more, Readable.from(chunks), { ...put, maxBytes: bytes - 1 })).rejects.toThrow(
          TooLargeError,
        );
        expect(await storage.stat(more)).toBeNull();
      }
    });

    describeParts(() => storage);

    it('refuses what is no key, whatever the types said', async () => {
      const random = newStorageRandom();
      const texts = [
        '../../etc/passwd',
        `contract0001/private/../public/${random}`,
        `contract0001/secret/${random}`,
        '',
        `contract0001/private/${random}/../x`,
        `/contract0001/private/${random}`,
        `contract0001/private/${random}/..`,
        `contract0001/private/${random}\n`,
        `contract0001/private/${random}\0`,
        `CONTRACT0001/private/${random}`,
      ];
      for (const text of texts) {
        const key = text as TenantKey;
        await expect(storage.put(key, Buffer.from('x'), put), text).rejects.toThrow(RangeError);
        await expect(storage.open(key), text).rejects.toThrow(RangeError);
        await expect(storage.stat(key), text).rejects.toThrow(RangeError);
        await expect(storage.remove(key), text).rejects.toThrow(RangeError);
        await expect(storage.copyToLocal(key, join(folder, 'never')), text).rejects.toThrow(RangeError);
      }
    });
  });
}
