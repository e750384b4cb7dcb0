import { openS3Storage } from '@backlot/media/storage/s3-storage';
import {
  type Multipart,
  newStorageRandom,
  type Storage,
  storageKey,
  type TenantKey,
} from '@backlot/media/storage/storage';
import { describeStorage } from '@backlot/media/testing/storage-contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { startS3Twin, type S3Twin } from '../src/index.ts';

const openOn = (twin: S3Twin): Promise<Storage> =>
  openS3Storage({
    bucket: twin.bucket,
    region: twin.region,
    endpoint: twin.url,
    accessKeyId: twin.accessKeyId,
    secretAccessKey: twin.secretAccessKey,
  });

describeStorage('S3', async () => {
  // Lists come in pages of two.
  const twin = await startS3Twin({ pageSize: 2 });
  return { storage: await openOn(twin), close: () => twin.close() };
});

const tenant = { id: 'abc123def456' };
const freshKey = (): TenantKey => storageKey(tenant, 'original', newStorageRandom());
const PART = 5 * 1024 * 1024;

describe('S3', () => {
  let twin: S3Twin;
  let storage: Storage;
  beforeAll(async () => {
    twin = await startS3Twin();
    storage = await openOn(twin);
  });
  beforeEach(() => {
    twin.faults([]);
    twin.seen.length = 0;
  });
  afterAll(() => twin.close());
  const put = (key: TenantKey, bytes: Buffer | string): Promise<unknown> =>
    storage.put(key, Buffer.from(bytes), { contentType: 'image/png', maxBytes: 100_000_000 });
  const codes = (): Array<string | null> => twin.seen.map(({ code }) => code);
  const parted = async (): Promise<Multipart> => {
    const upload = await storage.createMultipart(freshKey(), { contentType: 'video/mp4' });
    await storage.putPart(upload, 1, Buffer.alloc(PART, 'a'), { maxBytes: PART });
    await storage.putPart(upload, 2, Buffer.from('b'), { maxBytes: PART });
    return upload;
  };

  describe('goes on', () => {
    it('after 503 SlowDown, whatever it is about', async () => {
      twin.faults([
        { kind: 'slow-down', on: 'PutObject' },
        { kind: 'slow-down', on: 'HeadObject' },
        { kind: 'slow-down', on: 'GetObject' },
        { kind: 'slow-down', on: 'UploadPart' },
        { kind: 'slow-down', on: 'CompleteMultipartUpload' },
      ]);
      const key = freshKey();
      await put(key, 'bytes');
      expect(await storage.stat(key)).toMatchObject({ size: 5 });
      expect(String(await buffer((await storage.open(key))!.stream))).toBe('bytes');
      const upload = await parted();
      expect(await storage.completeMultipart(upload, (await storage.listParts(upload)) ?? [])).toBe('complete');
      expect(codes().filter((code) => code === 'SlowDown')).toHaveLength(5);
    });

    it('when the line breaks half-way of what is sent', async () => {
      twin.faults([
        { kind: 'reset-half', on: 'PutObject' },
        { kind: 'reset-half', on: 'UploadPart' },
      ]);
      const key = freshKey();
      await put(key, Buffer.alloc(3_000_000, 'x'));
      expect(await storage.stat(key)).toMatchObject({ size: 3_000_000 });
      const upload = await parted();
      expect((await storage.listParts(upload))?.map(({ size }) => size)).toEqual([PART, 1]);
    });

    it('where it stopped when the line breaks half-way of what is read', async () => {
      const key = freshKey();
      const bytes = Buffer.from(Array.from({ length: 4_000_000 }, (_, at) => at % 251));
      await put(key, bytes);
      twin.faults([{ kind: 'reset-half', on: 'GetObject', count: 3 }]);
      const folder = await mkdtemp(join(tmpdir(), 's3-storage-'));
      expect(await storage.copyToLocal(key, join(folder, 'local'))).toBe(true);
      expect((await readFile(join(folder, 'local'))).equals(bytes)).toBe(true);
      expect(twin.seen.filter(({ operation }) => operation === 'GetObject')).toHaveLength(4);
      twin.faults([{ kind: 'reset-half', on: 'GetObject', count: 9 }]);
      await expect(storage.copyToLocal(key, join(folder, 'never'))).rejects.toThrow(/aborted|too soon/);
      await expect(readFile(join(folder, 'never'))).rejects.toThrow('ENOENT');
      await rm(folder, { recursive: true });
    });

    it('when completing answers 200 with an error in it', async () => {
      twin.faults([{ kind: 'error-in-200', on: 'CompleteMultipartUpload' }]);
      const upload = await parted();
      expect(await storage.completeMultipart(upload, (await storage.listParts(upload)) ?? [])).toBe('complete');
      expect(
        twin.seen
          .filter(({ operation }) => operation === 'CompleteMultipartUpload')
          .map(({ status, code }) => ({ status, code })),
      ).toEqual([
        { status: 200, code: 'InternalError' },
        { status: 200, code: null },
      ]);
      expect(await storage.stat(upload.key)).toMatchObject({ size: PART + 1 });
    });

    it('with what is there when the answer to completing was lost', async () => {
      twin.faults([{ kind: 'lost-answer', on: 'CompleteMultipartUpload' }]);
      const upload = await parted();
      expect(await storage.completeMultipart(upload, (await storage.listParts(upload)) ?? [])).toBe('absent');
      expect(await storage.stat(upload.key)).toMatchObject({ size: PART + 1 });
    });

    it('with a large object whose last answer was lost', async () => {
      twin.faults([{ kind: 'lost-answer', on: 'CompleteMultipartUpload' }]);
      const key = freshKey();
      await put(key, Buffer.alloc(9_000_000, 'x'));
      expect(await storage.stat(key)).toMatchObject({ size: 9_000_000 });
    });
  });

  describe('fails', () => {
    it('when it is told to slow down again and again, and leaves nothing half done', async () => {
      twin.faults([{ kind: 'slow-down', on: 'UploadPart', count: 20 }]);
      const key = freshKey();
      await expect(put(key, Buffer.alloc(9_000_000))).rejects.toThrow('reduce your request rate');
      expect(await storage.stat(key)).toBeNull();
      expect([...twin.files.uploads.values()].some((upload) => upload.key === key)).toBe(false);
    });

    it('on a part that is too small not to be the last', async () => {
      const upload = await storage.createMultipart(freshKey(), { contentType: 'video/mp4' });
      for (const number of [1, 2]) await storage.putPart(upload, number, Buffer.from('small'), { maxBytes: PART });
      await expect(storage.completeMultipart(upload, (await storage.listParts(upload)) ?? [])).rejects.toThrow(
        'smaller than the minimum',
      );
    });
  });

  describe('gives addresses', () => {
    const fetched = async (address: string, init: RequestInit = {}) => {
      const answer = await fetch(address, init);
      return { status: answer.status, text: await answer.text(), headers: answer.headers };
    };
    const readable = async () => {
      const key = freshKey();
      await put(key, '0123456789');
      return (await storage.readAddress(key, {
        seconds: 60,
        contentType: 'video/mp4',
        disposition: 'inline; filename="film.mp4"',
        cacheControl: 'private, max-age=300',
      }))!;
    };

    it('that read, whole or in ranges, under the type that is told', async () => {
      const address = await readable();
      const whole = await fetched(address);
      expect(whole).toMatchObject({ status: 200, text: '0123456789' });
      expect(Object.fromEntries(whole.headers)).toMatchObject({
        'content-type': 'video/mp4',
        'content-disposition': 'inline; filename="film.mp4"',
        'cache-control': 'private, max-age=300',
        'accept-ranges': 'bytes',
      });
      const part = await fetched(address, { headers: { range: 'bytes=0-1' } });
      expect(part).toMatchObject({ status: 206, text: '01' });
      expect(part.headers.get('content-range')).toBe('bytes 0-1/10');
      expect(await fetched(address, { headers: { range: 'bytes=-3' } })).toMatchObject({ status: 206, text: '789' });
      const outside = await fetched(address, { headers: { range: 'bytes=10-' } });
      expect({ status: outside.status, range: outside.headers.get('content-range') }).toEqual({
        status: 416,
        range: 'bytes */10',
      });
    });

    it('that die within a minute and read nothing else', async () => {
      const address = await readable();
      const other = freshKey();
      await put(other, 'other');
      const url = new URL(address);
      expect((await fetched(`${url.origin}/${twin.bucket}/${other}${url.search}`)).status).toBe(403);
      expect((await fetched(address.replace('video%2Fmp4', 'text%2Fhtml'))).status).toBe(403);
      expect((await fetched(address.replace('X-Amz-Expires=60', 'X-Amz-Expires=600'))).status).toBe(403);
      expect((await fetched(address, { method: 'PUT', body: 'mine' })).status).toBe(403);
      expect((await fetched(`${url.origin}${url.pathname}`)).status).toBe(403);
      twin.advance(61_000);
      expect(await fetched(address)).toMatchObject({
        status: 403,
        text: expect.stringContaining('Request has expired'),
      });
      twin.advance(-61_000);
      await expect(
        storage.readAddress(other, { seconds: 61, contentType: 'image/png', disposition: 'inline' }),
      ).rejects.toThrow(RangeError);
    });

    it('that are the same for half a minute, so that a cache knows them', async () => {
      const key = freshKey();
      const ask = () => storage.readAddress(key, { seconds: 60, contentType: 'image/png', disposition: 'inline' });
      const [first, second, third] = [await ask(), await ask(), await ask()];
      // The half minute may turn once meanwhile.
      expect(first === second || second === third).toBe(true);
    });

    it('that take exactly the bytes that were announced, and only from pages that may', async () => {
      const key = freshKey();
      const address = (await storage.uploadAddress(key, { seconds: 3600, bytes: 5 }))!;
      expect((await fetched(address, { method: 'PUT', body: '123456' })).status).toBe(403);
      expect((await fetched(address, { method: 'PUT', body: '1234' })).status).toBe(403);
      twin.cors({ origins: ['https://clay.example'] });
      const preflight = {
        method: 'OPTIONS',
        headers: { 'access-control-request-method': 'PUT', 'access-control-request-headers': 'content-type' },
      };
      expect(
        (await fetched(address, { ...preflight, headers: { ...preflight.headers, origin: 'https://patch.example' } }))
          .status,
      ).toBe(403);
      expect(
        (
          await fetched(address, { ...preflight, headers: { ...preflight.headers, origin: 'https://clay.example' } })
        ).headers.get('access-control-allow-methods'),
      ).toContain('PUT');
      // Browsers have their own words for a type.
      const sent = await fetched(address, {
        method: 'PUT',
        body: '12345',
        headers: { 'content-type': 'image/jpg', origin: 'https://clay.example' },
      });
      expect({ status: sent.status, readable: sent.headers.get('access-control-expose-headers') }).toEqual({
        status: 200,
        readable: 'ETag',
      });
      expect(await storage.stat(key)).toMatchObject({ size: 5 });
      twin.advance(3_601_000);
      expect((await fetched(address, { method: 'PUT', body: '12345' })).status).toBe(403);
      twin.advance(-3_601_000);
    });

    it('that take one part, until the transfer is over', async () => {
      const upload = await storage.createMultipart(freshKey(), { contentType: 'video/mp4' });
      const address = (await storage.partAddress(upload, 1, { seconds: 3600, bytes: 5 }))!;
      expect(
        (await fetched(address.replace('partNumber=1', 'partNumber=2'), { method: 'PUT', body: '12345' })).status,
      ).toBe(403);
      expect((await fetched(address, { method: 'PUT', body: '12345' })).status).toBe(200);
      expect((await fetched(address, { method: 'PUT', body: '54321' })).status).toBe(200);
      await storage.completeMultipart(upload, (await storage.listParts(upload)) ?? []);
      expect(await fetched(address, { method: 'PUT', body: 'xxxxx' })).toMatchObject({
        status: 404,
        text: expect.stringContaining('NoSuchUpload'),
      });
      expect(String(await buffer((await storage.open(upload.key))!.stream))).toBe('54321');
    });
  });

  it('refuses a client whose clock is off, and a body that is not what was signed', async () => {
    twin.advance(20 * 60_000);
    const key = freshKey();
    // The client learns the store's time from the refusal.
    await put(key, 'late');
    expect(codes()).toContain('RequestTimeTooSkewed');
    expect(await storage.stat(key)).toMatchObject({ size: 4 });
    twin.advance(-20 * 60_000);
  });
});
