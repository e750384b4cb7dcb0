import { hasArrived, isRunning, type UploadItem } from '../../entities/upload/upload-item.ts';

export interface TraySum {
  readonly state: 'uploading' | 'offline' | 'processing' | 'wrong' | 'done';
  /** Of what the state counts: bytes that have left, or files that are ready. */
  readonly share: number;
  /** The file that is on its way, from 1. */
  readonly at: number;
  /** Files that are on their way or there. */
  readonly total: number;
  readonly processing: number;
  /** Files that nothing will become of by itself. */
  readonly wrong: number;
}

/** How far all files are together: first their way to the server, then what the server makes of them. */
export function traySum(items: readonly UploadItem[]): TraySum {
  const wrong = items.filter(({ phase }) => phase === 'failed' || phase === 'refused' || phase === 'lost').length;
  const live = items.filter((item) => isRunning(item) || hasArrived(item) || item.phase === 'offline');
  const arrived = live.filter(hasArrived);
  const processing = arrived.filter(({ phase }) => phase === 'processing');
  const state = live.some(isRunning)
    ? 'uploading'
    : live.length > arrived.length
      ? 'offline'
      : processing.length > 0
        ? 'processing'
        : wrong > 0
          ? 'wrong'
          : 'done';
  const counts = {
    at: Math.min(arrived.length + 1, live.length),
    total: live.length,
    processing: processing.length,
    wrong,
  };
  if (state === 'processing') {
    const made = processing.reduce(
      (sum, { processed }) => sum + (processed ?? 0) / 100,
      arrived.length - processing.length,
    );
    return { state, share: made / live.length, ...counts };
  }
  const bytes = live.reduce((sum, { size }) => sum + size, 0);
  const sent = live.reduce((sum, item) => sum + (hasArrived(item) ? item.size : item.sent), 0);
  return { state, share: bytes === 0 ? 1 : sent / bytes, ...counts };
}

const ranks: Readonly<Record<UploadItem['phase'], number>> = {
  sending: 0,
  failed: 1,
  refused: 1,
  lost: 1,
  offline: 2,
  waiting: 3,
  processing: 4,
  ready: 5,
};

/** What moves and what wants somebody comes first; otherwise as it was chosen, what is done latest first. */
export const inOrder = (items: readonly UploadItem[]): readonly UploadItem[] =>
  items
    .map((item, at) => ({ item, at: item.phase === 'ready' ? -at : at }))
    .toSorted((one, other) => ranks[one.item.phase] - ranks[other.item.phase] || one.at - other.at)
    .map(({ item }) => item);
