import { isSameFile } from '@backlot/domain/post-form';
import { factsOf } from './file-facts.ts';
import { findFile, forgetFile, forgetOthers, keepFile } from './kept-files.ts';
import { lookAtFile } from './look-at-file.ts';
import { newUploads } from './new-uploads.ts';
import type { Transfer } from './put-file.ts';
import { makeSpeedometer } from './speed.ts';
import { isFurther, left, openUploadStore } from './stored-uploads.ts';
import { abandonUpload, transferFile } from './transfer-file.ts';
import { failureOf, isUnanswered } from './upload-failure.ts';
import { openHolds } from './upload-holds.ts';
import { hasArrived, isFilm, isInHand, isRunning, type UploadItem } from './upload-item.ts';
import type { UploadQueue } from './upload-queue-type.ts';
import { watchProcessing } from './watch-processing.ts';

const onItsWay: Partial<UploadItem> = { phase: 'waiting', problem: null };
/** POST-062. */
const cutOff: Partial<UploadItem> = { phase: 'offline', problem: { code: 'upload-offline' } };
/** More would share the same line and finish later together; a film in parts takes three connections by itself. */
const atOnce = 2;
/** Milliseconds that what a page wrote last may come after its lock: pages hear of the one and the other by different ways. */
const lateMs = 250;

export type { UploadQueue };

/**
 * The transfers of one person on this device. They go on while the person moves about, and after a reload. Several
 * pages show the same list; each file is sent by the one that has it in hand, and another goes on when that one closes.
 */
