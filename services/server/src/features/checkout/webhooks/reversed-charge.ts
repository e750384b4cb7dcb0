import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import type { ReversalEvent } from '@backlot/payments';
import { findAttempt } from '../intent-rows.ts';
import { chargesWithUntoldRefund, sumReversalsByCharge } from '../settle/reversal-rows.ts';
import type { AttemptRow } from '../tables.ts';
import type { Told } from './apply-event.ts';
import { reversalKind } from './pause-for-reversal.ts';

/**
 * Which of a series' charges money went back of, where its provider names the series and not the charge (CCBill's refunds
 * and chargebacks have an id of their own). The one that the same news was booked on; else one that a refund of ours
 * waits on; else the newest that this much is left of, as what its provider tells of has to stand in the books of the
 * account, and a chargeback ends the series whichever charge it was for. Null where the series charged nothing yet.
 */
export async function findReversedCharge(
  db: TenantDb,
  { accountId, event }: Told<ReversalEvent>,
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
  const awaited = kind === 'refund' ? await chargesWithUntoldRefund(db, ids, event.amountMinor) : null;
  const returned = await sumReversalsByCharge(db, ids, kind);
  const isLeft = ({ id, taken_minor: taken, taken_currency: currency }: AttemptRow): boolean =>
    currency === event.currency && (returned.get(id) ?? 0) + event.amountMinor <= (taken ?? 0);
  return charges.find(({ id }) => awaited?.has(id)) ?? charges.find(isLeft) ?? charges[0]!;
}

/** Newest first. A later charge of a series is known by the series' id and its own; its payer is who began the series. */
const chargesOf = (db: TenantDb, accountId: string, seriesRef: string): Promise<readonly AttemptRow[]> =>
  sql<AttemptRow>`
    select later.* from ${table('payment_attempts')} first
      join ${table('payment_intents')} begun on begun.id = first.intent_id
      join ${table('payment_intents')} bought on bought.user_id = begun.user_id
      join ${table('payment_attempts')} later on later.intent_id = bought.id and later.account_id = first.account_id
    where first.account_id = ${accountId} and first.provider_ref = ${seriesRef} and later.state = 'succeeded'
      and (later.id = first.id or starts_with(later.provider_ref, ${`${seriesRef}-`}))
    order by later.settled_at desc, later.id desc`.all(db);
