/**
 * `waiting` for its turn; `sending`; `processing` at the server; `ready`; `failed`, which may be tried again;
 * `refused`, which may not; `offline` until the connection is back; `lost` when a reload took the file away.
 */
export type UploadPhase = 'waiting' | 'sending' | 'processing' | 'ready' | 'failed' | 'refused' | 'offline' | 'lost';

/** What the file is for, as the server's call names it. */
export type UploadCategory = 'blog' | 'media' | 'message';

/** What went wrong: a text id with its parameters, or the server's own words. */
export interface UploadProblem {
  readonly code: string;
  readonly params?: Readonly<Record<string, string | number>>;
  readonly message?: string;
}

export interface UploadItem {
  readonly key: string;
  /** The server's id, once an address was asked for. */
  readonly mediaId: string | null;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly type: string;
  readonly phase: UploadPhase;
  /** Bytes that have left; of a file in parts also those of an earlier page. */
  readonly sent: number;
  readonly problem: UploadProblem | null;
  /** To show: the file itself on this device, else the server's small picture. */
  readonly preview: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly category?: UploadCategory;
  /** A category of the library that the file goes into. */
  readonly mediaCategoryId?: string | null;
  /** Seconds, of a film. */
  readonly duration?: number | null;
  /** Percent of a film's processing at the server. */
  readonly processed?: number | null;
  /** It goes in parts: what has arrived stays there over failures and reloads. */
  readonly isInParts?: boolean;
  /** Put away in the tray; a post that is being written still needs it. */
  readonly isPutAway?: boolean;
  /** Taken from the library rather than from this device. */
  readonly isFromLibrary?: boolean;
  /** Another page of the same person sends it; here it is only seen. */
  readonly isElsewhere?: boolean;
  /** It goes to 'Preview' of the library. */
  readonly isForPreview?: boolean;
}

export const isFilm = ({ type }: Pick<UploadItem, 'type'>): boolean => type.startsWith('video/');
/** Its bytes have arrived: a post may name it. */
export const hasArrived = (item: UploadItem): boolean => item.phase === 'processing' || item.phase === 'ready';
export const isRunning = (item: UploadItem): boolean => item.phase === 'waiting' || item.phase === 'sending';
/** Some page has its file and is not done with it. */
export const isInHand = ({ phase }: Pick<UploadItem, 'phase'>): boolean =>
  phase === 'waiting' || phase === 'sending' || phase === 'offline' || phase === 'failed';
export const canRetry = (item: UploadItem): boolean => item.phase === 'failed' && item.isElsewhere !== true;
/** Nothing more will happen to it by itself. */
export const isSettled = (item: UploadItem): boolean =>
  item.phase === 'ready' || item.phase === 'failed' || item.phase === 'refused' || item.phase === 'lost';
