import { DomainError, type BodyOf } from '@backlot/contracts';
import type { settleOpenItem as settleOpenItemCall } from '@backlot/contracts/open-items';
import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import type { Settings } from '@backlot/domain/settings';
import type { Actor } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { bookAccepted } from '../../ledger/index.ts';
import { findIntent, lastAttemptOf, lockAttempt, settleIntent, type HeldAttempt } from '../intent-rows.ts';
import type { ReversalRow } from '../tables.ts';
import { isClaimed } from './claim-refund.ts';
import { deliver } from './deliver.ts';
import { endHeld } from './end-held.ts';
import { walletWay } from './refundable.ts';
import { settleDebtOf } from './settle-debt-of.ts';
import { settleIntoWallet } from './settle-into-wallet.ts';
import { settleOrphan } from './orphaned-series.ts';
import { recordBeside, recordSettlement } from './settlement-rows.ts';
import { findReversal, refundLater, requestRefund } from './reversal-rows.ts';
import { sumReversals } from './reversal-sum-rows.ts';
import { settleAttempt } from './settle-attempt.ts';
import { settleReversal, type ByHand } from './settle-reversal.ts';
import { settlePutAside } from './unapplied.ts';

type Asked = BodyOf<typeof settleOpenItemCall>;

interface Deciding {
  readonly ctx: AppContext;
  readonly tenant: Tenant;
  /** Read before any connection is held. */
  readonly settings: Settings;
  readonly asked: Asked;
  readonly by: ByHand;
  readonly now: Date;
}

/**
 * Ends an open item as staff decided, with who said so and what shows it. What was settled meanwhile stays as it is.
 * @throws not-found, invalid-request without evidence or reference, open-item-settled, transaction-known, and what the
 * sellable refuses of an accepted payment
 */
export async function settleOpenItem(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  asked: Asked,
  now: Date,
): Promise<void> {
  const evidence = (asked.evidence ?? '').trim();
  if (evidence === '' && asked.decision !== 'try_again') throw missing('evidence', 'evidence-required');
  const by = { userId: actor.trueAuthor, evidence };
  const deciding: Deciding = { ctx, tenant, settings: await ctx.settings.of(tenant), asked, by, now };
  if (asked.decision === 'charged' || asked.decision === 'not_charged') return settleUnknown(deciding);
  await ctx.database.tenants.write(tenant, async (db) => {
    const reversal = await findReversal(db, asked.id);
    if (reversal) return settleOwed(db, deciding, reversal);
    if (await settleElsewhere(db, deciding)) return;
    if (await settleBeside(db, deciding)) return;
    if (await settleOrphan(db, deciding)) return;
    if (await settlePutAside(db, deciding)) return;
    if (await settleDebtOf(db, deciding)) return;
    const intent = await findIntent(db, asked.id);
    const attempt = intent && (await lastAttemptOf(db, intent.id));
    const held = attempt && (await lockAttempt(db, attempt.id));
    if (!held) throw new DomainError('not-found');
    return settleHeldPayment(db, deciding, held);
  });
}

/** What other features wait for. */
async function settleElsewhere(db: TenantDb, { ctx, asked, by, now }: Deciding): Promise<boolean> {
  for (const { later } of ctx.sells.all)
    if (await later?.settle?.(db, { id: asked.id, decision: asked.decision, by, now })) return true;
  return false;
}

/** What waits in no payment of ours: its feature ends it, who said so is kept here. */
async function settleBeside(db: TenantDb, deciding: Deciding): Promise<boolean> {
  const { ctx, asked, now } = deciding;
  for (const one of ctx.openItems) {
    const settled = await one.settle(db, { id: asked.id, decision: asked.decision, now });
    if (settled?.record) await recordBeside(db, deciding, settled.record);
    if (settled) return true;
  }
  return false;
}

const missing = (field: string, code: string): DomainError =>
  new DomainError('invalid-request', {}, { fields: [{ field, code }] });
const fitsNot = (): DomainError => missing('decision', 'enum');
const settledMeanwhile = (): DomainError => new DomainError('open-item-settled');

async function settleOwed(db: TenantDb, deciding: Deciding, { id, attempt_id }: ReversalRow) {
  const { ctx, asked, by, now } = deciding;
  const held = await lockAttempt(db, attempt_id);
  const reversal = await findReversal(db, id);
  if (!held || !reversal) throw new DomainError('not-found');
  const isOwed = reversal.state === 'owed' || reversal.state === 'refused';
  if (!isOwed && reversal.state !== 'held') throw settledMeanwhile();
  if (isOwed && asked.decision === 'try_again') return refundLater(db, reversal);
  if (isOwed && asked.decision !== 'try_again' && (await isClaimed(db, attempt_id)))
    throw new DomainError('refund-under-way');
  if (isOwed && asked.decision === 'paid_by_hand') {
    await settleReversal(db, ctx.sells.get(held.intent.kind), held, reversal, now, by);
    return recordSettlement(db, deciding, { kind: 'refund_owed', attemptId: attempt_id, reversalId: id });
  }
  if (isOwed && asked.decision === 'to_wallet') {
    // Its provider may have made it: what went into the wallet besides would be given twice.
    const mayBeMade = reversal.refusal_code === 'returns-unclear';
    if (mayBeMade || walletWay(deciding.settings, held.attempt) === 'never') throw fitsNot();
    await settleIntoWallet(ctx, db, attempt_id, id, now, by);
    return recordSettlement(db, deciding, { kind: 'refund_owed', attemptId: attempt_id, reversalId: id });
  }
  if (isOwed || asked.decision !== 'noted') throw fitsNot();
  await db('payment_reversals')
    .where({ id })
    .update({ state: 'dropped', settled_at: now, settled_by: by.userId, evidence: by.evidence });
  await recordSettlement(db, deciding, { kind: 'reversal_held', attemptId: attempt_id, reversalId: id });
}

