import { hasArrived, isRunning, type UploadItem } from '../../entities/upload/upload-item.ts';

/** Files on their way to the library, not to a post. */
export const libraryUploads = (items: readonly UploadItem[]): readonly UploadItem[] =>
  items.filter(({ category, isFromLibrary }) => category === 'media' && !isFromLibrary);

export interface Batch {
  /** Have arrived and are not registered yet. */
  readonly toRegister: readonly UploadItem[];
  readonly left: number;
  readonly failed: number;
}

/**
 * Keys of what does not count in the batch of this page; `before`: as it was, null for a page that begins. What an
 * earlier page settled was told there, and a file that a reload stopped is no failure while its copy is looked for: it
 * counts from when it is sent again.
 */
export function knownAmong(items: readonly UploadItem[], before: ReadonlySet<string> | null): Set<string> {
  const own = libraryUploads(items);
  const known = new Set(
    before ?? own.filter((item) => !isRunning(item) && item.phase !== 'offline').map(({ key }) => key),
  );
  for (const item of own) {
    // Whichever page sends a file also registers it.
    if (item.isElsewhere) known.add(item.key);
    else if (isRunning(item)) known.delete(item.key);
  }
  return known;
}

/** Where a batch stands. `known`: keys of files that were settled before it, or are registered. */
export function batchOf(items: readonly UploadItem[], known: ReadonlySet<string>): Batch {
  const own = libraryUploads(items).filter(({ key }) => !known.has(key));
  return {
    toRegister: own.filter((item) => hasArrived(item) && item.mediaId !== null),
    left: own.filter((item) => isRunning(item) || item.phase === 'offline').length,
    failed: own.filter(({ phase }) => phase === 'failed' || phase === 'lost' || phase === 'refused').length,
  };
}

/** MEDIA-37, MEDIA-48: what is said when nothing of a batch is on its way any more. */
export function batchLabel({
  registered,
  failed,
}: {
  readonly registered: number;
  readonly failed: number;
}): 'media-uploaded' | 'library-upload-error' | null {
  if (failed > 0) return 'library-upload-error';
  return registered > 0 ? 'media-uploaded' : null;
}
