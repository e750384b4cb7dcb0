import { isSameFile } from '@backlot/domain/posts/post-form';
import { type Added, type AddOptions, detailsOf, newUploads } from './chosen-files.ts';
import { findFile, findReceipt, forgetFile, forgetOthers, keepFile, leaveReceipt } from './kept-files.ts';
import { cutOff, onItsWay, openSender, startPhase } from './send-uploads.ts';
import { isFurther, left, openLocks, openUploadStore } from './shared-uploads.ts';
import { abandonUpload } from './transfer-file.ts';
import { hasArrived, isFilm, isInHand, isRunning, type UploadItem } from './upload-item.ts';
import { watchProcessing } from './watch-processing.ts';

/** Milliseconds that what a page wrote last may come after its lock: pages hear of the one and the other by different ways. */
const lateMs = 250;

export interface UploadQueue {
  readonly items: () => readonly UploadItem[];
  readonly subscribe: (listener: () => void) => () => void;
  /** Files beside those of `group`, which they must not repeat nor overfill. */
  readonly add: (files: readonly File[], group: readonly UploadItem[], options?: AddOptions) => Added;
  /** The same file again, for one that a reload took away; what has arrived of it is not sent again. */
  readonly replace: (key: string, file: File) => boolean;
  /** Goes on with a file that the browser still knows, after a press; false when the person has to choose it again. */
  readonly resume: (key: string) => Promise<boolean>;
  readonly retry: (key: string) => void;
  /** Stops it, on every page and at the server. What has arrived stays there. */
  readonly remove: (key: string) => void;
  /** Out of the tray; a post that is being written keeps what has arrived. */
  readonly clearSettled: () => void;
  /** Bytes a second over the last seconds, of all or of one; 0 when unknown. */
  readonly speed: (key?: string) => number;
}

/**
 * The transfers of one person on this device. They go on while the person moves about, and after a reload. Several
 * pages show the same list; each file is sent by the one that has it in hand, and another goes on when that one closes.
 */
