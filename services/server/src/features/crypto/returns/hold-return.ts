import type { TenantDb } from '@backlot/database';
import { v7 } from 'uuid';
import { lockPayment, type CryptoPaymentRow } from '../crypto-rows.ts';
import { endAlarm } from '../end-alarm.ts';
import { findReturn, lockReturn, takenOutOf } from './return-rows.ts';

/** Coins that are their payer's again, sent back or spent twice, with what the wallet was credited for them. */
export interface HeldReturn {
  readonly kind: 'crypto_returned' | 'crypto_double_spent';
  readonly id: string;
  readonly paymentId: string;
  readonly userId: string;
  readonly currency: string;
  /** What was credited for the payment, less what was taken out of the wallet for it. */
  readonly leftMinor: number;
  readonly isSettled: boolean;
}

/**
 * Held with its payment until the transaction ends; the fan is held. Null where there is none.
 * @param id of coins that went back, else of the payment whose coins were spent twice
 */
export async function holdReturn(db: TenantDb, id: string, now: Date): Promise<HeldReturn | null> {
  const found = await findReturn(db, id);
  if (found === null) return holdSpentTwice(db, id, now);
  const payment = (await lockPayment(db, found.payment_id))!;
  const { settled_at: settledAt } = (await lockReturn(db, id))!;
  return { kind: 'crypto_returned', id, ...(await leftOf(db, payment)), isSettled: settledAt !== null };
}

/** What is taken out for coins that were spent twice is kept beside what is for coins that were sent back: both end at nothing. */
async function holdSpentTwice(db: TenantDb, paymentId: string, now: Date): Promise<HeldReturn | null> {
  const payment = await lockPayment(db, paymentId);
  if (payment === null) return null;
  const held = { kind: 'crypto_double_spent', id: v7(), ...(await leftOf(db, payment)) } as const;
  if (payment.alarm !== 'double-spent') return { ...held, isSettled: true };
  await db('coin_returns').insert({
    id: held.id,
    payment_id: paymentId,
    refund_coins: payment.credited_coins,
    opened_coins: '0',
    status: '',
    noticed_at: now,
    taken_out_minor: 0,
    settled_at: now,
  });
  await endAlarm(db, payment, 'double-spent');
  return { ...held, isSettled: false };
}

const leftOf = async (
  db: TenantDb,
  payment: CryptoPaymentRow,
): Promise<Pick<HeldReturn, 'paymentId' | 'userId' | 'currency' | 'leftMinor'>> => ({
  paymentId: payment.id,
  userId: payment.user_id,
  currency: payment.currency,
  leftMinor: payment.credited_minor - (await takenOutOf(db, payment.id)),
});

/** Staff took money out of the wallet for it. */
export const endReturn = async (db: TenantDb, id: string, takenOutMinor: number, now: Date): Promise<void> =>
  void (await db('coin_returns').where({ id }).update({ settled_at: now, taken_out_minor: takenOutMinor }));
