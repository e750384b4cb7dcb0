import { describe, expect, it, vi } from 'vitest';
import { openUploadQueue, type UploadQueue } from '../../src/entities/upload/upload-queue.ts';
import { fakeFileStore, fakeUploads, photo } from '../testing/upload-fakes.ts';

const on = fakeUploads();

describe('uploads on two pages of one person', () => {
  /** Locks as browsers have them: who asks waits for its turn, and gives back with the end of its work. */
  function fakeLocks() {
    const held = new Map<string, Promise<unknown>>();
    return {
      request: async (
        name: string,
        { ifAvailable = false }: LockOptions,
        work: (lock: { name: string } | null) => unknown,
      ): Promise<void> => {
        if (ifAvailable && held.has(name)) return void (await work(null));
        while (held.has(name)) await held.get(name);
        const over = Promise.resolve(work({ name }));
        held.set(name, over);
        await over;
        held.delete(name);
      },
    };
  }
  // Writes of an earlier test may still come.
  let person = 0;
  let name = '';
  let first: UploadQueue;
  let firstPage: EventTarget;
  let second: UploadQueue;
  let secondPage: EventTarget;
  const tell = (to: EventTarget): void => {
    to.dispatchEvent(Object.assign(new Event('storage'), { key: name }));
  };
  const secondPhases = (): [string, boolean][] =>
    second.items().map(({ phase, isElsewhere }) => [phase, isElsewhere === true]);

  async function openTwo(): Promise<void> {
    vi.stubGlobal('navigator', { onLine: true, locks: fakeLocks() });
    name = `uploads-p${(person += 1)}`;
    [first, firstPage] = [(on.queue = openUploadQueue(`p${person}`)), on.page];
    first.add([photo('a.jpg', 8)], []);
    await expect.poll(() => on.transfers).toHaveLength(1);
    on.transfer(0).progress(3);
    await expect.poll(() => on.stored.get(name)).toContain('"sent":3');
    secondPage = on.page = new EventTarget();
    second = openUploadQueue(`p${person}`);
    await expect.poll(() => secondPhases()).toEqual([['sending', true]]);
  }

  it('the second sees what the first sends, and sends nothing twice', async () => {
    await openTwo();
    on.transfer(0).progress(6);
    await expect.poll(() => on.stored.get(name)).toContain('"sent":6');
    tell(secondPage);
    expect(second.items()[0]).toMatchObject({ phase: 'sending', sent: 6, isElsewhere: true });
    expect(await second.resume(second.items()[0]!.key)).toBe(false);
    second.replace(second.items()[0]!.key, photo('a.jpg', 8));
    on.transfer(0).end(200);
    await expect.poll(() => on.phases()).toEqual(['processing']);
    await expect.poll(() => secondPhases()).toEqual([['processing', false]]);
    expect(on.transfers).toHaveLength(1);
    expect(on.called('generate_presigned_url')).toHaveLength(1);
  });

  it('a file that was chosen just now is told of no sooner than no other page can take it up', async () => {
    vi.stubGlobal('indexedDB', fakeFileStore());
    const locks = fakeLocks();
    let isLate = true;
    // The browser hears of the first page's wish later than the second page hears of the file.
    const request: typeof locks.request = async (...wish) => {
      if (isLate) await new Promise((resolve) => setTimeout(resolve, 400));
      await locks.request(...wish);
    };
    vi.stubGlobal('navigator', { onLine: true, locks: { request } });
    name = `uploads-p${(person += 1)}`;
    [first, firstPage] = [(on.queue = openUploadQueue(`p${person}`)), on.page];
    secondPage = on.page = new EventTarget();
    second = openUploadQueue(`p${person}`);
    first.add([photo('a.jpg', 8)], []);
    isLate = false;
    await expect.poll(() => on.transfers).toHaveLength(1);
    tell(secondPage);
    expect(second.items()).toEqual([]);
    await expect.poll(() => on.stored.get(name) ?? '').toContain('a.jpg');
    tell(secondPage);
    await expect.poll(() => secondPhases()).toEqual([['sending', true]]);
    on.transfer(0).end(200);
    await expect.poll(() => secondPhases()).toEqual([['processing', false]]);
    expect(on.called('generate_presigned_url')).toHaveLength(1);
  });

  it('what the first wrote last may reach the second after its lock', async () => {
    await openTwo();
    const before = on.stored.get(name) ?? null;
    let isLate = true;
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => (isLate ? before : (on.stored.get(key) ?? null)),
      setItem: (key: string, value: string) => on.stored.set(key, value),
    });
    setTimeout(() => {
      isLate = false;
    }, 80);
    on.transfer(0).end(200);
    await expect.poll(() => secondPhases()).toEqual([['processing', false]]);
    on.page.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(JSON.parse(on.stored.get(name) ?? '')).toMatchObject([{ phase: 'processing' }]);
    expect(on.called('generate_presigned_url')).toHaveLength(1);
  });

  it('that a file has arrived outlives the list, over which another page may write what it knew before', async () => {
    vi.stubGlobal('indexedDB', fakeFileStore());
    await openTwo();
    const before = on.stored.get(name) ?? '';
    on.transfer(0).end(200);
    await expect.poll(() => on.phases()).toEqual(['processing']);
    on.stored.set(name, before);
    await expect.poll(() => second.items()).toMatchObject([{ phase: 'processing', mediaId: 'm1', sent: 8 }]);
    expect(on.called('generate_presigned_url')).toHaveLength(1);
  });

  it('what one adds is in the list of the other, and neither loses what the other has', async () => {
    await openTwo();
    second.add([photo('b.jpg', 5)], []);
    await expect.poll(() => on.transfers).toHaveLength(2);
    expect(JSON.parse(on.stored.get(name) ?? '')).toMatchObject([{ name: 'a.jpg' }, { name: 'b.jpg' }]);
    on.transfer(0).end(200);
    await expect.poll(() => on.phases()[0]).toBe('processing');
    expect(JSON.parse(on.stored.get(name) ?? '')).toMatchObject([
      { name: 'a.jpg', phase: 'processing' },
      { name: 'b.jpg' },
    ]);
    tell(firstPage);
    expect(first.items()).toMatchObject([{ name: 'a.jpg' }, { name: 'b.jpg', isElsewhere: true }]);
  });

  it('what one wrote before it had seen what the other began takes nothing from it', async () => {
    await openTwo();
    const before = on.stored.get(name) ?? '';
    first.add([photo('b.jpg', 5)], []);
    await expect.poll(() => on.transfers).toHaveLength(2);
    on.stored.set(name, before);
    tell(firstPage);
    expect(first.items()).toMatchObject([
      { name: 'a.jpg', phase: 'sending' },
      { name: 'b.jpg', phase: 'sending' },
    ]);
    expect(on.transfers.some(({ isAborted }) => isAborted)).toBe(false);
    await expect.poll(() => JSON.parse(on.stored.get(name) ?? '')).toHaveLength(2);
  });

  it('cancelled on one, it stops on the other', async () => {
    await openTwo();
    second.remove(second.items()[0]!.key);
    expect(JSON.parse(on.stored.get(name) ?? '')).toEqual([{ key: expect.any(String), isTakenOut: true }]);
    tell(firstPage);
    expect(on.transfer(0).isAborted).toBe(true);
    expect(first.items()).toEqual([]);
    await expect.poll(() => on.called('abort')).toEqual([{ media_id: 'm1' }]);
  });
});
