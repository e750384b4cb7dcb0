import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openUploadQueue } from '../../src/entities/upload/upload-queue.ts';
import { fakeUploads, film } from '../testing/upload-fakes.ts';

const on = fakeUploads();

describe('a file in parts', () => {
  beforeEach(() => {
    on.partSize = 4;
  });

  it('goes three at a time, each part by its own address, and is completed', async () => {
    on.queue.add([film('b.mp4')], []);
    await expect.poll(() => on.transfers).toHaveLength(3);
    expect(on.transfers.map(({ address, sent }) => [address, sent?.size])).toEqual([
      ['/part/1', 4],
      ['/part/2', 4],
      ['/part/3', 2],
    ]);
    on.transfer(1).end(200);
    on.transfer(0).progress(3);
    await expect.poll(() => on.queue.items()[0]).toMatchObject({ phase: 'sending', sent: 7 });
    on.transfer(0).end(200);
    on.transfer(2).end(200);
    await expect.poll(() => on.phases()).toEqual(['processing']);
    expect(on.called('complete')).toEqual([{ media_id: 'm1' }]);
  });

  it('sends a part again that did not come through, with a fresh address', async () => {
    on.queue.add([film('b.mp4')], []);
    await expect.poll(() => on.transfers).toHaveLength(3);
    on.transfer(1).end(503);
    await vi.waitFor(() => expect(on.transfers).toHaveLength(4), { timeout: 20_000 });
    expect(on.transfer(3).address).toBe('/part/2');
    expect(on.phases()).toEqual(['sending']);
    expect(on.called('parts').length).toBeGreaterThan(1);
  });

  it('after a reload asks what is there and sends only the rest', async () => {
    on.queue.add([film('b.mp4')], []);
    await expect.poll(() => on.transfers).toHaveLength(3);
    on.transfer(0).end(200);
    await expect.poll(() => on.queue.items()[0]).toMatchObject({ sent: 4 });
    on.page.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    on.arrivedParts = [1];
    on.transfers.length = 0;
    on.queue = openUploadQueue(on.user);
    expect(on.queue.items()[0]).toMatchObject({ phase: 'lost', sent: 4 });
    expect(await on.queue.resume(on.queue.items()[0]!.key)).toBe(false);
    expect(on.queue.replace(on.queue.items()[0]!.key, film('b.mp4'))).toBe(true);
    await expect.poll(() => on.transfers).toHaveLength(2);
    expect(on.transfers.map(({ address }) => address)).toEqual(['/part/2', '/part/3']);
  });

  it('is given up at the server when it is cancelled', async () => {
    on.queue.add([film('b.mp4')], []);
    await expect.poll(() => on.transfers).toHaveLength(3);
    on.queue.remove(on.queue.items()[0]!.key);
    expect(on.transfers.every(({ isAborted }) => isAborted)).toBe(true);
    await expect.poll(() => on.called('abort')).toEqual([{ media_id: 'm1' }]);
  });
});
