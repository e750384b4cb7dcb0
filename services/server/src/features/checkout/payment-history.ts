import type { TenantDb } from '@backlot/database';
import type { PaymentHistory } from '../../joints/payment-history.ts';
import { hasBookings } from '../ledger/index.ts';

/** Whether this person ever kept a card, or one that ends so. */
const hasCard = async (db: TenantDb, userId: string, last4?: string): Promise<boolean> =>
  (await db('payment_instruments')
    .where({ user_id: userId, ...(last4 === undefined ? {} : { last4 }) })
    .first('id')) !== undefined;

export const paymentHistory: PaymentHistory = {
  hasStarted: async (db, userId) =>
    (await hasBookings(db, userId)) ||
    (await db('payment_intents').where({ user_id: userId }).first('id')) !== undefined ||
    (await hasCard(db, userId)),
  hasCard,
  payersAmong: async (db, userIds) =>
    (
      await db('payment_intents')
        .whereIn('user_id', [...userIds])
        .where('amount_minor', '>', 0)
        .where((paid) => paid.whereIn('state', ['succeeded', 'held']).orWhereNotNull('unapplied_reason'))
        .distinct('user_id')
    ).map(({ user_id: id }) => id),
};
