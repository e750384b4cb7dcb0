import { mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDiskStorage } from './disk-storage.ts';
import { describeStorage } from './storage-contract.ts';
import { newStorageRandom, parseStorageKey, storageKey } from './storage-key.ts';

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