export function openUploadQueue(userId: string): UploadQueue {
  const store = openUploadStore(userId);
  const locks = openLocks(userId);
  let items: readonly UploadItem[] = store.read().map(left);
  const files = new Map<string, File>();
  /** Chosen here, and not yet certainly this page's: no other page hears of them until this one is left. */
  const unlocked = new Set<string>();
  const followed = new Set<string>();
  const listeners = new Set<() => void>();

  const told = (): readonly UploadItem[] => items.filter(({ key }) => !unlocked.has(key));

  function set(next: readonly UploadItem[]): void {
    items = next;
    store.keepSoon(told);
    for (const listener of listeners) listener();
    processing.look();
  }
  const change = (key: string, part: Partial<UploadItem>): void =>
    set(items.map((item) => (item.key === key ? { ...item, ...part } : item)));
  const find = (key: string): UploadItem | undefined => items.find((item) => item.key === key);
  const isOwnRunning = (item: UploadItem): boolean => isRunning(item) && files.has(item.key);
  const processing = watchProcessing(
    () => items,
    (changes) =>
      set(
        items.map((item) => {
          const part = item.mediaId === null ? undefined : changes.get(item.mediaId);
          return part ? { ...item, ...part(item) } : item;
        }),
      ),
  );
  const sender = openSender({ items: () => items, fileOf: (key) => files.get(key), change, settle });

  /** Nothing of it is this page's any more; the others are told before one of them could take it up. */
  function settle(key: string, part: Partial<UploadItem>): void {
    change(key, part);
    files.delete(key);
    store.keep(told());
    // A copy of it that is still there would be sent once more. The list that all pages write may lose what stands in
    // it now, and then a receipt is all that says where the file went.
    const { mediaId, phase } = find(key) ?? {};
    void (phase === 'processing' && mediaId ? leaveReceipt(key, mediaId) : forgetFile(key)).then(() => locks.drop(key));
  }

  function stop(key: string): void {
    sender.stop(key);
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
    store.keep(told());
    for (const { key } of dropped) locks.drop(key);
    sender.next();
  }

  function begin(key: string, file: File): void {
    const item = find(key);
    if (!item || hasArrived(item)) return;
    void locks.take(key);
    files.set(key, file);
    change(key, {
      ...startPhase(),
      isElsewhere: false,
      preview: item.preview ?? (isFilm(item) ? null : URL.createObjectURL(file)),
    });
    sender.next();
  }

  /** A file that this page does not have: it goes on where the browser still knows it and no other page sends it. */
  async function follow(key: string): Promise<void> {
    if (followed.has(key)) return;
    followed.add(key);
    if (!(await locks.tryTake(key))) {
      const there = store.find(key);
      if (there && isInHand(there)) change(key, { ...there, preview: null, isElsewhere: true });
      await locks.wait(key);
    }
    await new Promise((resolve) => {
      setTimeout(resolve, lateMs);
    });
    followed.delete(key);
    const now = store.find(key);
    const isOpen = now !== undefined && (isInHand(now) || now.phase === 'lost');
    if (isOpen && !files.has(key)) {
      change(key, { ...left(now), isElsewhere: false });
      const file = await findFile(key);
      if (file && isSameFile(now, detailsOf(file)) && !files.has(key)) return begin(key, file);
    }
    if (files.has(key)) return;
    const arrivedAs = isOpen ? await findReceipt(key) : null;
    if (arrivedAs !== null) change(key, { mediaId: arrivedAs, phase: 'processing', sent: find(key)?.size ?? 0 });
    locks.drop(key);
    if (!isOpen) adopt(store.read());
  }

  /** The list as another page wrote it; what this page has in hand it knows better. */
  function adopt(stored: readonly UploadItem[]): void {
    const there = new Map(stored.map((item) => [item.key, item]));
    const seen = (item: UploadItem): UploadItem => {
      const own = find(item.key);
      return own && isFurther(own, item)
        ? own
        : { ...item, preview: own?.preview ?? null, isElsewhere: isInHand(item) };
    };
    for (const { key } of items) {
      if (!store.isTakenOut(key)) continue;
      stop(key);
      locks.drop(key);
    }
    set([
      ...items
        .filter(({ key }) => !store.isTakenOut(key))
        .map((item) => (locks.has(item.key) ? item : seen(there.get(item.key) ?? item))),
      ...stored.filter(({ key }) => !find(key)).map(seen),
    ]);
    for (const { key, isElsewhere } of items) if (isElsewhere) void follow(key);
  }

  const onOffline = (): void => {
    const stopped = new Set(items.filter(isOwnRunning).map(({ key }) => key));
    set(
      items.map((item) =>
        stopped.has(item.key) ? { ...item, ...cutOff, sent: item.isInParts ? item.sent : 0 } : item,
      ),
    );
    sender.stopAll();
  };
  const onOnline = (): void => {
    set(items.map((item) => (item.phase === 'offline' && files.has(item.key) ? { ...item, ...onItsWay } : item)));
    sender.next();
  };
  addEventListener('offline', onOffline);
  addEventListener('online', onOnline);
  addEventListener('beforeunload', (event) => {
    // Also what is not certainly this page's yet: a reload loses nothing.
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
        unlocked.add(key);
        void locks.take(key).then(() => unlocked.delete(key) && store.keep(told()));
        files.set(key, fresh[index] as File);
        void keepFile(key, fresh[index] as File, () => files.has(key));
      }
      set([
        ...(isBusy || made.length === 0
          ? items
          : items.map((item) => (item.phase === 'ready' ? { ...item, isPutAway: true } : item))),
        ...made.map((item) => (item.phase === 'waiting' ? { ...item, ...startPhase() } : item)),
      ]);
      store.keep(told());
      sender.next();
      return { keys: made.map(({ key }) => key), duplicates, problem };
    },
    replace: (key, file) => {
      const item = find(key);
      if (!item || !isSameFile(item, detailsOf(file))) return false;
      void locks.tryTake(key).then((isOurs) => {
        if (isOurs) begin(key, file);
      });
      return true;
    },
    resume: async (key) => {
      const file = await findFile(key, true);
      const item = find(key);
      if (file === null || !item || !isSameFile(item, detailsOf(file)) || !(await locks.tryTake(key))) return false;
      begin(key, file);
      return true;
    },
    retry: (key) => {
      if (!files.has(key)) return change(key, { phase: 'lost', problem: null });
      // The person knows better than the browser whether there is a connection.
      change(key, onItsWay);
      sender.tryNow(key);
    },
    remove: (key) => drop(items.filter((item) => item.key === key)),
    clearSettled: () => {
      const bad = items.filter(
        ({ phase, isElsewhere }) =>
          phase === 'refused' || phase === 'lost' || (phase === 'failed' && isElsewhere !== true),
      );
      drop(bad);
      set(items.map((item) => (item.phase === 'ready' ? { ...item, isPutAway: true } : item)));
    },
    speed: sender.speed,
  };
}
