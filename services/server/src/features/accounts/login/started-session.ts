import type { PaymentMode } from '@backlot/payments';

/** A session that begins, or the question whether an account here is wanted. */
export interface StartedSession {
  readonly token: string;
  readonly expiresAt: Date;
  readonly sessionId: string;
  readonly userId: string;
  readonly newUser: boolean;
  readonly showMergePopup: boolean;
  readonly joinRequired: false;
}

export interface JoinQuestion {
  readonly token: null;
  readonly userId: null;
  readonly newUser: true;
  readonly showMergePopup: false;
  readonly joinRequired: true;
}

/** The wire's form (specification 000 §7 Accounts). */
export const presentStart = (start: StartedSession | JoinQuestion, mode: PaymentMode) => ({
  token: start.token as string,
  userId: start.userId as string,
  newUser: start.newUser,
  mode,
  url: null,
  showMergePopup: start.showMergePopup,
  // Both would tell of accounts elsewhere to somebody who has not shown that the mailbox is theirs (DECISIONS 11).
  showForgotPasswordPopup: false,
  showOldUserMergePopup: false,
  joinRequired: start.joinRequired,
});
