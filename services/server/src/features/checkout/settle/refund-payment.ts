import type { TenantDb } from '@backlot/database';
import { dayMs } from '@backlot/domain/formats/when';
import type { PaymentProvider } from '@backlot/payments';
import { findAccount } from '../provider-accounts/account-rows.ts';
import { providerOf } from '../provider-accounts/open-account.ts';
import type { AppContext } from '../../../context.ts';
import { job, scheduledJob } from '../../../jobs/job.ts';
import { mailLater } from '../../../mail/mail-later.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { lockAttempt } from '../intent-rows.ts';
import type { AttemptRow, ReversalRow } from '../tables.ts';
import { claimRefund, referenceOf, releaseRefund, sendRefundWithinMs } from './claim-refund.ts';
import { countReturnsBefore } from './returns-before.ts';
import { insertReported } from './insert-reported.ts';
import { findReversal, hasHeldChargeback, isUnpaid, refundLater } from './reversal-rows.ts';
import { settleHeldOverRefused } from './settle-fitting.ts';
import { settleReversal, stopForHeld } from './settle-reversal.ts';

declare module '../../../jobs/job.ts' {
  interface JobPayloads {
    'refund-payment': { reversalId: string };
  }
}

/**
 * Asks the provider to give money back. While nothing certain is known it asks again; what is refused, or cannot be asked
 * for, is owed: staff see it, the fan is told, and it is asked for again every day (`retryOwedRefundsJob`).
 */
export const refundPaymentJob = job({
  name: 'refund-payment',
  lane: 'providers',
  async run({ ctx, tenant, payload, log }) {
    const claimedAt = performance.now();
    const claimed = await ctx.database.tenants.write(tenant, async (db) => {
      const found = await findReversal(db, payload.reversalId);
      return found && isUnpaid(found) ? claimRefund(db, found.id, found.attempt_id) : null;
    });
    if (claimed === null) return;
    const { reversal, attempt, claim } = claimed;
    let isUnderWay = false;
    try {
      const account = await ctx.database.tenants.read(tenant, (db) => findAccount(db, attempt.account_id));
      if (attempt.provider_ref === null || account === null) return;
      const provider = providerOf(ctx, account);
      const refusal = await refund(ctx, tenant, { reversal, attempt, provider, claimedAt });
      if (refusal === null) return;
      log.error({ reversal: reversal.id, provider: attempt.provider, code: refusal.code }, 'a refund is owed');
      await ctx.database.tenants.write(tenant, (db) => owe(ctx, db, reversal.id, refusal));
    } catch (error) {
      isUnderWay = error instanceof UnderWay;
      throw error;
    } finally {
      if (claim !== null && !isUnderWay)
        await ctx.database.tenants.write(tenant, (db) => releaseRefund(db, reversal.id, claim));
    }
  },
});

/**
 * Nobody knows whether it was made, and its provider, which knows none by a key, may still be making it: its claim is left to
 * lapse, so that it is not asked for again before that shows.
 */
class UnderWay extends Error {}

interface Refusal {
  readonly code: string;
  /** The provider was not asked for the refund itself: an earlier try may have made it. */
  readonly isUnasked: boolean;
}

interface Asking {
  readonly reversal: ReversalRow;
  readonly attempt: AttemptRow;
  readonly provider: PaymentProvider | null;
  /** performance.now() from before it was claimed. */
  readonly claimedAt: number;
}

const unasked = (code: string): Refusal => ({ code, isUnasked: true });

/** Null when it is paid, else why it is refused. @throws an Error while nobody knows */
async function refund(
  ctx: AppContext,
  tenant: Tenant,
  { reversal, attempt, provider, claimedAt }: Asking,
): Promise<Refusal | null> {
  if (!provider?.refund || provider.capabilities.refunds === 'none') return unasked('refund-unsupported');
  if (provider.capabilities.refunds === 'full' && reversal.amount_minor !== attempt.taken_minor)
    return unasked('part-unsupported');
  if (await ctx.database.tenants.read(tenant, (db) => hasHeldChargeback(db, attempt.id)))
    return unasked('chargeback-held');
  const refundedBeforeMinor = await refundedBefore(ctx, tenant, reversal);
  const before = await countReturnsBefore(ctx, tenant, { reversal, attempt, provider });
  if (before?.kind === 'refused') return unasked(before.code);
  if (performance.now() - claimedAt > sendRefundWithinMs)
    throw new Error('The refund was held up too long to be sent.');
  const outcome = await provider.refund({
    reference: referenceOf(reversal),
    providerRef: attempt.provider_ref!,
    amountMinor: reversal.amount_minor,
    currency: reversal.currency,
    refundedBeforeMinor,
    ...(before === null ? {} : { returnsBefore: before.atLeast, returnsBeforeAtMost: before.atMost }),
  });
  if (outcome.kind === 'unknown') {
    const text = `The refund's outcome is unknown: ${outcome.cause}`;
    const mayBeMade = outcome.isUnasked !== true && !provider.capabilities.idempotentRefunds;
    throw mayBeMade ? new UnderWay(text) : new Error(text);
  }
  if (outcome.kind === 'refused') return { code: outcome.code, isUnasked: outcome.isUnasked === true };
  await ctx.database.tenants.write(tenant, async (db) => {
    const held = await lockAttempt(db, attempt.id);
    const current = held && (await findReversal(db, reversal.id));
    if (!held || !current) return;
    const now = ctx.clock.now();
    const sold = ctx.sells.get(held.intent.kind);
    const made = await madeOf(db, held.attempt, current, now);
    if (made.state === 'held') await stopForHeld(db, sold, held, made, now);
    else await settleReversal(db, sold, held, made, now);
  });
  return null;
}

