import type { TenantDb } from '@backlot/database';
import type { ReversalRow } from '../tables.ts';

/** Refunds of a charge that its provider is asked for or has made. */
export const listProviderRefunds = (db: TenantDb, attemptId: string): Promise<ReversalRow[]> =>
  db('payment_reversals')
    .where({ attempt_id: attemptId, kind: 'refund', to_wallet: false })
    .then((rows) => rows);

/** Refunds that providers made of these charges, those included that did not fit; none that staff settled. */
export const listRefundsMade = (db: TenantDb, attemptIds: readonly string[]): Promise<ReversalRow[]> =>
  db('payment_reversals')
    .whereIn('attempt_id', [...attemptIds])
    .where({ kind: 'refund', to_wallet: false })
    .whereIn('state', ['succeeded', 'held'])
    .whereNull('settled_by')
    .then((rows) => rows);

/** How often money had gone back of a charge when its provider was asked for a refund. */
export const storeReturns = async (db: TenantDb, id: string, count: number, now: Date): Promise<void> => {
  await db('payment_reversals').where({ id }).update({ asked_at: now, returns_before: count });
};
