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
  open(_: string, address: string): void { this.address = address; }
  setRequestHeader(): void {}
  send(): void {}
  abort(): void {
    this.isAborted = true;
    this.events.dispatchEvent(new Event('abort'));
  }
  end(status: number, answer: unknown = {}): void {
    this.status = status;
    this.responseText = JSON.stringify(answer);
    this.events.dispatchEvent(new Event('load'));
  }
  progress(loaded: number): void { this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded })); }
}

const stored = new Map<string, string>();
let states: Record<string, string> = {};
let presignStatus = 200;
let queue: UploadQueue;
let page = new EventTarget();
const photo = (name: string, size = 4): File => new File(['x'.repeat(size)], name, { type: 'image/jpeg' });
const phases = (): string[] => queue.items().map(({ phase }) => phase);
const transfer = (index: number): FakeTransfer => FakeTransfer.all[index] as FakeTransfer;

beforeEach(() => {
  FakeTransfer.all.length = 0;
  stored.clear();
  states = {};
  presignStatus = 200;
  let made = 0;
  page = new EventTarget();
  vi.stubGlobal('XMLHttpRequest', FakeTransfer);
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, value: string) => stored.set(key, value) });
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('addEventListener', (...given: Parameters<EventTarget['addEventListener']>) => page.addEventListener(...given));
  vi.stubGlobal('Image', class extends EventTarget { set src(_: string) { queueMicrotask(() => this.dispatchEvent(new Event('error'))); } });
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    if (url.endsWith('states')) return Response.json({ success: true, data: (JSON.parse(body) as { ids: string[] }).ids.map((id) => ({ _id: id, state: states[id] ?? 'processing', error_code: 'media-damaged', message: 'It may be damaged.', thumbnail_url: '/t', width: 1, height: 1 })) });
    if (presignStatus !== 200) return Response.json({ success: false, code: 'media-format', message: 'Media format is not supported.' }, { status: presignStatus });
    return Response.json({ success: true, data: { presigned_url: `/put/${made += 1}`, media_id: `m${made}`, file_name: 'x' } });
  });
  queue = openUploadQueue('u1');
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

  it('after a reload keeps what arrived and says of the rest that it stopped; the same file goes on', async () => {
    queue.add([photo('a.jpg'), photo('b.jpg', 5)], []);
    await vi.waitFor(() => expect(FakeTransfer.all).toHaveLength(2));
    transfer(0).end(200);
    await vi.waitFor(() => expect(phases()).toEqual(['processing', 'sending']));
    page.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    queue = openUploadQueue('u1');
    expect(phases()).toEqual(['processing', 'lost']);
    const lost = queue.items()[1]!;
    expect(queue.replace(lost.key, photo('other.jpg', 5))).toBe(false);
    expect(queue.replace(lost.key, photo('b.jpg', 5))).toBe(true);
    await vi.waitFor(() => expect(phases()).toEqual(['processing', 'sending']));
    expect(openUploadQueue('u2').items()).toEqual([]);
  });
});
