import type { TenantDb } from '@backlot/database';
import { v7 } from 'uuid';
import type { ReversalRow } from '../tables.ts';
import { later } from '../../../jobs/later.ts';

export interface RefundRequest {
  readonly attemptId: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly reason: string;
  readonly now: Date;
}

/** Enqueued with its cause. The reversal's id is the provider's key, so that however often it is sent, it refunds once. */
export async function requestRefund(db: TenantDb, request: RefundRequest): Promise<string> {
  const id = v7();
  await db('payment_reversals').insert({
    id,
    attempt_id: request.attemptId,
    kind: 'refund',
    state: 'requested',
    amount_minor: request.amountMinor,
    currency: request.currency,
    reason: request.reason,
    created_at: request.now,
  });
  await later(db, 'refund-payment', { reversalId: id }, { jobKey: `refund:${id}` });
  return id;
}

export const findReversal = async (db: TenantDb, id: string): Promise<ReversalRow | null> =>
  (await db('payment_reversals').where({ id }).first()) ?? null;

/** A refund of ours that this webhook may be about: providers name the charge, not our refund. */
export const findUntoldRefund = async (
  db: TenantDb,
  attemptId: string,
  amountMinor: number,
): Promise<ReversalRow | null> =>
  (await db('payment_reversals')
    .where({ attempt_id: attemptId, kind: 'refund', amount_minor: amountMinor })
    .whereNull('notice_id')
    .whereNot({ state: 'refused' })
    .orderBy('created_at')
    .forUpdate()
    .first()) ?? null;

export const isWebhookBooked = async (db: TenantDb, webhookId: string): Promise<boolean> =>
  (await db('payment_reversals').where({ notice_id: webhookId }).first('id')) !== undefined;

export async function insertReversal(
  db: TenantDb,
  row: Omit<ReversalRow, 'id' | 'refusal_code' | 'settled_at' | 'state'>,
): Promise<ReversalRow> {
  const [inserted] = await db('payment_reversals')
    .insert({ id: v7(), ...row, state: 'requested' })
    .returning('*');
  return inserted!;
}

/** Minor units that went back of an attempt so far. */
export async function sumReversals(db: TenantDb, attemptId: string): Promise<number> {
  const rows = await db('payment_reversals')
    .where({ attempt_id: attemptId, state: 'succeeded' })
    .select('amount_minor');
  return rows.reduce((sum, row) => sum + row.amount_minor, 0);
}
