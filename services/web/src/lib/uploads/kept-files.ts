/**
 * Files of unfinished uploads, so that a reload does not take them away: a handle where the browser gave one, else a
 * copy up to a size. All of it is a convenience: without storage the person chooses the file again.
 */
const name = 'uploads';
const store = 'files';
/** Bytes. A larger copy would cost the device more than choosing the file again costs the person. */
export const mostKeptBytes = 256_000_000;

interface Kept { readonly file?: File; readonly handle?: FileHandle; readonly at: number }
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
    const ask = (item as unknown as { getAsFileSystemHandle?: () => Promise<FileHandle | null> }).getAsFileSystemHandle?.bind(item);
    const dropped = item.kind === 'file' && ask ? item.getAsFile() : null;
    const file = dropped && files.find(({ name: other, size }) => other === dropped.name && size === dropped.size);
    if (file && ask) handles.set(file, ask().then((handle) => (handle?.kind === 'file' ? handle : null), () => null));
  }
}

/** `isWanted`: whether it is still to be sent when it could be written. */
export async function keepFile(key: string, file: File, isWanted: () => boolean): Promise<void> {
  const handle = await handles.get(file) ?? null;
  if (!handle && (file.size > mostKeptBytes || !(await hasRoom(file.size)))) return;
  if (!isWanted()) return;
  await act('readwrite', (files) => files.put({ ...(handle ? { handle } : { file }), at: Date.now() } satisfies Kept, key));
  // Sent while it was written.
  if (!isWanted()) await forgetFile(key);
}

/**
 * The file again. A handle may need the person's consent, which a browser asks for only after a press: `mayAsk` says
 * that there was one.
 */
export async function findFile(key: string, mayAsk = false): Promise<File | null> {
  const kept = await act<Kept | undefined>('readonly', (files) => files.get(key));
  if (!kept) return null;
  if (kept.file) return kept.file;
  const { handle } = kept;
  if (!handle) return null;
  try {
    const wanted = { mode: 'read' } as const;
    const now = await handle.queryPermission?.(wanted) ?? 'granted';
    const given = now === 'granted' || (mayAsk && await handle.requestPermission?.(wanted) === 'granted');
    return given ? await handle.getFile() : null;
  } catch {
    // Moved or deleted meanwhile.
    return null;
  }
}

export const forgetFile = async (key: string): Promise<void> => { await act('readwrite', (files) => files.delete(key)); };

/** Copies of all but these: of uploads that are over. */
export async function forgetOthers(keys: ReadonlySet<string>): Promise<void> {
  const kept = await act<IDBValidKey[]>('readonly', (files) => files.getAllKeys());
  for (const key of kept ?? []) if (typeof key === 'string' && !keys.has(key)) void forgetFile(key);
}

async function hasRoom(bytes: number): Promise<boolean> {
  try {
    const { quota = 0, usage = 0 } = await navigator.storage.estimate();
    return quota - usage > bytes * 2;
  } catch {
    return false;
  }
}

async function act<T>(mode: IDBTransactionMode, work: (files: IDBObjectStore) => IDBRequest): Promise<T | null> {
  try {
    const base = await open();
    return await new Promise<T>((resolve, reject) => {
      const request = work(base.transaction(store, mode).objectStore(store));
      request.addEventListener('success', () => resolve(request.result as T));
      request.addEventListener('error', () => reject(request.error));
    }).finally(() => base.close());
  } catch {
    return null;
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.addEventListener('upgradeneeded', () => { request.result.createObjectStore(store); });
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  });
}
