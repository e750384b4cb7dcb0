import type { TenantDb } from '@backlot/database';
import type { ReversalEvent } from '@backlot/payments';
import { findAttempt } from '../intent-rows.ts';
import { listChargesAwaitingRefund } from '../settle/awaited-refund-rows.ts';
import { sumReversalsByCharge } from '../settle/reversal-sum-rows.ts';
import { chargesOf } from '../settle/series-charges.ts';
import type { AttemptRow } from '../tables.ts';
import type { AccountEvent } from './account-event.ts';
import { reversalKind } from './reversal-kind.ts';

/**
 * The charge of a series that a refund or chargeback is about, where its provider names only the series (CCBill's have an id
 * of their own). The first of: the charge that this webhook was booked on already; one with a refund of ours that its
 * provider has not reported yet; the newest with at least this much left; the newest. A guess is good enough: what the
 * provider reports has to stand in the books of the account, and a chargeback ends the series whichever charge it was for.
 * Null where the series charged nothing yet.
 */
export async function findReversedCharge(
  db: TenantDb,
  { accountId, event }: AccountEvent<ReversalEvent>,
  seriesRef: string,
): Promise<AttemptRow | null> {
  const booked = await db('payment_reversals')
    .where({ notice_id: `${accountId}:${event.externalId}` })
    .first('attempt_id');
  if (booked) return findAttempt(db, booked.attempt_id);
  const charges = await chargesOf(db, accountId, seriesRef);
  if (charges.length <= 1) return charges[0] ?? null;
  const ids = charges.map(({ id }) => id);
  const kind = reversalKind(event);
  const awaited = kind === 'refund' ? await listChargesAwaitingRefund(db, ids, event) : null;
  const returned = await sumReversalsByCharge(db, ids, kind);
  const isLeft = ({ id, taken_minor: taken, taken_currency: currency }: AttemptRow): boolean =>
    currency === event.currency && (returned.get(id) ?? 0) + event.amountMinor <= (taken ?? 0);
  return charges.find(({ id }) => awaited?.has(id)) ?? charges.find(isLeft) ?? charges[0]!;
}
