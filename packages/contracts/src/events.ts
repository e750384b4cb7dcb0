/**
 * Frames of the socket at `/ws` (DECISIONS 36): JSON `{ event, data, id? }`.
 * The first frame authenticates: `{ event: 'AUTH', data: { token, lastId } }`;
 * the answer is `{ event: 'READY', data: { lastId } }`, then what was missed.
 * Without a `lastId` nothing was missed: the stream goes on from now.
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
  UNREAD_COUNT: { totalUnreadCount: number; purchasedNotificationUnreadCount: number; subscriptionNotificationUnreadCount: number };
  POST_READY: { postId: string; title: string };
  POST_FAILED: { postId: string; title: string };
  /** To the creator, of what a fan wrote. */
  COMMENT_ADDED: { postId: string; commentId: string; title: string; name: string };
  MEDIA_STATE: { mediaId: string; state: 'ready' | 'error'; code: string | null };
  /** Percent; not stored: who was away asks for the state. */
  MEDIA_PROGRESS: { mediaId: string; progress: number };
  PURCHASE_SETTLED: { intentId: string; state: 'succeeded' | 'declined'; kind: 'membership' | 'post'; contentId: string | null };
  MEMBERSHIP_CHANGED: { status: '0' | '1' | '2' };
  SETTINGS_CHANGED: { version: number };
  SESSION_ENDED: Record<string, never>;
}

export interface ClientEvents {
  AUTH: { token: string; lastId: number | null };
  LOGOUT_USER: { userId: string };
  PING: Record<string, never>;
}
