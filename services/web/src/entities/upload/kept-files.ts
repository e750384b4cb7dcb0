import { createStore, del, get, keys as allKeys, set } from 'idb-keyval';

/**
 * Files of unfinished uploads, so that a reload does not take them away: a handle where the browser gave one, else a
 * copy up to a size. All of it is a convenience: without storage the person chooses the file again.
 */
const kept = createStore('uploads', 'files');
/** Bytes. A larger copy would cost the device more than choosing the file again costs the person. */
export const mostKeptBytes = 256_000_000;

interface Kept {
  readonly file?: File;
  readonly handle?: FileHandle;
  /** The server's id of a file that has arrived: a receipt where the copy was. */
  readonly mediaId?: string;
  readonly at: number;
}
/** The part of the File System Access API that is used here; not in every browser, nor in its types. */
export interface FileHandle {
  readonly kind: 'file' | 'directory';
  readonly getFile: () => Promise<File>;
  readonly queryPermission?: (wanted: { mode: 'read' }) => Promise<PermissionState>;
  readonly requestPermission?: (wanted: { mode: 'read' }) => Promise<PermissionState>;
}

const handles = new WeakMap<File, Promise<FileHandle | null>>();

/** Remembers where dropped files lie on the device. To be called in the event itself: its list is empty afterwards. */
export function rememberHandles(data: Pick<DataTransfer, 'items'>, files: readonly File[]): void {
  for (const item of Array.from(data.items ?? [])) {
    const ask = (
      item as unknown as { getAsFileSystemHandle?: () => Promise<FileHandle | null> }
    ).getAsFileSystemHandle?.bind(item);
    const dropped = item.kind === 'file' && ask ? item.getAsFile() : null;
    const file = dropped && files.find(({ name: other, size }) => other === dropped.name && size === dropped.size);
    if (file && ask)
      handles.set(
        file,
        ask().then(
          (handle) => (handle?.kind === 'file' ? handle : null),
          () => null,
        ),
      );
  }
}

/** `isWanted`: whether it is still to be sent when it could be written. */
export async function keepFile(key: string, file: File, isWanted: () => boolean): Promise<void> {
  const handle = (await handles.get(file)) ?? null;
  if (!handle && (file.size > mostKeptBytes || !(await hasRoom(file.size)))) return;
  if (!isWanted()) return;
  await tried(() => set(key, { ...(handle ? { handle } : { file }), at: Date.now() } satisfies Kept, kept));
  // Sent while it was written.
  if (!isWanted()) await forgetFile(key);
}

/**
 * The file again. A handle may need the person's consent, which a browser asks for only after a press: `mayAsk` says
 * that there was one.
 */
export async function findFile(key: string, mayAsk = false): Promise<File | null> {
  const { file, handle } = (await tried(() => get<Kept>(key, kept))) ?? {};
  if (file) return file;
  if (!handle) return null;
  try {
    const wanted = { mode: 'read' } as const;
    const now = (await handle.queryPermission?.(wanted)) ?? 'granted';
    const given = now === 'granted' || (mayAsk && (await handle.requestPermission?.(wanted)) === 'granted');
    return given ? await handle.getFile() : null;
  } catch {
    // Moved or deleted meanwhile.
    return null;
  }
}

/** The copy goes, and whoever looks for it learns that the file has arrived. */
export const leaveReceipt = async (key: string, mediaId: string): Promise<void> => {
  await tried(() => set(key, { mediaId, at: Date.now() } satisfies Kept, kept));
};

/** The server's id of a file that another page sent to its end. */
export const findReceipt = async (key: string): Promise<string | null> =>
  (await tried(() => get<Kept>(key, kept)))?.mediaId ?? null;

export const forgetFile = async (key: string): Promise<void> => {
  await tried(() => del(key, kept));
};

/** Copies of all but these: of uploads that are over. */
export async function forgetOthers(keys: ReadonlySet<string>): Promise<void> {
  for (const key of (await tried(() => allKeys(kept))) ?? [])
    if (typeof key === 'string' && !keys.has(key)) void forgetFile(key);
}

async function hasRoom(bytes: number): Promise<boolean> {
  try {
    const { quota = 0, usage = 0 } = await navigator.storage.estimate();
    return quota - usage > bytes * 2;
  } catch {
    return false;
  }
}

/** Null where there is no storage, or it refuses. */
async function tried<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch {
    return null;
  }
}
