// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openUploadQueue, type UploadQueue } from '../src/lib/uploads/upload-queue.ts';

/** Transfers that the test ends by hand. */
class FakeTransfer {
  static readonly all: FakeTransfer[] = [];
  readonly upload = new EventTarget();
  readonly events = new EventTarget();
  status = 0;
  responseText = '';
  address = '';
  isAborted = false;
  constructor() { FakeTransfer.all.push(this); }
  addEventListener(name: string, listener: () => void): void { this.events.addEventListener(name, listener); }
  readonly headers: Record<string, string> = {};
  sent: Blob | null = null;
  open(_: string, address: string): void { this.address = address; }
  setRequestHeader(name: string, value: string): void { this.headers[name] = value; }
  send(bytes: Blob): void { this.sent = bytes; }
  abort(): void {
    this.isAborted = true;
    this.events.dispatchEvent(new Event('abort'));
  }
  end(status: number, answer: unknown = {}): void {
    this.status = status;
    this.responseText = JSON.stringify(answer);
    this.events.dispatchEvent(new Event('load'));
  }
  /** No answer at all. */
  fail(): void { this.events.dispatchEvent(new Event('error')); }
  progress(loaded: number): void { this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded })); }
}

const stored = new Map<string, string>();
let states: Record<string, string> = {};
let presignStatus = 200;
let partSize: number | null = null;
/** What the server says beside an address that is empty; null where it has one. */
let emptyAddress: string | null = null;
let arrivedParts: number[] = [];
let calls: { path: string; body: Record<string, unknown> }[] = [];
let queue: UploadQueue;
/** Another one in each test: what the queues of those before still write is theirs. */
let user = '';
let users = 0;
let page = new EventTarget();
const film = (name: string, size = 10): File => new File(['x'.repeat(size)], name, { type: 'video/mp4' });
const called = (end: string): Record<string, unknown>[] => calls.filter(({ path }) => path.endsWith(end)).map(({ body }) => body);
const photo = (name: string, size = 4): File => new File(['x'.repeat(size)], name, { type: 'image/jpeg' });
const phases = (): string[] => queue.items().map(({ phase }) => phase);
const transfer = (index: number): FakeTransfer => FakeTransfer.all[index] as FakeTransfer;

beforeEach(() => {
  FakeTransfer.all.length = 0;
  stored.clear();
  states = {};
  presignStatus = 200;
  partSize = null;
  emptyAddress = null;
  arrivedParts = [];
  calls = [];
  let made = 0;
  page = new EventTarget();
  vi.stubGlobal('XMLHttpRequest', FakeTransfer);
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, value: string) => stored.set(key, value) });
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('addEventListener', (...given: Parameters<EventTarget['addEventListener']>) => page.addEventListener(...given));
  vi.stubGlobal('Image', class extends EventTarget { set src(_: string) { queueMicrotask(() => this.dispatchEvent(new Event('error'))); } });
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    const given = JSON.parse(body) as Record<string, unknown>;
    calls.push({ path: url, body: given });
    if (url.endsWith('multipart/status')) return Response.json({ success: true, data: { part_size: partSize, parts_count: 3, size: 10, uploaded: arrivedParts, state: 'waiting' } });
    if (url.endsWith('multipart/parts')) return Response.json({ success: true, data: (given['part_numbers'] as number[]).map((number) => ({ part_number: number, url: `/part/${number}` })) });
    if (url.endsWith('complete') || url.endsWith('abort')) return Response.json({ success: true, data: {} });
    if (url.endsWith('states')) return Response.json({ success: true, data: (JSON.parse(body) as { ids: string[] }).ids.filter((id) => states[id] !== 'gone').map((id) => ({ _id: id, state: states[id] ?? (called('complete').some(({ media_id: done }) => done === id) ? 'processing' : 'waiting'), error_code: 'media-damaged', message: 'It may be damaged.', thumbnail_url: '/t', width: 1, height: 1 })) });
    if (presignStatus !== 200) return Response.json({ success: false, code: 'media-format', message: 'Media format is not supported.' }, { status: presignStatus });
    if (emptyAddress !== null) return Response.json({ success: true, message: emptyAddress, data: { presigned_url: '', media_id: 'm1', file_name: 'x', multipart: null } });
    return Response.json({ success: true, data: { presigned_url: partSize === null ? `/put/${made += 1}` : '', media_id: `m${partSize === null ? made : (made += 1)}`, file_name: 'x', multipart: partSize === null ? null : { part_size: partSize, parts_count: 3 } } });
  });
  user = `u${users += 1}`;
  queue = openUploadQueue(user);
});
afterEach(() => vi.unstubAllGlobals());