/** The refund as it is booked: one that was dropped while it was under way, for a bank took the money, went back besides. */
async function madeOf(db: TenantDb, attempt: AttemptRow, refund: ReversalRow, now: Date): Promise<ReversalRow> {
  if (refund.state !== 'dropped' || refund.refusal_code !== 'charged-back') return refund;
  const { attempt_id: attemptId, kind, amount_minor: amountMinor, currency, fee_minor: feeMinor, reason } = refund;
  return insertReported(db, attempt, {
    attempt_id: attemptId,
    kind,
    amount_minor: amountMinor,
    currency,
    fee_minor: feeMinor,
    reason,
    notice_id: null,
    created_at: now,
    occurred_at: null,
  });
}

/**
 * What went back of the charge by its provider before, that included which did not fit beside this one. One refund at a
 * time: a provider without a key for each tells by the sum whether one was made.
 * @throws an Error while an older one is not known to have been made
 */
const refundedBefore = (ctx: AppContext, tenant: Tenant, { id, attempt_id: attemptId }: ReversalRow): Promise<number> =>
  ctx.database.tenants.read(tenant, async (db) => {
    const others = await db('payment_reversals').where({ attempt_id: attemptId, kind: 'refund', to_wallet: false });
    if (others.some((other) => other.state === 'requested' && other.id < id))
      throw new Error('An older refund of the same charge is under way.');
    return others
      .filter(({ state, settled_by: by }) => (state === 'succeeded' || state === 'held') && by === null)
      .reduce((sum, other) => sum + other.amount_minor, 0);
  });

/** On the schema of the version before there is no count. */
const uncounted = ({ asked_at: askedAt }: ReversalRow): Partial<ReversalRow> =>
  askedAt === undefined ? {} : { asked_at: null, returns_before: null };

/** The fan is told once, staff see it until it is paid. */
async function owe(ctx: AppContext, db: TenantDb, id: string, { code, isUnasked }: Refusal): Promise<void> {
  const now = ctx.clock.now();
  const known = await findReversal(db, id);
  const held = known && (await lockAttempt(db, known.attempt_id));
  const reversal = held && (await findReversal(db, id));
  if (!held || !reversal || !isUnpaid(reversal)) return;
  await db('payment_reversals')
    .where({ id })
    .update({
      state: 'owed',
      refusal_code: code,
      refused_at: now,
      ...(reversal.claimed_by === undefined ? {} : { claimed_by: null, claimed_at: null }),
      // Certain not to have been made: the next try is a request of its own, and counts again.
      ...(isUnasked ? {} : { refusals: reversal.refusals + 1, ...uncounted(reversal) }),
    });
  await settleHeldOverRefused(db, ctx.sells.get(held.intent.kind), held, now);
  const isStillOwed = (await findReversal(db, id))?.state === 'owed';
  if (reversal.refused_at !== null || !isStillOwed) return;
  await mailLater(db, 'refund-owed', held.intent.user_id, {
    amountMinor: reversal.amount_minor,
    currency: reversal.currency,
    title: held.intent.quote.title ?? null,
  });
}

/**
 * What providers refused is asked for again every day: many refusals pass, such as one for want of settled funds. So is
 * what no provider answered for a day: its job may have been given up.
 */
export const retryOwedRefundsJob = scheduledJob({
  name: 'retry-owed-refunds',
  schedule: '20 5 * * *',
  async run({ ctx, tenant }) {
    const before = new Date(ctx.clock.now().getTime() - dayMs);
    await ctx.database.tenants.write(tenant, async (db) => {
      const owed = await db('payment_reversals')
        .where({ kind: 'refund' })
        .where((either) =>
          either
            .whereIn('state', ['owed', 'refused'])
            .orWhere((unanswered) => unanswered.where({ state: 'requested' }).where('created_at', '<=', before)),
        )
        .orderBy(['refused_at', 'id'])
        .limit(1_000)
        .select('id', 'attempt_id');
      for (const refund of owed) await refundLater(db, refund);
    });
  },
});
