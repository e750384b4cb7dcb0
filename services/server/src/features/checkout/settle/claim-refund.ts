import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import { v7 } from 'uuid';
import { lockAttempt } from '../intent-rows.ts';
import type { AttemptRow, ReversalRow } from '../tables.ts';
import { listProviderRefunds } from './returns-rows.ts';
import { isUnpaid, refundLater } from './reversal-rows.ts';

/** Milliseconds after which whoever asks a provider for a refund is taken for dead. */
const claimMs = 150_000;
/** Milliseconds from the claim in which the refund may be sent: all calls of a provider's end long before the claim lapses. */
export const sendRefundWithinMs = 30_000;

export interface ClaimedRefund {
  readonly reversal: ReversalRow;
  readonly attempt: AttemptRow;
  /** Null on the schema of the version before, which has nowhere to store it. */
  readonly claim: string | null;
}

/**
 * Whoever asks a provider for a refund is alone in it, from before the call until its end is written: a refund's reference
 * depends on how often it was refused, and what is under way under one must not be sent under the next. Null where there is
 * nothing to ask for, and while another asks for a refund of the same charge: it is looked at again when that claim has lapsed.
 */
export async function claimRefund(db: TenantDb, id: string, attemptId: string): Promise<ClaimedRefund | null> {
  const held = await lockAttempt(db, attemptId);
  const refunds = held === null ? [] : await listProviderRefunds(db, attemptId);
  const reversal = refunds.find((row) => row.id === id);
  if (held === null || !reversal || !isUnpaid(reversal)) return null;
  if (reversal.claimed_by === undefined) return { reversal, attempt: held.attempt, claim: null };
  if (await isClaimed(db, attemptId)) {
    // Not an error: tries of the job are for providers that do not answer.
    await refundLater(db, reversal, new Date(Date.now() + claimMs));
    return null;
  }
  const claim = v7();
  await sql`
    update ${table('payment_reversals')} set claimed_by = ${claim}, claimed_at = clock_timestamp() where id = ${id}`.run(
    db,
  );
  return { reversal, attempt: held.attempt, claim };
}

/** A refusal is certain, so that the next try is a request of its own; an unknown end is asked about under its old name. */
export const referenceOf = ({ id, refusals }: Pick<ReversalRow, 'id' | 'refusals'>): string =>
  refusals === 0 ? id : `${id}-${refusals}`;

/** Whether a refund was asked for under it, at any try. */
export const isReferenceOf = (id: string, reference: string): boolean =>
  reference === id || reference.startsWith(`${id}-`);

/** Whether a provider is being asked to give money back of a charge. By the database's clock, which all processes share. */
export const isClaimed = async (db: TenantDb, attemptId: string): Promise<boolean> =>
  (await sql`
    select 1 from ${table('payment_reversals')}
    where attempt_id = ${attemptId} and claimed_at > clock_timestamp() - ${claimMs} * interval '1 millisecond' limit 1`.first(
    db,
  )) !== null;

/** A claim that lapsed and was taken over is another's. */
export async function releaseRefund(db: TenantDb, id: string, claim: string): Promise<void> {
  await db('payment_reversals').where({ id, claimed_by: claim }).update({ claimed_by: null, claimed_at: null });
}
