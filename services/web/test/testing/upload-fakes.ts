import { afterEach, beforeEach, vi } from 'vitest';
import { openUploadQueue, type UploadQueue } from '../../src/entities/upload/upload-queue.ts';

/** Transfers that the test ends by hand. */
class FakeTransfer {
  static readonly all: FakeTransfer[] = [];
  readonly upload = new EventTarget();
  readonly events = new EventTarget();
  status = 0;
  responseText = '';
  address = '';
  isAborted = false;
  constructor() {
    FakeTransfer.all.push(this);
  }
  addEventListener(name: string, listener: () => void): void {
    this.events.addEventListener(name, listener);
  }
  readonly headers: Record<string, string> = {};
  sent: Blob | null = null;
  open(_: string, address: string): void {
    this.address = address;
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }
  send(bytes: Blob): void {
    this.sent = bytes;
  }
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
  fail(): void {
    this.events.dispatchEvent(new Event('error'));
  }
  progress(loaded: number): void {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded }));
  }
}

export const film = (name: string, size = 10): File => new File(['x'.repeat(size)], name, { type: 'video/mp4' });
export const photo = (name: string, size = 4): File => new File(['x'.repeat(size)], name, { type: 'image/jpeg' });

/** As much of IndexedDB as keeping files asks for. */
export function fakeFileStore() {
  const kept = new Map<string, unknown>();
  // Read a moment later, as in a browser: whoever asks sets its listener after the call.
  const answer = <T>(result: T): { result: T; onsuccess?: () => void } => {
    const request: { result: T; onsuccess?: () => void } = { result };
    queueMicrotask(() => request.onsuccess?.());
    return request;
  };
  const files = {
    get: (key: string) => answer(kept.get(key)),
    getAllKeys: () => answer([...kept.keys()]),
    put: (value: unknown, key: string) => void kept.set(key, value),
    delete: (key: string) => void kept.delete(key),
    get transaction() {
      return answer(undefined);
    },
  };
  return { open: () => answer({ transaction: () => ({ objectStore: () => files }) }) };
}

const atFirst = () => ({
  /** What the browser keeps of a site. */
  stored: new Map<string, string>(),
  page: new EventTarget(),
  /** What the server says of each file; else it follows from the calls. */
  states: {} as Record<string, string>,
  presignStatus: 200,
  partSize: null as number | null,
  /** What the server says beside an address that is empty; null where it has one. */
  emptyAddress: null as string | null,
  arrivedParts: [] as number[],
  calls: [] as { path: string; body: Record<string, unknown> }[],
});

let users = 0;

/** A page, its server, and the queue of a person on it, again for each test. */
export function fakeUploads() {
  const on = {
    ...atFirst(),
    queue: null as unknown as UploadQueue,
    /** Another one in each test: what the queues of those before still write is theirs. */
    user: '',
    transfers: FakeTransfer.all,
    transfer: (index: number): FakeTransfer => FakeTransfer.all[index] as FakeTransfer,
    phases: (): string[] => on.queue.items().map(({ phase }) => phase),
    called: (end: string): Record<string, unknown>[] =>
      on.calls.filter(({ path }) => path.endsWith(end)).map(({ body }) => body),
  };
  beforeEach(() => {
    FakeTransfer.all.length = 0;
    Object.assign(on, atFirst());
    let made = 0;
    vi.stubGlobal('XMLHttpRequest', FakeTransfer);
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => on.stored.get(key) ?? null,
      setItem: (key: string, value: string) => on.stored.set(key, value),
    });
    vi.stubGlobal('document', new EventTarget());
    vi.stubGlobal('navigator', { onLine: true });
    vi.stubGlobal('addEventListener', (...given: Parameters<EventTarget['addEventListener']>) =>
      on.page.addEventListener(...given),
    );
    vi.stubGlobal(
      'Image',
      class extends EventTarget {
        set src(_: string) {
          queueMicrotask(() => this.dispatchEvent(new Event('error')));
        }
      },
    );
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
      const given = JSON.parse(body) as Record<string, unknown>;
      on.calls.push({ path: url, body: given });
      if (url.endsWith('multipart/status'))
        return Response.json({
          success: true,
          data: { part_size: on.partSize, parts_count: 3, size: 10, uploaded: on.arrivedParts, state: 'waiting' },
        });
      if (url.endsWith('multipart/parts'))
        return Response.json({
          success: true,
          data: (given['part_numbers'] as number[]).map((number) => ({ part_number: number, url: `/part/${number}` })),
        });
      if (url.endsWith('complete') || url.endsWith('abort')) return Response.json({ success: true, data: {} });
      if (url.endsWith('states'))
        return Response.json({
          success: true,
          data: (given['ids'] as string[]).filter((id) => on.states[id] !== 'gone').map((id) => stateOf(id)),
        });
      if (on.presignStatus !== 200)
        return Response.json(
          { success: false, code: 'media-format', message: 'Media format is not supported.' },
          { status: on.presignStatus },
        );
      if (on.emptyAddress !== null)
        return Response.json({
          success: true,
          message: on.emptyAddress,
          data: { presigned_url: '', media_id: 'm1', file_name: 'x', multipart: null },
        });
      made += 1;
      return Response.json({
        success: true,
        data: {
          presigned_url: on.partSize === null ? `/put/${made}` : '',
          media_id: `m${made}`,
          file_name: 'x',
          multipart: on.partSize === null ? null : { part_size: on.partSize, parts_count: 3 },
        },
      });
    });
    const stateOf = (id: string) => ({
      _id: id,
      state:
        on.states[id] ?? (on.called('complete').some(({ media_id: done }) => done === id) ? 'processing' : 'waiting'),
      error_code: 'media-damaged',
      message: 'It may be damaged.',
      thumbnail_url: '/t',
      width: 1,
      height: 1,
    });
    on.user = `u${(users += 1)}`;
    on.queue = openUploadQueue(on.user);
  });
  afterEach(() => vi.unstubAllGlobals());
  return on;
}
