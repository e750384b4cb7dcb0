import type { Member } from './realtime.ts';

/** An open socket of a person, as rooms and streams see it. */
export interface Listener extends Member {
  /** Number of the last frame this client has. */
  lastId: number;
  readonly sessionId: string;
  readonly identityId: string | null;
  isLive(): Promise<boolean>;
  /** Says that the session is over, and closes. */
  endSession(): void;
  /** Says that nobody is let in any more, and closes. */
  shutOut(): void;
  /** Closes; the client comes again. */
  disconnect(): void;
}

/**
 * A session ended; of a person or an identity something changed, whether or not it ends their sessions; or news may
 * have been lost.
 */
export type SessionChange =
  | { readonly kind: 'session'; readonly tenantId: string; readonly sessionId: string }
  | { readonly kind: 'person'; readonly tenantId: string; readonly userId: string }
  | { readonly kind: 'identity'; readonly identityId: string }
  | { readonly kind: 'unknown' };
