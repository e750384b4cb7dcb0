import { fileError, isSameFile } from '@backlot/domain/post-form';
import { maxFiles } from '@backlot/domain/limits';
import { factsOf, filmFacts, pictureSize, typeOf } from './file-facts.ts';
import { findFile, forgetFile, forgetOthers, keepFile } from './kept-files.ts';
import type { Transfer } from './put-file.ts';
import { makeSpeedometer } from './speed.ts';
import { readUploads, writeUploads } from './stored-uploads.ts';
import { abandonUpload, transferFile } from './transfer-file.ts';
import { failureOf } from './upload-failure.ts';
import { hasArrived, isFilm, isRunning, type UploadCategory, type UploadItem, type UploadProblem } from './upload-item.ts';
import { watchProcessing } from './watch-processing.ts';

/** More would share the same line and finish later together; a film in parts takes three connections by itself. */
const atOnce = 2;

export interface Added {
  readonly keys: readonly string[];
  readonly duplicates: readonly string[];
  readonly problem: UploadProblem | null;
}

/** What the files are for; a post where nothing is said. */
export interface AddOptions {
  readonly category?: UploadCategory;
  readonly mediaCategoryId?: string | null;
  /** Files together in one post; Infinity where each stands alone, as in the library. */
  readonly most?: number;
  /** The one file that is shown to those who have not paid. */
  readonly isPreview?: boolean;
}

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
  /** Stops it, here and at the server. What has arrived stays there. */
  readonly remove: (key: string) => void;
  /** Out of the tray; a post that is being written keeps its files. */
  readonly clearSettled: () => void;
  /** Bytes a second over the last seconds, of all or of one; 0 when unknown. */
  readonly speed: (key?: string) => number;
}

