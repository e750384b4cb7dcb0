import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDiskStorage } from '../storage/disk-storage.ts';
import { receiveUpload, type ReceivedUpload } from './receive-upload.ts';
import { newStorageRandom, type Storage, storageKey } from '../storage/storage.ts';

const tenant = { id: 'abc123def456' };
const pngHead = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

describe('an upload', () => {
  let root: string;
  let storage: Storage;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'receive-upload-'));
    storage = await openDiskStorage({ root });
  });
  afterAll(() => rm(root, { recursive: true }));
  const target = () => ({ storage, key: storageKey(tenant, 'original', newStorageRandom()) });

  it('is stored, counted, hashed and recognised by its content', async () => {
    const to = target();
    const body = Buffer.concat([pngHead, Buffer.alloc(100_000, 7)]);
    const result = await receiveUpload(Readable.from([body.subarray(0, 5), body.subarray(5)]), to);
    expect(result).toEqual({
      received: true,
      size: body.length,
      sha256: createHash('sha256').update(body).digest('hex'),
      content: { kind: 'photo', contentType: 'image/png' },
    });
    expect(await storage.stat(to.key)).toMatchObject({ size: body.length });
  });

  it('POST-092 of exactly 50 MB is taken, of one byte more it is refused and nothing stays', async () => {
    async function* megabytes(extra: number): AsyncGenerator<Buffer> {
      for (let i = 0; i < 50; i++) yield Buffer.alloc(1_000_000);
      if (extra > 0) yield Buffer.alloc(extra);
    }
    const fits = target();
    expect(await receiveUpload(Readable.from(megabytes(0)), fits)).toMatchObject({ received: true, size: 50_000_000 });
    await storage.remove(fits.key);
    const over = target();
    expect(await receiveUpload(Readable.from(megabytes(1)), over)).toEqual({ received: false, reason: 'too_large' });
    expect(await storage.stat(over.key)).toBeNull();
  });

  it('POST-092 announced as too large is refused before a byte is read', async () => {
    let read = false;
    const source = Readable.from(
      (async function* () {
        read = true;
        yield pngHead;
      })(),
    );
    expect(await receiveUpload(source, { ...target(), announcedBytes: 50_000_001 })).toEqual({
      received: false,
      reason: 'too_large',
    });
    expect(read).toBe(false);
  });

  it('without a byte is refused', async () => {
    const to = target();
    expect(await receiveUpload(Readable.from([]), to)).toEqual({ received: false, reason: 'empty' });
    expect(await storage.stat(to.key)).toBeNull();
  });

  it('throws when the store fails, and does not blame the client', async () => {
    const failing: Storage = { ...storage, put: () => Promise.reject(new Error('disk is full')) };
    await expect(receiveUpload(Readable.from([pngHead]), { ...target(), storage: failing })).rejects.toThrow(
      'disk is full',
    );
    const failingMidway: Storage = {
      ...storage,
      put: async (_key, source) => {
        for await (const _ of source as Readable) break;
        throw new Error('disk is full');
      },
    };
    const endless = Readable.from(
      (async function* () {
        for (;;) yield Buffer.alloc(1000);
      })(),
    );
    await expect(receiveUpload(endless, { ...target(), storage: failingMidway })).rejects.toThrow('disk is full');
  });
});

describe('an upload over the network', () => {
  let root: string;
  let storage: Storage;
  let server: Server;
  let outcome: PromiseWithResolvers<ReceivedUpload>;
  const key = storageKey(tenant, 'original', newStorageRandom());
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'receive-upload-'));
    storage = await openDiskStorage({ root });
    outcome = Promise.withResolvers();
    server = createServer((incoming, answer) => {
      void receiveUpload(incoming, { storage, key, maxBytes: 300_000 }).then((result) => {
        outcome.resolve(result);
        answer.writeHead(result.received ? 200 : 413).end();
      }, outcome.reject);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
    await rm(root, { recursive: true });
  });
  const send = () => request({ port: (server.address() as AddressInfo).port, method: 'PUT', host: '127.0.0.1' });

  it('that breaks off stores nothing', async () => {
    const sending = send();
    sending.on('error', () => undefined);
    sending.write(Buffer.alloc(100_000));
    setTimeout(() => sending.destroy(), 100);
    expect(await outcome.promise).toEqual({ received: false, reason: 'interrupted' });
    expect(await storage.stat(key)).toBeNull();
  });

  it('that is too large still gets its answer', async () => {
    const sending = send();
    const answered = new Promise<number>((done, fail) => {
      sending.on('response', (response) => done(response.statusCode!));
      sending.on('error', fail);
    });
    sending.write(Buffer.alloc(400_000));
    sending.end(Buffer.alloc(200_000));
    expect(await answered).toBe(413);
    expect(await storage.stat(key)).toBeNull();
  });
});
