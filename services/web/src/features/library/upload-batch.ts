import { hasArrived, isRunning, type UploadItem } from '../../lib/uploads/upload-item.ts';

/** Files on their way to the library, not to a post. */
export const libraryUploads = (items: readonly UploadItem[]): readonly UploadItem[] => items.filter(({ category, isFromLibrary }) => category === 'media' && !isFromLibrary);

export interface Batch {
  /** Have arrived and are not registered yet. */
  readonly toRegister: readonly UploadItem[];
  readonly left: number;
  readonly failed: number;
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
export function batchWord({ registered, failed }: { readonly registered: number; readonly failed: number }): 'media-uploaded' | 'library-upload-error' | null {
  if (failed > 0) return 'library-upload-error';
  return registered > 0 ? 'media-uploaded' : null;
}
