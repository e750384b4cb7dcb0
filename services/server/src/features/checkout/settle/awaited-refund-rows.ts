import type { TenantDb } from '@backlot/database';
import type { ReversalEvent } from '@backlot/payments';
import type { ReversalRow } from '../tables.ts';
import { counted, refundsForNothing, unpaid } from './reversal-rows.ts';

/** What a provider tells of money that went back. */
interface Told extends Pick<ReversalEvent, 'amountMinor' | 'occurredAt'> {
  /** It is what is left of all that went back once what is booked is taken off: no refund that is booked can be it. */
  readonly isUnbooked?: true;
}

/** Milliseconds by which a provider's clock and ours may differ. */
export const clockSlackMs = 5 * 60_000;

/**
 * Refunds of ours that their provider has not reported yet, of this amount: its webhooks name the charge, not our refund. One
 * that was made and did not fit the charge is held, and is no second one when it is reported. What went back before we asked
 * for ours is another.
 */
const awaitedRefunds = (db: TenantDb, attemptIds: readonly string[], { amountMinor, occurredAt, isUnbooked }: Told) => {
  const occurredMs = Date.parse(occurredAt);
  const awaited = db('payment_reversals')
    .whereIn('attempt_id', [...attemptIds])
    .where({ kind: 'refund', amount_minor: amountMinor, to_wallet: false })
    .whereNull('notice_id')
    .whereNull('settled_by')
    .whereIn('state', isUnbooked ? [...unpaid] : [...counted, 'held'])
    .orderBy('created_at');
  if (Number.isNaN(occurredMs)) return awaited;
  const by = new Date(occurredMs + clockSlackMs);
  return awaited.where((either) => either.whereNull('asked_at').orWhere('asked_at', '<=', by));
};

/** The oldest of a charge, locked until the transaction ends. */
export const findAwaitedRefund = async (db: TenantDb, attemptId: string, told: Told): Promise<ReversalRow | null> =>
  (await awaitedRefunds(db, [attemptId], told).forUpdate().first()) ?? null;

/** Which of these charges have one, or had one until a bank took the money. */
export const listChargesAwaitingRefund = async (
  db: TenantDb,
  attemptIds: readonly string[],
  told: Told,
): Promise<ReadonlySet<string>> => {
  const awaited = await awaitedRefunds(db, attemptIds, told).select('attempt_id');
  const rows =
    awaited.length > 0 ? awaited : await refundsForNothing(db, attemptIds, told.amountMinor).select('attempt_id');
  return new Set(rows.map((row) => row.attempt_id));
};