describe('the queue of uploads', () => {
  it('POST-056 asks for an address for each file and sends two at a time', async () => {
    queue.add([photo('a.jpg'), photo('b.jpg', 5), photo('c.jpg', 6)], []);
    await vi.waitFor(() => expect(FakeTransfer.all).toHaveLength(2));
    expect(phases()).toEqual(['sending', 'sending', 'waiting']);
    transfer(0).end(200);
    await vi.waitFor(() => expect(phases()).toEqual(['processing', 'sending', 'sending']));
    expect(queue.items()[0]).toMatchObject({ mediaId: 'm1', sent: 4 });
  });

  it('POST-057 tells how far a file is, at the server too', async () => {
    queue.add([photo('a.jpg', 8)], []);
    await vi.waitFor(() => expect(FakeTransfer.all).toHaveLength(1));
    transfer(0).progress(3);
    expect(queue.items()[0]).toMatchObject({ phase: 'sending', sent: 3 });
    states = { m1: 'ready' };
    transfer(0).end(200);
    await vi.waitFor(() => expect(phases()).toEqual(['processing']));
    document.dispatchEvent(new Event('media-state'));
    await vi.waitFor(() => expect(phases()).toEqual(['ready']));
  });

  it('POST-093 skips a file of the same name and size', async () => {
    const first = queue.add([photo('a.jpg'), photo('a.jpg')], []);
    expect(first).toMatchObject({ keys: [expect.any(String)], duplicates: ['a.jpg'] });
    expect(queue.add([photo('a.jpg'), photo('a.jpg', 9)], queue.items())).toMatchObject({ keys: [expect.any(String)], duplicates: ['a.jpg'] });
  });

  it('POST-094 takes no more than 45 together', () => {
    const many = Array.from({ length: 46 }, (_, index) => photo(`${index}.jpg`));
    expect(queue.add(many, [])).toEqual({ keys: [], duplicates: [], problem: { code: 'max-45', params: { n: 46 } } });
    expect(queue.items()).toEqual([]);
  });

  it('POST-089 refuses what is no photo, with its number in a gallery', () => {
    queue.add([photo('a.jpg'), new File(['x'], 'b.gif', { type: 'image/gif' })], []);
    expect(queue.items()[1]).toMatchObject({ phase: 'refused', problem: { code: 'image-number-format', params: { n: 2 } } });
    queue.add([new File(['x'], 'c.gif', { type: 'image/gif' })], []);
    expect(queue.items()[2]).toMatchObject({ phase: 'refused', problem: { code: 'media-format' } });
  });

  it('POST-062 stops when the device goes offline, says so, and goes on afterwards', async () => {
    queue.add([photo('a.jpg')], []);
    await vi.waitFor(() => expect(FakeTransfer.all).toHaveLength(1));
    page.dispatchEvent(new Event('offline'));
    expect(transfer(0).isAborted).toBe(true);
    expect(queue.items()[0]).toMatchObject({ phase: 'offline', problem: { code: 'upload-offline' } });
    page.dispatchEvent(new Event('online'));
    await vi.waitFor(() => expect(FakeTransfer.all).toHaveLength(2));
    expect(phases()).toEqual(['sending']);
  });

  it('shows the server\'s words when an address is refused, and tries nothing again', async () => {
    presignStatus = 415;
    queue.add([photo('a.jpg')], []);
    await vi.waitFor(() => expect(phases()).toEqual(['refused']));
    expect(queue.items()[0]?.problem).toMatchObject({ code: 'media-format', message: 'Media format is not supported.' });
  });

  it('lets a failed transfer be tried again', async () => {
    queue.add([photo('a.jpg')], []);
    await vi.waitFor(() => expect(FakeTransfer.all).toHaveLength(1));
    transfer(0).end(500);
    await vi.waitFor(() => expect(queue.items()[0]).toMatchObject({ phase: 'failed', problem: { code: 'upload-image-error' } }));
    queue.retry(queue.items()[0]!.key);
    await vi.waitFor(() => expect(FakeTransfer.all).toHaveLength(2));
  });

  it('a removed file is stopped and forgotten', async () => {
    queue.add([photo('a.jpg')], []);
    await vi.waitFor(() => expect(FakeTransfer.all).toHaveLength(1));
    queue.remove(queue.items()[0]!.key);
    expect(transfer(0).isAborted).toBe(true);
    expect(queue.items()).toEqual([]);
  });

  it('POST-107 sends without a session, by the address alone', async () => {
    queue.add([photo('a.jpg'), film('b.mp4')], []);
    await vi.waitFor(() => expect(FakeTransfer.all).toHaveLength(2));
    expect(FakeTransfer.all.map(({ headers }) => headers)).toEqual(expect.arrayContaining([{ 'content-type': 'image/jpg' }, { 'content-type': 'video/mp4' }]));
    expect(called('generate_presigned_url')).toContainEqual({ file_name: 'b.mp4', content_type: 'video/mp4', media_type: 'video', size: 10, category: 'blog' });
  });

  it('POST-104 stops at a refused address, shows the server\'s words and leaves a note', async () => {
    presignStatus = 413;
    queue.add([film('b.mp4')], []);
    await vi.waitFor(() => expect(phases()).toEqual(['refused']));
    expect(FakeTransfer.all).toHaveLength(0);
    expect(console.warn).toHaveBeenCalledWith('upload address refused', 'media-format', null);
  });

  it.each([
    ['POST-105 the server\'s words', 415, { code: 'media-format', message: 'Media format is not supported.' }, { phase: 'refused', problem: { message: 'Media format is not supported.' } }],
    ['POST-103 the usual sentence where the server says nothing', 500, {}, { phase: 'failed', problem: { code: 'upload-image-error' } }],
  ] as const)('shows %s', async (_, status, answer, expected) => {
    queue.add([photo('a.jpg')], []);
    await vi.waitFor(() => expect(FakeTransfer.all).toHaveLength(1));
    transfer(0).end(status, answer);
    await vi.waitFor(() => expect(queue.items()[0]).toMatchObject(expected));
    expect(called('complete')).toEqual([]);
  });

  it.each([['No room is left.', { code: 'upload-image-error', message: 'No room is left.' }], ['', { code: 'upload-image-error' }]])('POST-105 sends nothing where the address is empty, and shows the server\'s words: “%s”', async (message, problem) => {
    emptyAddress = message;
    queue.add([photo('a.jpg')], []);
    await vi.waitFor(() => expect(queue.items()[0]).toMatchObject({ phase: 'failed', problem }));
    expect(FakeTransfer.all).toHaveLength(0);
    expect(called('complete')).toEqual([]);
  });

  it('POST-106 takes 200 for success and tells the server once', async () => {
    queue.add([photo('a.jpg')], []);
    await vi.waitFor(() => expect(FakeTransfer.all).toHaveLength(1));
    transfer(0).end(200);
    await vi.waitFor(() => expect(phases()).toEqual(['processing']));
    expect(called('complete')).toEqual([{ media_id: 'm1' }]);
    queue.add([photo('b.jpg')], []);
    await vi.waitFor(() => expect(FakeTransfer.all).toHaveLength(2));
    transfer(1).end(204);
    await vi.waitFor(() => expect(phases()).toEqual(['processing', 'failed']));
    expect(called('complete')).toHaveLength(1);
  });

  it('knows a film by its name where the system knows no type', () => {
    queue.add([new File(['x'], 'a.MOV', { type: '' })], []);
    expect(queue.items()[0]).toMatchObject({ type: 'video/quicktime', phase: expect.stringMatching(/waiting|sending/) });
  });

  it('shows how far a film is at the server, as it is told', async () => {
    queue.add([film('b.mp4')], []);
    await vi.waitFor(() => expect(FakeTransfer.all).toHaveLength(1));
    transfer(0).end(200);
    await vi.waitFor(() => expect(phases()).toEqual(['processing']));
    document.dispatchEvent(new CustomEvent('media-progress', { detail: { mediaId: 'm1', progress: 40 } }));
    expect(queue.items()[0]).toMatchObject({ phase: 'processing', processed: 40 });
  });

  describe('a file in parts', () => {
    beforeEach(() => { partSize = 4; });

    it('goes three at a time, each part by its own address, and is completed', async () => {
      queue.add([film('b.mp4')], []);
      await vi.waitFor(() => expect(FakeTransfer.all).toHaveLength(3));
      expect(FakeTransfer.all.map(({ address, sent }) => [address, sent?.size])).toEqual([['/part/1', 4], ['/part/2', 4], ['/part/3', 2]]);
      transfer(1).end(200);
      transfer(0).progress(3);
      await vi.waitFor(() => expect(queue.items()[0]).toMatchObject({ phase: 'sending', sent: 7 }));
      transfer(0).end(200);
      transfer(2).end(200);
      await vi.waitFor(() => expect(phases()).toEqual(['processing']));
      expect(called('complete')).toEqual([{ media_id: 'm1' }]);
    });

    it('sends a part again that did not come through, with a fresh address', async () => {
      queue.add([film('b.mp4')], []);
      await vi.waitFor(() => expect(FakeTransfer.all).toHaveLength(3));
      transfer(1).end(503);
      await vi.waitFor(() => expect(FakeTransfer.all).toHaveLength(4), { timeout: 3000 });
      expect(transfer(3).address).toBe('/part/2');
      expect(phases()).toEqual(['sending']);
      expect(called('parts').length).toBeGreaterThan(1);
    });

    it('after a reload asks what is there and sends only the rest', async () => {
      queue.add([film('b.mp4')], []);
      await vi.waitFor(() => expect(FakeTransfer.all).toHaveLength(3));
      transfer(0).end(200);
      await vi.waitFor(() => expect(queue.items()[0]).toMatchObject({ sent: 4 }));
      page.dispatchEvent(new Event('beforeunload', { cancelable: true }));
      arrivedParts = [1];
      FakeTransfer.all.length = 0;
      queue = openUploadQueue(user);
      expect(queue.items()[0]).toMatchObject({ phase: 'lost', sent: 4 });
      expect(await queue.resume(queue.items()[0]!.key)).toBe(false);
      expect(queue.replace(queue.items()[0]!.key, film('b.mp4'))).toBe(true);
      await vi.waitFor(() => expect(FakeTransfer.all).toHaveLength(2));
      expect(FakeTransfer.all.map(({ address }) => address)).toEqual(['/part/2', '/part/3']);
    });

    it('is given up at the server when it is cancelled', async () => {
      queue.add([film('b.mp4')], []);
      await vi.waitFor(() => expect(FakeTransfer.all).toHaveLength(3));
      queue.remove(queue.items()[0]!.key);
      expect(FakeTransfer.all.every(({ isAborted }) => isAborted)).toBe(true);
      await vi.waitFor(() => expect(called('abort')).toEqual([{ media_id: 'm1' }]));
    });
  });

  it('the tray forgets what is done, a post that is being written does not', async () => {
    queue.add([photo('a.jpg')], []);
    await vi.waitFor(() => expect(FakeTransfer.all).toHaveLength(1));
    states = { m1: 'ready' };
    transfer(0).end(200);
    await vi.waitFor(() => expect(phases()).toEqual(['processing']));
    document.dispatchEvent(new Event('media-state'));
    await vi.waitFor(() => expect(phases()).toEqual(['ready']));
    queue.clearSettled();
    expect(queue.items()).toMatchObject([{ phase: 'ready', isPutAway: true }]);
  });

  it('after a reload keeps what arrived and says of the rest that it stopped; the same file goes on', async () => {
    queue.add([photo('a.jpg'), photo('b.jpg', 5)], []);
    await vi.waitFor(() => expect(FakeTransfer.all).toHaveLength(2));
    transfer(0).end(200);
    await vi.waitFor(() => expect(phases()).toEqual(['processing', 'sending']));
    page.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    queue = openUploadQueue(user);
    expect(phases()).toEqual(['processing', 'lost']);
    const lost = queue.items()[1]!;
    expect(queue.replace(lost.key, photo('other.jpg', 5))).toBe(false);
    expect(queue.replace(lost.key, photo('b.jpg', 5))).toBe(true);
    await vi.waitFor(() => expect(phases()).toEqual(['processing', 'sending']));
    expect(openUploadQueue('somebody else').items()).toEqual([]);
  });

  describe('on two pages of one person', () => {
    /** Locks as browsers have them: who asks waits for its turn, and gives back with the end of its work. */
    function fakeLocks() {
      const held = new Map<string, Promise<unknown>>();
      return {
        request: async (name: string, { ifAvailable = false }: LockOptions, work: (lock: { name: string } | null) => unknown): Promise<void> => {
          if (ifAvailable && held.has(name)) return void await work(null);
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
    const tell = (to: EventTarget): void => { to.dispatchEvent(Object.assign(new Event('storage'), { key: name })); };
    const secondPhases = (): [string, boolean][] => second.items().map(({ phase, isElsewhere }) => [phase, isElsewhere === true]);

    async function openTwo(): Promise<void> {
      vi.stubGlobal('navigator', { onLine: true, locks: fakeLocks() });
      name = `uploads-p${person += 1}`;
      [first, firstPage] = [queue = openUploadQueue(`p${person}`), page];
      first.add([photo('a.jpg', 8)], []);
      await vi.waitFor(() => expect(FakeTransfer.all).toHaveLength(1));
      transfer(0).progress(3);
      await vi.waitFor(() => expect(stored.get(name)).toContain('"sent":3'));
      secondPage = page = new EventTarget();
      second = openUploadQueue(`p${person}`);
      await vi.waitFor(() => expect(secondPhases()).toEqual([['sending', true]]));
    }

    it('the second sees what the first sends, and sends nothing twice', async () => {
      await openTwo();
      transfer(0).progress(6);
      await vi.waitFor(() => expect(stored.get(name)).toContain('"sent":6'));
      tell(secondPage);
      expect(second.items()[0]).toMatchObject({ phase: 'sending', sent: 6, isElsewhere: true });
      expect(await second.resume(second.items()[0]!.key)).toBe(false);
      second.replace(second.items()[0]!.key, photo('a.jpg', 8));
      transfer(0).end(200);
      await vi.waitFor(() => expect(phases()).toEqual(['processing']));
      await vi.waitFor(() => expect(secondPhases()).toEqual([['processing', false]]));
      expect(FakeTransfer.all).toHaveLength(1);
      expect(called('generate_presigned_url')).toHaveLength(1);
    });

    it('what the first wrote last may reach the second after its lock', async () => {
      await openTwo();
      const before = stored.get(name) ?? null;
      let isLate = true;
      vi.stubGlobal('localStorage', { getItem: (key: string) => (isLate ? before : stored.get(key) ?? null), setItem: (key: string, value: string) => stored.set(key, value) });
      setTimeout(() => { isLate = false; }, 80);
      transfer(0).end(200);
      await vi.waitFor(() => expect(secondPhases()).toEqual([['processing', false]]));
      page.dispatchEvent(new Event('beforeunload', { cancelable: true }));
      expect(JSON.parse(stored.get(name) ?? '')).toMatchObject([{ phase: 'processing' }]);
      expect(called('generate_presigned_url')).toHaveLength(1);
    });

    it('what one adds is in the list of the other, and neither loses what the other has', async () => {
      await openTwo();
      second.add([photo('b.jpg', 5)], []);
      await vi.waitFor(() => expect(FakeTransfer.all).toHaveLength(2));
      expect(JSON.parse(stored.get(name) ?? '')).toMatchObject([{ name: 'a.jpg' }, { name: 'b.jpg' }]);
      transfer(0).end(200);
      await vi.waitFor(() => expect(phases()[0]).toBe('processing'));
      expect(JSON.parse(stored.get(name) ?? '')).toMatchObject([{ name: 'a.jpg', phase: 'processing' }, { name: 'b.jpg' }]);
      tell(firstPage);
      expect(first.items()).toMatchObject([{ name: 'a.jpg' }, { name: 'b.jpg', isElsewhere: true }]);
    });

    it('what one wrote before it had seen what the other began takes nothing from it', async () => {
      await openTwo();
      const before = stored.get(name) ?? '';
      first.add([photo('b.jpg', 5)], []);
      await vi.waitFor(() => expect(FakeTransfer.all).toHaveLength(2));
      stored.set(name, before);
      tell(firstPage);
      expect(first.items()).toMatchObject([{ name: 'a.jpg', phase: 'sending' }, { name: 'b.jpg', phase: 'sending' }]);
      expect(FakeTransfer.all.some(({ isAborted }) => isAborted)).toBe(false);
      await vi.waitFor(() => expect(JSON.parse(stored.get(name) ?? '')).toHaveLength(2));
    });

    it('cancelled on one, it stops on the other', async () => {
      await openTwo();
      second.remove(second.items()[0]!.key);
      expect(JSON.parse(stored.get(name) ?? '')).toEqual([{ key: expect.any(String), isTakenOut: true }]);
      tell(firstPage);
      expect(transfer(0).isAborted).toBe(true);
      expect(first.items()).toEqual([]);
      await vi.waitFor(() => expect(called('abort')).toEqual([{ media_id: 'm1' }]));
    });
  });

  it('tries again by itself where no answer came, and says that it is offline where it is', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      queue.add([photo('a.jpg')], []);
      await vi.waitFor(() => expect(FakeTransfer.all).toHaveLength(1));
      transfer(0).fail();
      await vi.advanceTimersByTimeAsync(2000);
      expect(FakeTransfer.all).toHaveLength(2);
      expect(phases()).toEqual(['sending']);
      transfer(1).fail();
      vi.stubGlobal('navigator', { onLine: false });
      await vi.advanceTimersByTimeAsync(6000);
      transfer(2).fail();
      await vi.advanceTimersByTimeAsync(10);
      expect(queue.items()[0]).toMatchObject({ phase: 'offline', problem: { code: 'upload-offline' } });
    } finally {
      vi.useRealTimers();
    }
  });

  it('POST-062 what is chosen offline waits for the connection, and says so', async () => {
    vi.stubGlobal('navigator', { onLine: false });
    queue.add([photo('a.jpg')], []);
    expect(queue.items()[0]).toMatchObject({ phase: 'offline', problem: { code: 'upload-offline' } });
    expect(FakeTransfer.all).toHaveLength(0);
    vi.stubGlobal('navigator', { onLine: true });
    page.dispatchEvent(new Event('online'));
    await vi.waitFor(() => expect(phases()).toEqual(['sending']));
  });

  it('forgets no file that is still to come, however many there are', () => {
    queue.add(Array.from({ length: 300 }, (_, index) => photo(`${index}.jpg`)), [], { most: Number.POSITIVE_INFINITY });
    page.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(openUploadQueue(user).items()).toHaveLength(300);
  });

  it('what failed leaves the tray when it is cleared', async () => {
    queue.add([photo('a.jpg')], []);
    await vi.waitFor(() => expect(FakeTransfer.all).toHaveLength(1));
    transfer(0).end(500);
    await vi.waitFor(() => expect(phases()).toEqual(['failed']));
    queue.clearSettled();
    expect(queue.items()).toEqual([]);
  });

  it('says so when a file is gone at the server while it is waited for', async () => {
    queue.add([photo('a.jpg')], []);
    await vi.waitFor(() => expect(FakeTransfer.all).toHaveLength(1));
    transfer(0).end(200);
    await vi.waitFor(() => expect(phases()).toEqual(['processing']));
    states = { m1: 'gone' };
    document.dispatchEvent(new Event('media-state'));
    await vi.waitFor(() => expect(queue.items()[0]).toMatchObject({ phase: 'refused', problem: { code: 'upload-expired' } }));
  });
});
