import type { TenantDb } from '@backlot/database';
import { lockPayment } from '../crypto-rows.ts';
import { findReturn, lockReturn, takenOutOf } from './return-rows.ts';

/** Coins that went back, with what the wallet was credited for them. */
export interface HeldReturn {
  readonly id: string;
  readonly paymentId: string;
  readonly userId: string;
  readonly currency: string;
  /** What was credited for the payment, less what was taken out of the wallet for it. */
  readonly leftMinor: number;
  readonly isSettled: boolean;
}

/** Held with its payment until the transaction ends; the fan is held. Null where there is none. */
export async function holdReturn(db: TenantDb, id: string): Promise<HeldReturn | null> {
  const found = await findReturn(db, id);
  if (found === null) return null;
  const payment = (await lockPayment(db, found.payment_id))!;
  const { settled_at: settledAt } = (await lockReturn(db, id))!;
  return {
    id,
    paymentId: payment.id,
    userId: payment.user_id,
    currency: payment.currency,
    leftMinor: payment.credited_minor - (await takenOutOf(db, payment.id)),
    isSettled: settledAt !== null,
  };
}

/** Staff took money out of the wallet for it. */
export const endReturn = async (db: TenantDb, id: string, takenOutMinor: number, now: Date): Promise<void> =>
  void (await db('coin_returns').where({ id }).update({ settled_at: now, taken_out_minor: takenOutMinor }));
