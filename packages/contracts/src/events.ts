/**
 * Frames of the socket at `/ws` (DECISIONS 36): JSON `{ event, data, id? }`.
 * The first frame authenticates: `{ event: 'AUTH', data: { token, lastId } }`;
 * the answer is `{ event: 'READY', data: { lastId } }`, then what was missed.
 * With a `settingsVersion`, SETTINGS_CHANGED follows where the site's is newer.
 * Without a `lastId` nothing was missed: the stream goes on from now.
 * The server may send several frames as one message, a JSON list.
 */
export interface Frame<D = unknown> {
  event: string;
  data: D;
  /** Number in the recipient's stream, without gaps. */
  id?: number;
}

export interface ServerEvents {
  READY: { lastId: number };
  AUTH_FAILED: { code: string };
  UNREAD_COUNT: {
    totalUnreadCount: number;
    purchasedNotificationUnreadCount: number;
    subscriptionNotificationUnreadCount: number;
  };
  POST_READY: { postId: string; title: string };
  POST_FAILED: { postId: string; title: string };
  /** To the creator, of what a fan wrote. */
  COMMENT_ADDED: { postId: string; commentId: string; title: string; name: string };
  MEDIA_STATE: { mediaId: string; state: 'ready' | 'error'; code: string | null };
  /** Percent; not stored: who was away asks for the state. */
  MEDIA_PROGRESS: { mediaId: string; progress: number };
  PURCHASE_SETTLED: {
    intentId: string;
    state: 'succeeded' | 'declined';
    /** What a feature calls the thing that it sells (`SoldKind`): `membership`, `post`. */
    kind: string;
    contentId: string | null;
    /** Declined though money was taken: it goes back. */
    goesBack?: true;
  };
  MEMBERSHIP_CHANGED: { status: '0' | '1' | '2' };
  /** What is in the wallet now, and what the fan owes. Absent currency: the site's; a fan may have money in another that it had. */
  WALLET_CHANGED: { walletAmount: number; walletOwed?: number; currency?: string };
  /** A payment by crypto currency went on; `credited_amount` is all that was put into the wallet for it. */
  CRYPTO_PAYMENT_CHANGED: { payment_id: string; state: string; credited_amount: number };
  SETTINGS_CHANGED: { version: number };
  SESSION_ENDED: Record<string, never>;
  PONG: Record<string, never>;
}

/**
 * How each event comes: `connection` is about the socket itself, and whoever holds it handles it; `stream` is numbered
 * in a person's stream and kept for a client that was away; `passing` is not kept.
 */
export interface ServerEventWays extends Record<keyof ServerEvents, 'connection' | 'stream' | 'passing'> {
  READY: 'connection';
  AUTH_FAILED: 'connection';
  SESSION_ENDED: 'connection';
  PONG: 'connection';
  UNREAD_COUNT: 'stream';
  POST_READY: 'stream';
  POST_FAILED: 'stream';
  COMMENT_ADDED: 'stream';
  MEDIA_STATE: 'stream';
  PURCHASE_SETTLED: 'stream';
  MEMBERSHIP_CHANGED: 'stream';
  WALLET_CHANGED: 'stream';
  CRYPTO_PAYMENT_CHANGED: 'stream';
  MEDIA_PROGRESS: 'passing';
  SETTINGS_CHANGED: 'passing';
}

type EventsThatCome<Way> = {
  [E in keyof ServerEventWays]: ServerEventWays[E] extends Way ? E : never;
}[keyof ServerEventWays];

export type ConnectionEvent = EventsThatCome<'connection'>;
export type StreamEvent = EventsThatCome<'stream'>;

export interface ClientEvents {
  AUTH: { token: string; lastId: number | null; settingsVersion?: number };
  PING: Record<string, never>;
}
