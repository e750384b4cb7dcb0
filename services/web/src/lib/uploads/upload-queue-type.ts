import type { Added, AddOptions } from './new-uploads.ts';
import type { UploadItem } from './upload-item.ts';

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
