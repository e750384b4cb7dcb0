import type { TenantDb } from '@backlot/database';

/**
 * What a person has paid, and shown to be let pay, as far as their account depends on it. Accounts lie below the features
 * that know; each names this as `paymentHistory` and is asked here, in the caller's transaction.
 */
export interface PaymentHistory {
  /**
   * Whether money of this person hangs on the account: some that was booked, given back or not; a charge that may still
   * come, also late and after it was believed declined; a card that others must not pay with; or a photo id. Hold the buyer.
   */
  hasStarted(db: TenantDb, userId: string): Promise<boolean>;
  /** Whether this person ever kept a card, or one that ends so. */
  hasCard(db: TenantDb, userId: string, last4?: string): Promise<boolean>;
  /** Those of these people whose money was taken. */
  payersAmong(db: TenantDb, userIds: readonly string[]): Promise<readonly string[]>;
}

/** What any of them knows. */
export const joinPaymentHistories = (all: readonly PaymentHistory[]): PaymentHistory => ({
  async hasStarted(db, userId) {
    for (const one of all) if (await one.hasStarted(db, userId)) return true;
    return false;
  },
  async hasCard(db, userId, last4) {
    for (const one of all) if (await one.hasCard(db, userId, last4)) return true;
    return false;
  },
  async payersAmong(db, userIds) {
    const found: string[] = [];
    for (const one of all) found.push(...(await one.payersAmong(db, userIds)));
    return found;
  },
});
