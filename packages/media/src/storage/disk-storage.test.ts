import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDiskStorage } from './disk-storage.ts';
import { describeStorage } from '../testing/storage-contract.ts';
import {
  type ByteRange,
  type Multipart,
  newStorageRandom,
  parseStorageKey,
  type Storage,
  storageKey,
  type TenantKey,
} from './storage.ts';

describeStorage('disk', async () => {
  const root = await mkdtemp(join(tmpdir(), 'disk-storage-'));
  return { storage: await openDiskStorage({ root }), close: () => rm(root, { recursive: true }) };
});

const tenant = { id: 'abc123def456' };
const put = { contentType: 'image/png', maxBytes: 1000 };

describe('the disk store', () => {
  let folder: string;
  let root: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'disk-storage-'));
    root = join(folder, 'store');
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('neither reads nor writes nor removes through a symbolic link', async () => {
    const storage = await openDiskStorage({ root });
    const random = newStorageRandom();
    const key = storageKey(tenant, 'private', random);
    const place = join(root, tenant.id, 'private', random.slice(0, 2));
    await writeFile(join(folder, 'outside'), 'secret');
    await mkdir(place, { recursive: true });
    await symlink(join(folder, 'outside'), join(place, random));
    expect(await storage.open(key)).toBeNull();
    expect(await storage.copyToLocal(key, join(folder, 'copy'))).toBe(false);
    await storage.put(key, Buffer.from('mine'), put);
    expect(await readFile(join(folder, 'outside'), 'utf8')).toBe('secret');
    expect(await storage.stat(key)).toMatchObject({ size: 4 });
  });

  it('does not follow a folder that leads elsewhere', async () => {
    const storage = await openDiskStorage({ root });
    const random = newStorageRandom();
    const elsewhere = join(folder, 'elsewhere');
    await mkdir(join(elsewhere, 'private', random.slice(0, 2)), { recursive: true });
    await writeFile(join(elsewhere, 'private', random.slice(0, 2), random), 'secret');
    await symlink(elsewhere, join(root, tenant.id));
    const key = storageKey(tenant, 'private', random);
    expect(await storage.open(key)).toBeNull();
    await storage.remove(key);
    expect(await readFile(join(elsewhere, 'private', random.slice(0, 2), random), 'utf8')).toBe('secret');
    await expect(storage.put(key, Buffer.from('x'), put)).rejects.toThrow('leads elsewhere');
  });

  it('leaves no unfinished file after a refusal, and sweeps old ones that a crash left', async () => {
    const storage = await openDiskStorage({ root });
    const key = storageKey(tenant, 'original', newStorageRandom());
    await expect(storage.put(key, Readable.from([Buffer.alloc(2000)]), put)).rejects.toThrow('more than 1000 bytes');
    expect(await readdir(join(root, 'unfinished'))).toEqual([]);
    await writeFile(join(root, 'unfinished', 'old'), '');
    await utimes(join(root, 'unfinished', 'old'), 1, 1);
    await writeFile(join(root, 'unfinished', 'young'), '');
    await openDiskStorage({ root });
    expect(await readdir(join(root, 'unfinished'))).toEqual(['young']);
  });
});

