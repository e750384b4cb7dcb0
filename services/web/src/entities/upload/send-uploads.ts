import { lookAtFile } from './chosen-files.ts';
import type { Transfer } from './put-file.ts';
import { transferFile } from './transfer-file.ts';
import { failureOf, isUnanswered } from './upload-failure.ts';
import type { UploadItem } from './upload-item.ts';

/** On its way again. */
export const onItsWay: Partial<UploadItem> = { phase: 'waiting', problem: null };
/** POST-062. */
export const cutOff: Partial<UploadItem> = { phase: 'offline', problem: { code: 'upload-offline' } };
export const startPhase = (): Partial<UploadItem> => (navigator.onLine ? onItsWay : cutOff);

/** More would share the same line and finish later together; a film in parts takes three connections by itself. */
const atOnce = 2;
/** Milliseconds over which the speed is told. */
const speedWindowMs = 6000;

/** What sending asks and tells of the list of uploads. */
export interface SendingList {
  readonly items: () => readonly UploadItem[];
  /** Of those that this page has in hand. */
  readonly fileOf: (key: string) => File | undefined;
  readonly change: (key: string, part: Partial<UploadItem>) => void;
  /** It has arrived, or was refused for good. */
  readonly settle: (key: string, part: Partial<UploadItem>) => void;
}

export interface Sender {
  /** Begins with what waits, as far as there is room. */
  readonly next: () => void;
  /** Begins with this one if there is room, also while the browser believes that there is no connection. */
  readonly tryNow: (key: string) => void;
  readonly stop: (key: string) => void;
  readonly stopAll: () => void;
  /** Bytes a second over the last seconds, of all or of one; 0 when unknown. */
  readonly speed: (key?: string) => number;
}

/** Sends a few files at a time, in the order of the list. */
export function openSender({ items, fileOf, change, settle }: SendingList): Sender {
  const transfers = new Map<string, Transfer>();
  const meter = openSpeedometer();
  const find = (key: string): UploadItem | undefined => items().find((item) => item.key === key);

  function next(): void {
    if (!navigator.onLine) return;
    for (const item of items()
      .filter(({ key, phase }) => phase === 'waiting' && fileOf(key) !== undefined)
      .slice(0, Math.max(0, atOnce - transfers.size)))
      void send(item.key);
  }

  async function send(key: string): Promise<void> {
    const file = fileOf(key);
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
    else change(key, { ...failure, ...(isUnanswered(error) && !navigator.onLine ? startPhase() : {}) });
  }

  return {
    next,
    tryNow: (key) => {
      if (transfers.size < atOnce) void send(key);
    },
    stop: (key) => {
      transfers.get(key)?.stop();
      transfers.delete(key);
    },
    stopAll: () => {
      for (const transfer of transfers.values()) transfer.stop();
      transfers.clear();
    },
    speed: meter.speed,
  };
}

/** How fast bytes have left over the last seconds. */
function openSpeedometer(): { count: (key: string, bytes: number) => void; speed: (key?: string) => number } {
  let seen: { readonly key: string; readonly at: number; readonly bytes: number }[] = [];
  const isRecent = ({ at }: { readonly at: number }): boolean => at > performance.now() - speedWindowMs;
  return {
    count: (key, bytes) => {
      seen = [...seen.filter(isRecent), { key, at: performance.now(), bytes: Math.max(0, bytes) }];
    },
    speed: (key) => {
      const recent = seen.filter((one) => isRecent(one) && (key === undefined || one.key === key));
      const [first] = recent;
      if (!first || recent.length < 2) return 0;
      const seconds = Math.max(0.5, (performance.now() - first.at) / 1000);
      return recent.reduce((sum, { bytes }) => sum + bytes, 0) / seconds;
    },
  };
}
