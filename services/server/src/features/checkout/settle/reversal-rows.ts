import type { TenantDb } from '@backlot/database';
import { v7 } from 'uuid';
import type { AttemptRow, ReversalRow, ReversalState } from '../tables.ts';
import { later } from '../../../jobs/later.ts';
import { sumReversals } from './reversal-sum-rows.ts';

/** Those that count against what was taken; the database keeps their sum within it (`reversals_within_charge`). */
export const counted: readonly ReversalState[] = ['requested', 'succeeded', 'owed', 'refused'];
/** Asked for and not paid yet. */
export const unpaid: readonly ReversalState[] = ['requested', 'owed', 'refused'];
export const isUnpaid = ({ state }: ReversalRow): boolean => unpaid.includes(state);

export interface RefundRequest {
  readonly attemptId: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly reason: string;
  readonly now: Date;
  /** Into the fan's wallet: the caller settles it at once (`settleReversal`). */
  readonly toWallet?: boolean;
  /** Staff who ask for it; absent where the site gives back by itself. */
  readonly by?: {
    readonly userId: string;
    readonly key: string | null;
    readonly hash: string;
    readonly keepsAccess: boolean;
  };
}

/**
 * Enqueued with its cause. The reversal's id is the provider's key, so that however often it is sent, it refunds once.
 * @throws the violation of `reversals_within_charge` when more would go back than was taken
 */
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
    to_wallet: request.toWallet ?? false,
    ...(request.by
      ? {
          requested_by: request.by.userId,
          request_key: request.by.key,
          request_hash: request.by.hash,
          keeps_access: request.by.keepsAccess,
        }
      : {}),
  });
  if (!request.toWallet) await refundLater(db, { id, attempt_id: request.attemptId });
  return id;
}

/** Those of one charge run one after another: on a schema of before `claimRefund` nothing else keeps them apart. */
export const refundLater = (
  db: TenantDb,
  { id: reversalId, attempt_id: attemptId }: Pick<ReversalRow, 'id' | 'attempt_id'>,
  runAt?: Date,
): Promise<void> =>
  later(
    db,
    'refund-payment',
    { reversalId },
    { jobKey: `refund:${reversalId}`, queueName: `refunds:${attemptId}`, ...(runAt ? { runAt } : {}) },
  );

export const findReversal = async (db: TenantDb, id: string): Promise<ReversalRow | null> =>
  (await db('payment_reversals').where({ id }).first()) ?? null;

/** Refunds of ours that were dropped since a bank had taken the money: one that was under way may have been made all the same. */
export const refundsForNothing = (
  db: TenantDb,
  attemptIds: readonly string[],
  { amountMinor, currency }: { readonly amountMinor: number; readonly currency: string },
) =>
  db('payment_reversals')
    .whereIn('attempt_id', [...attemptIds])
    .where({ kind: 'refund', amount_minor: amountMinor, currency, to_wallet: false, state: 'dropped' })
    .where({ refusal_code: 'charged-back' satisfies Unneeded })
    .whereNull('notice_id')
    .orderBy('created_at');

/** Refunds of a charge that its provider made, those included that did not fit and wait for staff. */
export const countProviderRefunds = async (db: TenantDb, attemptId: string): Promise<number> =>
  (
    await db('payment_reversals')
      .where({ attempt_id: attemptId, kind: 'refund', to_wallet: false })
      .whereIn('state', ['succeeded', 'held'])
      .whereNull('settled_by')
      .select('id')
  ).length;

/** Whether a bank took money back in a way that does not fit the charge, and staff have not dealt with it. */
export const hasHeldChargeback = async (db: TenantDb, attemptId: string): Promise<boolean> =>
  (await db('payment_reversals').where({ attempt_id: attemptId, kind: 'chargeback', state: 'held' }).first('id')) !==
  undefined;

/** Of a charge, the oldest first, those included that did not fit. */
export const listChargebacks = (db: TenantDb, attemptId: string): Promise<ReversalRow[]> =>
  db('payment_reversals')
    .where({ attempt_id: attemptId, kind: 'chargeback' })
    .orderBy('id')
    .then((rows) => rows);

export const isWebhookBooked = async (db: TenantDb, webhookId: string): Promise<boolean> =>
  (await db('payment_reversals').where({ notice_id: webhookId }).first('id')) !== undefined;

/** What a refund that staff asked for and all that is asked for in its place have in common. */
export const restHashOf = ({ id, request_hash: hash }: ReversalRow): string =>
  hash?.startsWith('rest:') ? hash : `rest:${id}`;
/** Tells what is asked for in its place. What the site gives back by itself has no request: its reason is the same. */
export const restOf = (row: ReversalRow): Partial<ReversalRow> =>
  row.requested_by === null ? { requested_by: null, reason: row.reason } : { request_hash: restHashOf(row) };

/** Asks for a refund that was dropped, or for a part of it, once more. */
export function requestInPlaceOf(db: TenantDb, row: ReversalRow, amountMinor: number, now: Date): Promise<string> {
  const { attempt_id: attemptId, currency, reason, requested_by: userId, keeps_access: keepsAccess } = row;
  const by = userId === null ? {} : { by: { userId, key: null, hash: restHashOf(row), keepsAccess } };
  return requestRefund(db, { attemptId, amountMinor, currency, reason, now, ...by });
}

/** Whether it leaves nothing of the charge to give back. What is held went back as well. */
export async function makesWhole(
  db: TenantDb,
  attempt: AttemptRow,
  {
    id,
    amount_minor: amountMinor,
    currency,
  }: Pick<ReversalRow, 'amount_minor' | 'currency'> & { readonly id?: string },
): Promise<boolean> {
  if (currency !== attempt.taken_currency) return false;
  const others = (await listHeld(db, attempt)).filter((held) => held.id !== id);
  const held = others.reduce((sum, row) => sum + row.amount_minor, 0);
  return (await sumReversals(db, attempt.id)) + held + amountMinor >= (attempt.taken_minor ?? 0);
}

/** Those in the charge's own currency, the oldest first. */
export const listHeld = (db: TenantDb, attempt: AttemptRow): Promise<ReversalRow[]> =>
  db('payment_reversals')
    .where({ attempt_id: attempt.id, state: 'held' })
    .where('currency', attempt.taken_currency)
    .orderBy('created_at')
    .orderBy('id');

/** Why a refund that was asked for goes no more. */
export type Unneeded = 'charged-back' | 'given-back';

export const fits = async (
  db: TenantDb,
  attempt: AttemptRow,
  { amount_minor: amountMinor, currency }: Pick<ReversalRow, 'amount_minor' | 'currency'>,
): Promise<boolean> =>
  currency === attempt.taken_currency &&
  (await sumReversals(db, attempt.id, counted)) + amountMinor <= (attempt.taken_minor ?? 0);