describe('a film that came in parts', () => {
  let root: string;
  let storage: Storage;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'disk-parts-'));
    storage = await openDiskStorage({ root });
  });
  afterAll(() => rm(root, { recursive: true }));
  const sent = async (letters: string, key = storageKey(tenant, 'original', newStorageRandom())) => {
    const upload = await storage.createMultipart(key, { contentType: 'video/mp4' });
    for (const [at, letter] of [...letters].entries())
      await storage.putPart(upload, at + 1, Buffer.alloc(100_000, letter), { maxBytes: 100_000 });
    return upload;
  };
  const complete = async (upload: Multipart) =>
    storage.completeMultipart(upload, (await storage.listParts(upload)) ?? []);
  const files = async () =>
    (await readdir(root, { recursive: true, withFileTypes: true })).filter((one) => one.isFile());
  const inodes = async () =>
    new Set(
      await Promise.all((await files()).map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).ino)),
    );
  const readOf = async (key: TenantKey, range?: ByteRange) =>
    String(await buffer((await storage.open(key, range))!.stream));

  it('is put together without its bytes being written again', async () => {
    const upload = await sent('abc');
    const before = await inodes();
    expect(await complete(upload)).toBe('complete');
    expect(await inodes()).toEqual(before);
    expect(await storage.stat(upload.key)).toMatchObject({ size: 300_000, contentType: 'video/mp4' });
  });

  it('is read in any range, over the borders of its parts too', async () => {
    const upload = await sent('abc');
    await complete(upload);
    expect(await readOf(upload.key, { start: 99_998, end: 100_001 })).toBe('aabb');
    expect(await readOf(upload.key, { start: 99_999, end: 200_000 })).toBe(`a${'b'.repeat(100_000)}c`);
    expect(await readOf(upload.key, { start: 299_999, end: 299_999 })).toBe('c');
    for (const range of [
      { start: 0, end: 300_000 },
      { start: 2, end: 1 },
      { start: -1, end: 1 },
    ])
      await expect(storage.open(upload.key, range)).rejects.toThrow(RangeError);
    const local = join(root, 'local');
    expect(await storage.copyToLocal(upload.key, local)).toBe(true);
    expect(await readFile(local, 'utf8')).toBe('a'.repeat(100_000) + 'b'.repeat(100_000) + 'c'.repeat(100_000));
    await rm(local);
  });

  it('is copied, replaced and removed like any other object', async () => {
    const upload = await sent('ab');
    await complete(upload);
    const copied = storageKey(tenant, 'original', newStorageRandom());
    expect(await storage.copy(upload.key, copied)).toBe(true);
    await complete(await sent('cd', upload.key));
    expect([
      await readOf(upload.key, { start: 99_999, end: 100_000 }),
      await readOf(copied, { start: 99_999, end: 100_000 }),
    ]).toEqual(['cd', 'ab']);
    await storage.put(upload.key, Buffer.from('whole'), put);
    expect(await readOf(upload.key)).toBe('whole');
    await complete(await sent('e', upload.key));
    expect(await storage.stat(upload.key)).toMatchObject({ size: 100_000 });
    for (const key of [upload.key, copied]) {
      await storage.remove(key);
      expect(await storage.open(key)).toBeNull();
    }
    expect(
      (await files()).filter(
        ({ parentPath }) => parentPath.includes(upload.key.split('/')[2]!) || parentPath.includes('unfinished'),
      ),
    ).toEqual([]);
  });

  it('that leads elsewhere is not there', async () => {
    const upload = await sent('a');
    await complete(upload);
    const random = upload.key.split('/')[2]!;
    const place = join(root, tenant.id, 'original', random.slice(0, 2), `${random}.parts`);
    await rename(place, join(root, 'elsewhere'));
    await symlink(join(root, 'elsewhere'), place);
    expect(await storage.open(upload.key)).toBeNull();
    expect(await storage.stat(upload.key)).toBeNull();
  });
});

describe('a storage key', () => {
  it('is under its tenant and its area', () => {
    const random = newStorageRandom();
    expect(storageKey(tenant, 'original', random)).toBe(`abc123def456/original/${random}`);
    expect(storageKey(tenant, 'public', random, 'blur')).toBe(`abc123def456/public/${random}/blur`);
  });

  it('is not made without a tenant, nor from parts that could lead elsewhere', () => {
    const random = newStorageRandom();
    // @ts-expect-error a text is no tenant
    expect(() => storageKey('abc123def456', 'public', random)).toThrow('not a tenant id');
    expect(() => storageKey({ id: '../abc123def' }, 'public', random)).toThrow(RangeError);
    expect(() => storageKey(tenant, '..' as 'public', random)).toThrow(RangeError);
    expect(() => storageKey(tenant, 'public', '../../x')).toThrow(RangeError);
    expect(() => storageKey(tenant, 'public', random, '..')).toThrow(RangeError);
  });

  it('is not read back by another tenant', () => {
    const key = storageKey(tenant, 'private', newStorageRandom());
    expect(parseStorageKey(tenant, key)).toBe(key);
    expect(() => parseStorageKey({ id: 'abc123def457' }, key)).toThrow(RangeError);
    expect(() => parseStorageKey({ id: '' }, key)).toThrow(RangeError);
  });
});