export function openUploadQueue(userId: string): UploadQueue {
  const store = openUploadStore(userId);
  const holds = openHolds(userId);
  let items: readonly UploadItem[] = store.read().map(left);
  const files = new Map<string, File>();
  const transfers = new Map<string, Transfer>();
  const followed = new Set<string>();
  const listeners = new Set<() => void>();
  const meter = makeSpeedometer();

  function set(next: readonly UploadItem[]): void {
    items = next;
    store.keepSoon(() => items);
    for (const listener of listeners) listener();
    processing.look();
  }
  const change = (key: string, part: Partial<UploadItem>): void => set(items.map((item) => (item.key === key ? { ...item, ...part } : item)));
  const find = (key: string): UploadItem | undefined => items.find((item) => item.key === key);
  const isOwnRunning = (item: UploadItem): boolean => isRunning(item) && files.has(item.key);
  const processing = watchProcessing(() => items, (changes) => set(items.map((item) => {
    const part = item.mediaId === null ? undefined : changes.get(item.mediaId);
    return part ? { ...item, ...part(item) } : item;
  })));
  const start = (): Partial<UploadItem> => (navigator.onLine ? onItsWay : cutOff);

  function next(): void {
    if (!navigator.onLine) return;
    for (const item of items.filter(({ key, phase }) => phase === 'waiting' && files.has(key)).slice(0, Math.max(0, atOnce - transfers.size))) void send(item.key);
  }

  async function send(key: string): Promise<void> {
    const file = files.get(key);
    const item = find(key);
    if (!file || !item || transfers.has(key)) return;
    // Holds the place while the file is looked at; another try of the same file has another.
    let own: Transfer = { done: Promise.resolve(), stop: () => {} };
    transfers.set(key, own);
    change(key, { phase: 'sending', problem: null });
    try {
      await lookAtFile(item, file, (part) => change(key, part));
      if (transfers.get(key) !== own) return;
      own = transferFile(find(key) ?? item, file, {
        onNamed: (mediaId, isInParts) => change(key, { mediaId, isInParts, sent: 0 }),
        onProgress: (bytes) => {
          meter.count(key, bytes - (find(key)?.sent ?? 0));
          change(key, { sent: Math.min(bytes, file.size) });
        },
      });
      transfers.set(key, own);
      await own.done;
      if (transfers.get(key) === own) settle(key, { phase: 'processing', sent: file.size });
    } catch (error) {
      // Stopped on purpose, or removed meanwhile.
      if (error !== null && transfers.get(key) === own && find(key)?.phase === 'sending') fail(key, error, item);
    } finally {
      if (transfers.get(key) === own) transfers.delete(key);
      next();
    }
  }

  function fail(key: string, error: unknown, item: UploadItem): void {
    const failure = failureOf(error, item);
    if (failure.phase === 'refused') settle(key, failure);
    // The connection may be gone before the browser says so.
    else change(key, { ...failure, ...(isUnanswered(error) && !navigator.onLine ? start() : {}) });
  }

  /** Nothing of it is this page's any more; the others are told before one of them could take it up. */
  function settle(key: string, part: Partial<UploadItem>): void {
    change(key, part);
    files.delete(key);
    store.keep(items);
    // A copy of it that is still there would be sent once more.
    void forgetFile(key).then(() => holds.drop(key));
  }

  function stop(key: string): void {
    transfers.get(key)?.stop();
    transfers.delete(key);
    files.delete(key);
    const preview = find(key)?.preview;
    if (preview?.startsWith('blob:')) URL.revokeObjectURL(preview);
  }

  function drop(dropped: readonly UploadItem[]): void {
    for (const item of dropped) {
      stop(item.key);
      if (item.mediaId !== null && !hasArrived(item)) abandonUpload(item.mediaId);
      void forgetFile(item.key);
    }
    store.takeOut(dropped.map(({ key }) => key));
    set(items.filter((item) => !dropped.some(({ key }) => key === item.key)));
    store.keep(items);
    for (const { key } of dropped) holds.drop(key);
    next();
  }

  function begin(key: string, file: File): void {
    const item = find(key);
    if (!item || hasArrived(item)) return;
    holds.take(key);
    files.set(key, file);
    change(key, { ...start(), isElsewhere: false, preview: item.preview ?? (isFilm(item) ? null : URL.createObjectURL(file)) });
    next();
  }

  /** A file that this page does not have: it goes on where the browser still knows it and no other page sends it. */
  async function follow(key: string): Promise<void> {
    if (followed.has(key)) return;
    followed.add(key);
    if (!await holds.tryTake(key)) {
      const there = store.find(key);
      if (there && isInHand(there)) change(key, { ...there, preview: null, isElsewhere: true });
      await holds.wait(key);
    }
    await new Promise((resolve) => { setTimeout(resolve, lateMs); });
    followed.delete(key);
    const now = store.find(key);
    const isOpen = now !== undefined && (isInHand(now) || now.phase === 'lost');
    if (isOpen && !files.has(key)) {
      change(key, { ...left(now), isElsewhere: false });
      const file = await findFile(key);
      if (file && isSameFile(now, factsOf(file)) && !files.has(key)) return begin(key, file);
    }
    if (!files.has(key)) holds.drop(key);
    if (!isOpen) adopt(store.read());
  }

  /** The list as another page wrote it; what this page has in hand it knows better. */
  function adopt(stored: readonly UploadItem[]): void {
    const there = new Map(stored.map((item) => [item.key, item]));
    const seen = (item: UploadItem): UploadItem => {
      const own = find(item.key);
      return own && isFurther(own, item) ? own : { ...item, preview: own?.preview ?? null, isElsewhere: isInHand(item) };
    };
    for (const { key } of items) {
      if (!store.isTakenOut(key)) continue;
      stop(key);
      holds.drop(key);
    }
    set([
      ...items.filter(({ key }) => !store.isTakenOut(key)).map((item) => (holds.has(item.key) ? item : seen(there.get(item.key) ?? item))),
      ...stored.filter(({ key }) => !find(key)).map(seen),
    ]);
    for (const { key, isElsewhere } of items) if (isElsewhere) void follow(key);
  }

  const onOffline = (): void => {
    const stopped = new Set(items.filter(isOwnRunning).map(({ key }) => key));
    set(items.map((item) => (stopped.has(item.key) ? { ...item, ...cutOff, sent: item.isInParts ? item.sent : 0 } : item)));
    for (const key of stopped) transfers.get(key)?.stop();
    transfers.clear();
  };
  const onOnline = (): void => {
    set(items.map((item) => (item.phase === 'offline' && files.has(item.key) ? { ...item, ...onItsWay } : item)));
    next();
  };
  addEventListener('offline', onOffline);
  addEventListener('online', onOnline);
  addEventListener('beforeunload', (event) => {
    store.keep(items);
    if (items.some(isOwnRunning)) event.preventDefault();
  });
  store.watch(adopt);
  const open = items.filter(({ phase }) => phase === 'lost');
  void forgetOthers(new Set(open.map(({ key }) => key)));
  for (const { key } of open) void follow(key);

  return {
    items: () => items,
    subscribe: (listener) => {
      listeners.add(listener);
      processing.look();
      return () => listeners.delete(listener);
    },
    add: (chosen, group, options) => {
      const { files: fresh, made, duplicates, problem } = newUploads(chosen, group, options);
      // What was done before is told no more where something new begins.
      const isBusy = items.some((item) => isInHand(item) || item.phase === 'processing');
      for (const [index, { key, phase }] of made.entries()) {
        if (phase !== 'waiting') continue;
        holds.take(key);
        files.set(key, fresh[index] as File);
        void keepFile(key, fresh[index] as File, () => files.has(key));
      }
      set([
        ...(isBusy || made.length === 0 ? items : items.map((item) => (item.phase === 'ready' ? { ...item, isPutAway: true } : item))),
        ...made.map((item) => (item.phase === 'waiting' ? { ...item, ...start() } : item)),
      ]);
      store.keep(items);
      next();
      return { keys: made.map(({ key }) => key), duplicates, problem };
    },
    replace: (key, file) => {
      const item = find(key);
      if (!item || !isSameFile(item, factsOf(file))) return false;
      void holds.tryTake(key).then((isOurs) => { if (isOurs) begin(key, file); });
      return true;
    },
    resume: async (key) => {
      const file = await findFile(key, true);
      const item = find(key);
      if (file === null || !item || !isSameFile(item, factsOf(file)) || !await holds.tryTake(key)) return false;
      begin(key, file);
      return true;
    },
    retry: (key) => {
      if (!files.has(key)) return change(key, { phase: 'lost', problem: null });
      // The person knows better than the browser whether there is a connection.
      change(key, onItsWay);
      if (transfers.size < atOnce) void send(key);
    },
    remove: (key) => drop(items.filter((item) => item.key === key)),
    clearSettled: () => {
      const bad = items.filter(({ phase, isElsewhere }) => phase === 'refused' || phase === 'lost' || (phase === 'failed' && isElsewhere !== true));
      drop(bad);
      set(items.map((item) => (item.phase === 'ready' ? { ...item, isPutAway: true } : item)));
    },
    speed: meter.speed,
  };
}
