import { fileError, isSameFile } from '@backlot/domain/post-form';
import { isPhotoType, maxFiles } from '@backlot/domain/limits';
import { api, ApiError } from '../api.ts';
import { pictureSize } from './picture-size.ts';
import { PutRefused, putFile, type Transfer } from './put-file.ts';
import { readUploads, writeUploads } from './stored-uploads.ts';
import { hasArrived, isRunning, type UploadItem, type UploadProblem } from './upload-item.ts';
import { watchProcessing } from './watch-processing.ts';

/** More would share the same line and finish later together. */
const atOnce = 2;

export interface Added {
  readonly keys: readonly string[];
  readonly duplicates: readonly string[];
  readonly problem: UploadProblem | null;
}

export interface UploadQueue {
  readonly items: () => readonly UploadItem[];
  readonly subscribe: (listener: () => void) => () => void;
  /** Files beside those of `group`, which they must not repeat nor overfill. */
  readonly add: (files: readonly File[], group: readonly UploadItem[]) => Added;
  /** The same file again, for one that a reload took away. */
  readonly replace: (key: string, file: File) => boolean;
  readonly retry: (key: string) => void;
  readonly remove: (key: string) => void;
  readonly clearSettled: () => void;
  /** Bytes a second over the last seconds; 0 when unknown. */
  readonly speed: () => number;
}

