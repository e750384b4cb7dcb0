/**
 * `waiting` for its turn; `sending`; `processing` at the server; `ready`; `failed`, which may be tried again;
 * `refused`, which may not; `offline` until the connection is back; `lost` when a reload took the file away.
 */
export type UploadPhase = 'waiting' | 'sending' | 'processing' | 'ready' | 'failed' | 'refused' | 'offline' | 'lost';

/** What went wrong: a text id with its parameters, or the server's own words. */
export interface UploadProblem { readonly code: string; readonly params?: Readonly<Record<string, string | number>>; readonly message?: string }

export interface UploadItem {
  readonly key: string;
  /** The server's id, once an address was asked for. */
  readonly mediaId: string | null;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly type: string;
  readonly phase: UploadPhase;
  /** Bytes that have left. */
  readonly sent: number;
  readonly problem: UploadProblem | null;
  /** To show: the file itself on this device, else the server's small picture. */
  readonly preview: string | null;
  readonly width: number | null;
  readonly height: number | null;
}

/** Its bytes have arrived: a post may name it. */
export const hasArrived = (item: UploadItem): boolean => item.phase === 'processing' || item.phase === 'ready';
export const isRunning = (item: UploadItem): boolean => item.phase === 'waiting' || item.phase === 'sending';
export const canRetry = (item: UploadItem): boolean => item.phase === 'failed' || item.phase === 'offline';
/** Nothing more will happen to it by itself. */
export const isSettled = (item: UploadItem): boolean => item.phase === 'ready' || item.phase === 'failed' || item.phase === 'refused' || item.phase === 'lost';
