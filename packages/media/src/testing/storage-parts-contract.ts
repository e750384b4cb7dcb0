import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import {
  type Multipart,
  newStorageRandom,
  type Storage,
  storageKey,
  type TenantKey,
  TooLargeError,
} from '../storage/storage.ts';

const tenant = { id: 'contract0001' };
const options = { contentType: 'video/mp4' };
/** The least that S3 takes for a part which is not the last. */
const PART = 5 * 1024 * 1024;
const part = (letter: string, bytes = PART): Buffer => Buffer.alloc(bytes, letter);

/** What every store promises of transfers in parts, of copies and of its own addresses. */
export function describeParts(opened: () => Storage): void {
  const freshKey = (): TenantKey => storageKey(tenant, 'original', newStorageRandom());
  const begin = (key = freshKey()): Promise<Multipart> => opened().createMultipart(key, options);
  const put = (upload: Multipart, number: number, bytes: Uint8Array | Readable, maxBytes = PART) =>
    opened().putPart(upload, number, bytes, { maxBytes });
  const read = async (key: TenantKey): Promise<string> => {
    const object = await opened().open(key);
    return object === null ? 'absent' : summary(await buffer(object.stream));
  };

  it('joins parts that came in any order and at once, the last time of each', async () => {
    const upload = await begin();
    await Promise.all([
      put(upload, 3, part('c', 10)),
      put(upload, 1, part('x')),
      put(upload, 2, Readable.from([part('b')])),
    ]);
    const former = await opened().listParts(upload);
    await put(upload, 1, part('a'));
    const parts = await opened().listParts(upload);
    expect(parts?.map(({ number, size }) => ({ number, size }))).toEqual([
      { number: 1, size: PART },
      { number: 2, size: PART },
      { number: 3, size: 10 },
    ]);
    expect(await opened().stat(upload.key)).toBeNull();
    expect(await opened().completeMultipart(upload, former ?? [])).toBe('changed');
    expect(await opened().completeMultipart(upload, parts ?? [])).toBe('complete');
    expect(await opened().stat(upload.key)).toMatchObject({ size: 2 * PART + 10, contentType: 'video/mp4' });
    expect(await read(upload.key)).toBe(`${PART}a ${PART}b 10c`);
  });

  it('is over when it was completed: nothing changes what it became', async () => {
    const upload = await begin();
    await put(upload, 1, part('a', 3));
    const parts = (await opened().listParts(upload)) ?? [];
    const outcomes = await Promise.all([1, 2, 3].map(() => opened().completeMultipart(upload, parts)));
    expect(outcomes).toContain('complete');
    expect(await opened().completeMultipart(upload, parts)).toBe('absent');
    expect(await put(upload, 1, part('z', 3))).toBeNull();
    expect(await opened().listParts(upload)).toBeNull();
    await opened().abortMultipart(upload);
    expect(await read(upload.key)).toBe('3a');
  });

  it('leaves nothing when it is given up, however often', async () => {
    const upload = await begin();
    await put(upload, 1, part('a', 3));
    await opened().abortMultipart(upload);
    await opened().abortMultipart(upload);
    expect(await opened().listParts(upload)).toBeNull();
    expect(await put(upload, 2, part('a', 3))).toBeNull();
    expect(await opened().completeMultipart(upload, [{ number: 1, size: 3, tag: 'x' }])).toBe('absent');
    expect(await opened().stat(upload.key)).toBeNull();
  });

  it('is given up in peace while parts still come', async () => {
    const upload = await begin();
    const coming = Array.from({ length: 20 }, (_, at) => put(upload, at + 1, part('a', 50_000)));
    await coming[0];
    await opened().abortMultipart(upload);
    for (const sent of await Promise.all(coming)) expect(sent === null || sent.size === 50_000).toBe(true);
    await opened().abortMultipart(upload);
    expect(await opened().listParts(upload)).toBeNull();
  });

  it('keeps the former part when one is too large or breaks off', async () => {
    const upload = await begin();
    await put(upload, 1, part('a', 3));
    await expect(put(upload, 1, part('b', 4), 3)).rejects.toThrow(TooLargeError);
    await expect(put(upload, 1, Readable.from([part('b', 2), part('b', 2)]), 3)).rejects.toThrow(TooLargeError);
    const breaking = Readable.from(
      (async function* () {
        yield part('b', 1);
        throw new Error('line is dead');
      })(),
    );
    await expect(put(upload, 1, breaking)).rejects.toThrow('line is dead');
    await opened().completeMultipart(upload, (await opened().listParts(upload)) ?? []);
    expect(await read(upload.key)).toBe('3a');
  });

  it('needs a part to become anything', async () => {
    const upload = await begin();
    expect(await opened().listParts(upload)).toEqual([]);
    expect(await opened().completeMultipart(upload, [])).toBe('changed');
    expect(await opened().listParts(upload)).toEqual([]);
  });

  it('is not found under the key of another, nor numbered outside of 1 to 10,000', async () => {
    const upload = await begin();
    for (const key of [freshKey(), storageKey({ id: 'contract0002' }, 'original', newStorageRandom())]) {
      expect(await put({ ...upload, key }, 1, part('a', 1))).toBeNull();
      expect(await opened().listParts({ ...upload, key })).toBeNull();
    }
    for (const number of [0, -1, 1.5, 10_001, Number.NaN])
      await expect(put(upload, number, part('a', 1))).rejects.toThrow(RangeError);
  });

  it('lists the unfinished transfers of one tenant that are older than a moment', async () => {
    const own = await begin(storageKey({ id: 'contract0003' }, 'original', newStorageRandom()));
    await begin(storageKey({ id: 'contract0004' }, 'original', newStorageRandom()));
    expect(await opened().listMultiparts({ id: 'contract0003' }, new Date(Date.now() + 60_000))).toEqual([own]);
    expect(await opened().listMultiparts({ id: 'contract0003' }, new Date(Date.now() - 60_000))).toEqual([]);
    expect(await opened().listMultiparts({ id: 'contract0005' }, new Date(Date.now() + 60_000))).toEqual([]);
  });

  it('copies within itself, so that neither changes the other', async () => {
    const [from, to, empty] = [freshKey(), freshKey(), freshKey()];
    await opened().put(from, Buffer.from('first'), { contentType: 'image/png', maxBytes: 10 });
    await opened().put(empty, Buffer.alloc(0), { contentType: 'image/png', maxBytes: 10 });
    expect(await opened().copy(from, to)).toBe(true);
    await opened().put(from, Buffer.from('second'), { contentType: 'image/png', maxBytes: 10 });
    expect(await opened().stat(to)).toMatchObject({ size: 5, contentType: 'image/png' });
    expect(await read(to)).toBe(summary(Buffer.from('first')));
    await opened().remove(from);
    expect(await opened().copy(from, to)).toBe(false);
    expect(await read(to)).toBe(summary(Buffer.from('first')));
    expect(await opened().copy(empty, to)).toBe(true);
    expect(await read(to)).toBe('');
  });

  it('has addresses of its own for everything or for nothing', async () => {
    const upload = await begin();
    const addresses = [
      await opened().readAddress(upload.key, { seconds: 60, contentType: 'image/webp', disposition: 'inline' }),
      await opened().uploadAddress(upload.key, { seconds: 3600 }),
      await opened().partAddress(upload, 1, { seconds: 3600, bytes: 1 }),
    ];
    const { origin } = opened();
    for (const address of addresses) expect(address === null ? null : new URL(address).origin).toBe(origin);
  });
}

/** `3a 2b` for 'aaabb'. */
function summary(bytes: Buffer): string {
  const runs: string[] = [];
  for (let at = 0; at < bytes.length;) {
    let end = at;
    while (end < bytes.length && bytes[end] === bytes[at]) end += 1;
    runs.push(`${end - at}${String.fromCharCode(bytes[at]!)}`);
    at = end;
  }
  return runs.join(' ');
}