/** The transfers of one person on this device. They go on while the person moves about. */
export function openUploadQueue(userId: string): UploadQueue {
  let items: readonly UploadItem[] = readUploads(userId);
  const files = new Map<string, File>();
  const transfers = new Map<string, Transfer>();
  const listeners = new Set<() => void>();
  let progress: { readonly at: number; readonly bytes: number }[] = [];
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
  const processing = watchProcessing(() => items, (views) => set(items.map((item) => {
    const view = views.find(({ _id }) => _id === item.mediaId);
    if (!view) return item;
    const seen = { ...item, preview: item.preview ?? view.thumbnail_url, width: view.width ?? item.width, height: view.height ?? item.height };
    if (view.state === 'ready') return { ...seen, phase: 'ready', sent: item.size };
    if (view.state === 'error') return { ...seen, phase: 'refused', problem: { code: view.error_code ?? 'upload-image-error', ...(view.message ? { message: view.message } : {}), params: { name: item.name } } };
    // The address was given but nothing came: the page was left too early.
    if (view.state === 'waiting' && hasArrived(item)) return { ...seen, phase: 'lost' };
    return seen;
  })));

  function next(): void {
    if (!navigator.onLine) return;
    for (const item of items.filter(({ phase }) => phase === 'waiting').slice(0, atOnce - transfers.size)) void send(item.key);
  }

  async function send(key: string): Promise<void> {
    const file = files.get(key);
    const item = find(key);
    if (!file || !item || transfers.has(key)) return;
    // Holds the place while the address is asked for; another try of the same file has another.
    let own: Transfer = { done: Promise.resolve(), stop: () => {} };
    transfers.set(key, own);
    change(key, { phase: 'sending', sent: 0, problem: null });
    try {
      await checkPixels(key, item, file);
      const { data } = await api('POST /api/upload/generate_presigned_url', { body: { file_name: file.name, content_type: file.type, media_type: 'photo', size: file.size, category: 'blog' } });
      if (transfers.get(key) !== own) return;
      change(key, { mediaId: data.media_id });
      own = putFile(data.presigned_url, file, (bytes) => {
        progress = [...progress.filter(({ at }) => at > performance.now() - 6000), { at: performance.now(), bytes: Math.max(0, bytes - (find(key)?.sent ?? 0)) }];
        change(key, { sent: Math.min(bytes, file.size) });
      });
      transfers.set(key, own);
      await own.done;
      change(key, { phase: 'processing', sent: file.size });
    } catch (error) {
      // Stopped on purpose, or removed meanwhile.
      if (error !== null && transfers.get(key) === own && find(key)?.phase === 'sending') change(key, failureOf(error, file.name));
    } finally {
      if (transfers.get(key) === own) transfers.delete(key);
      next();
    }
  }

  async function checkPixels(key: string, item: UploadItem, file: File): Promise<void> {
    const size = item.preview === null ? null : await pictureSize(item.preview);
    if (!size) return;
    change(key, size);
    const problem = fileError({ name: file.name, size: file.size, type: file.type, pixels: size.width * size.height }, { n: 1, isGallery: false, isPreview: false });
    if (problem) throw Object.assign(new Error(problem.code), { problem });
  }

  function drop(key: string): void {
    transfers.get(key)?.stop();
    transfers.delete(key);
    const preview = find(key)?.preview;
    if (preview?.startsWith('blob:')) URL.revokeObjectURL(preview);
    files.delete(key);
  }

  const onOffline = (): void => {
    const stopped = new Set(items.filter(isRunning).map(({ key }) => key));
    set(items.map((item) => (stopped.has(item.key) ? { ...item, phase: 'offline', sent: 0, problem: { code: 'upload-offline' } } : item)));
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

  return {
    items: () => items,
    subscribe: (listener) => {
      listeners.add(listener);
      processing.look();
      return () => listeners.delete(listener);
    },
    add: (chosen, group) => {
      const fresh = chosen.filter((file, index) => !group.some((item) => isSameFile(item, file)) && chosen.findIndex((other) => isSameFile(other, file)) === index);
      const duplicates = chosen.filter((file) => !fresh.includes(file)).map(({ name }) => name);
      const count = group.length + fresh.length;
      if (count > maxFiles) return { keys: [], duplicates, problem: { code: 'max-45', params: { n: count } } };
      const isGallery = count > 1;
      const made = fresh.map((file, index) => itemOf(file, group.length + index + 1, isGallery));
      for (const [index, item] of made.entries()) if (item.phase === 'waiting') files.set(item.key, fresh[index] as File);
      set([...items, ...made]);
      next();
      return { keys: made.map(({ key }) => key), duplicates, problem: null };
    },
    replace: (key, file) => {
      const item = find(key);
      if (!item || !isSameFile(item, file)) return false;
      files.set(key, file);
      change(key, { phase: 'waiting', problem: null, preview: item.preview ?? URL.createObjectURL(file) });
      next();
      return true;
    },
    retry: (key) => {
      change(key, { phase: files.has(key) ? 'waiting' : 'lost', problem: null, sent: 0 });
      next();
    },
    remove: (key) => {
      drop(key);
      set(items.filter((item) => item.key !== key));
      next();
    },
    clearSettled: () => set(items.filter((item) => item.phase !== 'ready' && item.phase !== 'refused' && item.phase !== 'lost')),
    speed: () => {
      const recent = progress.filter(({ at }) => at > performance.now() - 6000);
      const first = recent[0];
      if (!first || recent.length < 2) return 0;
      return recent.reduce((sum, { bytes }) => sum + bytes, 0) / Math.max(0.5, (performance.now() - first.at) / 1000);
    },
  };
}

function itemOf(file: File, n: number, isGallery: boolean): UploadItem {
  const wrong = isPhotoType(file.type)
    ? fileError(file, { n, isGallery, isPreview: false })
    : fileError({ ...factsOf(file), type: '' }, { n, isGallery, isPreview: false });
  return {
    key: crypto.randomUUID(), mediaId: null, ...factsOf(file), phase: wrong ? 'refused' : 'waiting', sent: 0, problem: wrong,
    preview: wrong ? null : URL.createObjectURL(file), width: null, height: null,
  };
}

const factsOf = ({ name, size, type }: File): Pick<UploadItem, 'name' | 'size' | 'type'> => ({ name, size, type });

function failureOf(error: unknown, name: string): Partial<UploadItem> {
  if (error instanceof ApiError) {
    const phase = error.status >= 400 && error.status < 500 && error.status !== 429 ? 'refused' : 'failed';
    return { phase, problem: error.code === 'network' ? { code: 'network-failed' } : { code: error.code, message: error.message, params: { name } } };
  }
  if (error instanceof PutRefused) {
    const isFinal = error.status === 413 || error.status === 415;
    return { phase: isFinal ? 'refused' : 'failed', problem: error.code && error.message ? { code: error.code, message: error.message } : { code: 'upload-image-error' } };
  }
  const { problem } = error as { problem?: UploadProblem };
  return { phase: problem ? 'refused' : 'failed', problem: problem ?? { code: 'upload-failed', params: { name } } };
}
