import type { TenantDb } from '@backlot/database';
import type { ReversalEvent } from '@backlot/payments';
import type { ReversalRow } from '../tables.ts';
import { isReferenceOf } from './claim-refund.ts';
import { counted, refundsForNothing, unpaid } from './reversal-rows.ts';

/** What a provider tells of money that went back. */
interface Told extends Pick<ReversalEvent, 'amountMinor' | 'currency' | 'occurredAt' | 'refundReference'> {
  /** It is what is left of all that went back once what is booked is taken off: no refund that is booked can be it. */
  readonly isUnbooked?: true;
}

/** Milliseconds by which a provider's clock and ours may differ. */
export const clockSlackMs = 5 * 60_000;

/**
 * Refunds of ours that their provider has not reported yet, of this amount and currency: most webhooks name the charge, not our
 * refund. One that was made and did not fit the charge is held, and is no second one when it is reported. What went back
 * before we asked for ours is another.
 */
async function awaitedRefunds(
  db: TenantDb,
  attemptIds: readonly string[],
  { amountMinor, currency, occurredAt, refundReference, isUnbooked }: Told,
  { locked }: { readonly locked: boolean },
): Promise<readonly ReversalRow[]> {
  const query = db('payment_reversals')
    .whereIn('attempt_id', [...attemptIds])
    .where({ kind: 'refund', amount_minor: amountMinor, currency, to_wallet: false })
    .whereNull('notice_id')
    .whereNull('settled_by')
    .whereIn('state', isUnbooked ? [...unpaid] : [...counted, 'held'])
    .orderBy('created_at');
  const found = await (locked ? query.forUpdate() : query);
  const rows = refundReference === undefined ? found : await namedBy(db, attemptIds, refundReference, found);
  const occurredMs = Date.parse(occurredAt);
  if (Number.isNaN(occurredMs)) return rows;
  // Not a condition of the statement: on the schema of the version before there is no such column.
  return rows.filter(({ asked_at: at }) => (at?.getTime() ?? -Infinity) <= occurredMs + clockSlackMs);
}

/**
 * Those that a reference may mean. One that was dropped while it was under way, and was made all the same, stands under another
 * id (`madeOf`): by its reference nobody finds it.
 */
async function namedBy(
  db: TenantDb,
  attemptIds: readonly string[],
  reference: string,
  found: readonly ReversalRow[],
): Promise<readonly ReversalRow[]> {
  const ours = await db('payment_reversals')
    .whereIn('attempt_id', [...attemptIds])
    .where({ kind: 'refund' })
    .select('id', 'state');
  const named = ours.find(({ id }) => isReferenceOf(id, reference));
  return named?.state === 'dropped' ? found : found.filter(({ id }) => id === named?.id);
}

/** The oldest of a charge, locked until the transaction ends. */
export const findAwaitedRefund = async (db: TenantDb, attemptId: string, told: Told): Promise<ReversalRow | null> =>
  (await awaitedRefunds(db, [attemptId], told, { locked: true }))[0] ?? null;

/** Which of these charges have one, or had one until a bank took the money. */
export const listChargesAwaitingRefund = async (
  db: TenantDb,
  attemptIds: readonly string[],
  told: Told,
): Promise<ReadonlySet<string>> => {
  const awaited = await awaitedRefunds(db, attemptIds, told, { locked: false });
  const rows = awaited.length > 0 ? awaited : await refundsForNothing(db, attemptIds, told).select('attempt_id');
  return new Set(rows.map((row) => row.attempt_id));
};
