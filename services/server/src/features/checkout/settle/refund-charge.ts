import { DomainError, type BodyOf } from '@backlot/contracts';
import type { refundPayment as refundPaymentCall } from '@backlot/contracts/refunds';
import type { TenantDb } from '@backlot/database';
import { fromWire, toWire } from '@backlot/domain/money/money';
import { actOf, sameActMs } from '../../../act.ts';
import type { Actor } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { lockAttempt } from '../intent-rows.ts';
import type { ReversalRow } from '../tables.ts';
import { settleIntoWallet } from './settle-into-wallet.ts';
import { getTaken, walletWay } from './refundable.ts';
import { findReversal, requestRefund } from './reversal-rows.ts';

interface StaffCall {
  readonly tenant: Tenant;
  readonly actor: Actor;
  readonly body: BodyOf<typeof refundPaymentCall>;
  readonly idempotencyKey: string | null;
  readonly now: Date;
}

/**
 * Staff give a payment back, whole or in part. Enqueued with its cause; the provider is asked by the job, and what it
 * refuses is owed (`refundPaymentJob`). The same key, or without keys the same refund again at once, is one refund.
 * @throws not-found, not-refundable, invalid-request, refund-exceeds-charge, idempotency-key-reused
 */
export async function refundCharge(ctx: AppContext, call: StaffCall) {
  // Read before: whoever holds a connection while others wait for the same buyer must not need a second one.
  const settings = await ctx.settings.of(call.tenant);
  return ctx.database.tenants.write(call.tenant, async (db) => {
    const { body, actor, now, idempotencyKey } = call;
    const userId = actor.trueAuthor;
    await lockAttempt(db, (await getTaken(db, body.id)).attempt.id);
    const asked = { userId, key: idempotencyKey, hash: actOf('refund', body), intentId: body.id };
    const earlier = await findAsked(db, asked, now);
    if (earlier) return present(db, body.id, earlier);
    // Read again with the buyer held: another refund may have been asked for while this one waited.
    const { attempt, currency, leftMinor } = await getTaken(db, body.id);
    await lockAttempt(db, attempt.id);
    const amountMinor = fromWire(body.amount);
    if (amountMinor === null || amountMinor <= 0) throw wrong('amount', 'minimum');
    if (body.currency !== currency) throw wrong('currency', 'enum');
    if (body.reason.trim() === '') throw wrong('reason', 'required');
    if (amountMinor > leftMinor) throw new DomainError('refund-exceeds-charge');
    const way = walletWay(settings, attempt);
    if (body.to_wallet === true && way === 'never') throw wrong('to_wallet', 'enum');
    const toWallet = way === 'only' || body.to_wallet === true;
    const id = await requestRefund(db, {
      attemptId: attempt.id,
      amountMinor,
      currency,
      reason: body.reason.trim(),
      now,
      toWallet,
      by: { ...asked, keepsAccess: body.keeps_access ?? false },
    });
    if (toWallet) await settleIntoWallet(ctx, db, attempt.id, id, now);
    return present(db, body.id, (await findReversal(db, id))!);
  });
}

const wrong = (field: string, code: string): DomainError =>
  new DomainError('invalid-request', {}, { fields: [{ field, code }] });

interface Asked {
  readonly userId: string;
  readonly key: string | null;
  readonly hash: string;
  readonly intentId: string;
}

/** The refund that this call repeats (DECISIONS 46), whichever charge of the purchase it was taken from. */
async function findAsked(db: TenantDb, { userId, key, hash, intentId }: Asked, now: Date): Promise<ReversalRow | null> {
  if (key !== null) {
    const sameKey = (await db('payment_reversals').where({ requested_by: userId, request_key: key }).first()) ?? null;
    if (sameKey !== null && sameKey.request_hash !== hash) throw new DomainError('idempotency-key-reused');
    return sameKey;
  }
  const since = new Date(now.getTime() - sameActMs);
  return (
    (await db('payment_reversals')
      .where({ requested_by: userId, request_hash: hash })
      .whereIn('attempt_id', db('payment_attempts').where({ intent_id: intentId }).select('id'))
      .where((either) =>
        either.where({ state: 'requested' }).orWhere('settled_at', '>', since).orWhere('refused_at', '>', since),
      )
      .orderBy('created_at', 'desc')
      .first()) ?? null
  );
}

const present = async (db: TenantDb, id: string, { id: _id, state, amount_minor, currency }: ReversalRow) => ({
  _id,
  state: state === 'refused' || state === 'held' ? 'owed' : state,
  amount: toWire(amount_minor),
  currency,
  left: toWire((await getTaken(db, id)).leftMinor),
});