/** What came is accepted for what was asked, or what is left of it given back; a renewal is tried again later then. */
async function settleHeldPayment(db: TenantDb, deciding: Deciding, held: HeldAttempt): Promise<void> {
  const { ctx, asked, by, now } = deciding;
  const { intent, attempt } = held;
  if (intent.state !== 'held') throw settledMeanwhile();
  if (asked.decision !== 'accept' && asked.decision !== 'give_back') throw fitsNot();
  const sold = ctx.sells.get(intent.kind);
  const taken = { amountMinor: attempt.taken_minor!, currency: attempt.taken_currency! };
  const returnedMinor = await sumReversals(db, attempt.id);
  // Its bank or its provider took it back meanwhile: it pays for nothing any more.
  if (asked.decision === 'accept' && returnedMinor > 0) throw fitsNot();
  await db('payment_attempts').where({ id: attempt.id }).update({ settled_by: by.userId, evidence: by.evidence });
  await recordSettlement(db, deciding, { kind: 'payment_held', attemptId: attempt.id, reversalId: null });
  if (asked.decision === 'give_back') {
    const left = { amountMinor: taken.amountMinor - returnedMinor, currency: taken.currency };
    if (left.amountMinor > 0)
      await requestRefund(db, { attemptId: attempt.id, ...left, reason: 'amount-differs', now });
    return endHeld(db, sold, intent, now);
  }
  const undeliverable = await sold.whyUndeliverable(db, intent, now);
  if (undeliverable) throw new DomainError(undeliverable.refusal);
  const accepted = { attemptId: attempt.id, userId: intent.user_id, ...taken, at: now };
  const transactionId = await bookAccepted(db, sold.revenue, accepted, sold.earning);
  await settleIntent(db, intent.id, 'succeeded', now);
  await db('payment_intents')
    .where({ id: intent.id })
    .update({ taken_minor: taken.amountMinor, taken_currency: taken.currency });
  await deliver(
    db,
    sold,
    { ...intent, amount_minor: taken.amountMinor, currency: taken.currency },
    {
      transactionId,
      provider: attempt.provider,
      accountId: attempt.account_id,
      reference: attempt.provider_ref,
      now,
    },
  );
}

/** Nobody could tell whether it was charged; now somebody can. What the provider tells later is booked all the same. */
async function settleUnknown(deciding: Deciding): Promise<void> {
  const { ctx, tenant, asked, by } = deciding;
  const reference = (asked.transactionId ?? '').trim();
  if (asked.decision === 'charged' && reference === '') throw missing('transactionId', 'required');
  const held = await ctx.database.tenants.write(tenant, async (db) => {
    const found = await lockAttempt(db, asked.id);
    if (!found) throw new DomainError('not-found');
    if (!(await isUnknownForLong(db, asked.id))) throw settledMeanwhile();
    if (asked.decision === 'charged') await requireUnknownReference(db, found, reference);
    await db('payment_attempts').where({ id: asked.id }).update({ settled_by: by.userId, evidence: by.evidence });
    await recordSettlement(db, deciding, { kind: 'payment_unknown', attemptId: asked.id, reversalId: null });
    return found;
  });
  const { amount_minor: amountMinor, currency } = held.intent;
  await settleAttempt(
    ctx,
    tenant,
    asked.id,
    asked.decision === 'charged'
      ? { kind: 'succeeded', providerRef: reference, amountMinor, currency }
      : { kind: 'absent', certainty: 'final' },
  );
}

/** By the database's clock, as `reconcileForgottenJob` reads it: what was just sent is not for staff to judge. */
const isUnknownForLong = async (db: TenantDb, attemptId: string): Promise<boolean> =>
  (await sql<{ id: string }>`
    select id from ${table('payment_attempts')} where id = ${attemptId}
      and state in ('started', 'action', 'pending', 'unknown')
      and coalesce(action_expires_at, started_at) < now() - interval '15 minutes'`.first(db)) !== null;

async function requireUnknownReference(db: TenantDb, { attempt }: HeldAttempt, reference: string): Promise<void> {
  const known = await db('payment_attempts')
    .where({ provider: attempt.provider, provider_ref: reference })
    .whereNot({ id: attempt.id })
    .first('id');
  if (known) throw new DomainError('transaction-known');
}