/** The transfers of one person on this device. They go on while the person moves about, and after a reload. */
export function openUploadQueue(userId: string): UploadQueue {
  let items: readonly UploadItem[] = readUploads(userId);
  const files = new Map<string, File>();
  const transfers = new Map<string, Transfer>();
  const listeners = new Set<() => void>();
  const meter = makeSpeedometer();
  let storing: ReturnType<typeof setTimeout> | undefined;

  function set(next: readonly UploadItem[]): void {
    items = next;
    clearTimeout(storing);
    storing = setTimeout(() => writeUploads(userId, items), 300);
    for (const listener of listeners) listener();
    processing.look();
  }
  const change = (key: string, part: Partial<UploadItem>): void => set(items.map((item) => (item.key === key ? { ...item, ...part } : item)));
  const find = (key: string): UploadItem | undefined => items.find((item) => item.key === key);
  const processing = watchProcessing(() => items, (changes) => set(items.map((item) => {
    const part = item.mediaId === null ? undefined : changes.get(item.mediaId);
    return part ? { ...item, ...part(item) } : item;
  })));

  function next(): void {
    if (!navigator.onLine) return;
    for (const item of items.filter(({ phase }) => phase === 'waiting').slice(0, Math.max(0, atOnce - transfers.size))) void send(item.key);
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
      await look(key, item, file);
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
      if (transfers.get(key) === own) arrive(key, file);
    } catch (error) {
      // Stopped on purpose, or removed meanwhile.
      if (error !== null && transfers.get(key) === own && find(key)?.phase === 'sending') change(key, failureOf(error, item));
    } finally {
      if (transfers.get(key) === own) transfers.delete(key);
      next();
    }
  }

  function arrive(key: string, file: File): void {
    change(key, { phase: 'processing', sent: file.size });
    files.delete(key);
    forgetFile(key);
  }

  /** Its shape, for the frame that it will stand in; pixels have a limit too. */
  async function look(key: string, item: UploadItem, file: File): Promise<void> {
    if (isFilm(item)) {
      // Sending need not wait for a picture of it.
      if (item.preview === null) void filmFacts(file).then((facts) => { if (facts) change(key, facts); });
      return;
    }
    const size = item.preview === null ? null : await pictureSize(item.preview);
    if (!size) return;
    change(key, size);
    const problem = fileError({ ...factsOf(file), pixels: size.width * size.height }, { n: 1, isGallery: false, isPreview: false });
    if (problem) throw Object.assign(new Error(problem.code), { problem });
  }

  function drop(key: string): void {
    transfers.get(key)?.stop();
    transfers.delete(key);
    const item = find(key);
    if (item?.preview?.startsWith('blob:')) URL.revokeObjectURL(item.preview);
    if (item && item.mediaId !== null && !hasArrived(item)) abandonUpload(item.mediaId);
    files.delete(key);
    forgetFile(key);
  }

  function take(key: string, file: File): boolean {
    const item = find(key);
    if (!item || !isSameFile(item, { ...factsOf(file) })) return false;
    files.set(key, file);
    change(key, { phase: 'waiting', problem: null, preview: item.preview ?? (isFilm(item) ? null : URL.createObjectURL(file)) });
    next();
    return true;
  }

  /** POST-062: stopped, and said so; what has arrived of a film stays there. */
  const onOffline = (): void => {
    const stopped = new Set(items.filter(isRunning).map(({ key }) => key));
    set(items.map((item) => (stopped.has(item.key) ? { ...item, phase: 'offline', sent: item.isInParts ? item.sent : 0, problem: { code: 'upload-offline' } } : item)));
    for (const key of stopped) transfers.get(key)?.stop();
    transfers.clear();
  };
  const onOnline = (): void => {
    set(items.map((item) => (item.phase === 'offline' ? { ...item, phase: 'waiting', problem: null } : item)));
    next();
  };
  addEventListener('offline', onOffline);
  addEventListener('online', onOnline);
  addEventListener('beforeunload', (event) => {
    writeUploads(userId, items);
    if (items.some(isRunning)) event.preventDefault();
  });
  void forgetOthers(new Set(items.map(({ key }) => key)));
  for (const { key, phase } of items) if (phase === 'lost') void findFile(key).then((file) => file && take(key, file));

  return {
    items: () => items,
    subscribe: (listener) => {
      listeners.add(listener);
      processing.look();
      return () => listeners.delete(listener);
    },
    add: (chosen, group, { category = 'blog', mediaCategoryId = null, most = maxFiles, isPreview = false } = {}) => {
      const facts = chosen.map(factsOf);
      const isFresh = (index: number): boolean => !group.some((item) => isSameFile(item, facts[index]!)) && facts.findIndex((other) => isSameFile(other, facts[index]!)) === index;
      const fresh = chosen.filter((_, index) => isFresh(index));
      const duplicates = chosen.filter((_, index) => !isFresh(index)).map(({ name }) => name);
      const count = group.length + fresh.length;
      if (count > most) return { keys: [], duplicates, problem: { code: 'max-45', params: { n: count } } };
      const isGallery = count > 1;
      const made = fresh.map((file, index): UploadItem => ({ ...itemOf(file, { n: group.length + index + 1, isGallery, isPreview }), category, mediaCategoryId }));
      for (const [index, item] of made.entries()) {
        if (item.phase !== 'waiting') continue;
        files.set(item.key, fresh[index] as File);
        void keepFile(item.key, fresh[index] as File);
      }
      set([...items, ...made]);
      next();
      return { keys: made.map(({ key }) => key), duplicates, problem: null };
    },
    replace: take,
    resume: async (key) => {
      const file = await findFile(key, true);
      return file !== null && take(key, file);
    },
    retry: (key) => {
      change(key, { phase: files.has(key) ? 'waiting' : 'lost', problem: null });
      next();
    },
    remove: (key) => {
      drop(key);
      set(items.filter((item) => item.key !== key));
      next();
    },
    clearSettled: () => {
      for (const { key, phase } of items) if (phase === 'lost') drop(key);
      set(items.filter(({ phase }) => phase !== 'refused' && phase !== 'lost').map((item) => (item.phase === 'ready' ? { ...item, isPutAway: true } : item)));
    },
    speed: meter.speed,
  };
}

function itemOf(file: File, place: Parameters<typeof fileError>[1]): UploadItem {
  const wrong = fileError({ ...factsOf(file) }, place);
  const hasPicture = wrong === null && typeOf(file).startsWith('image/');
  return {
    key: crypto.randomUUID(), mediaId: null, ...factsOf(file), phase: wrong ? 'refused' : 'waiting', sent: 0, problem: wrong,
    preview: hasPicture ? URL.createObjectURL(file) : null, width: null, height: null, duration: null, processed: null,
  };
}
