import type { TenantDb } from '@backlot/database';
import { toJson } from '@backlot/database/json-text';
import type { Sql } from '@backlot/database/sql';
import type { ActionNeeded, Declined, FoundCharge, Succeeded } from '@backlot/payments';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { lockAttempt, settleIntent, type HeldAttempt } from '../intent-rows.ts';
import { countDigits } from '../cards/card-tries.ts';
import { later, laterBeside } from '../../../jobs/later.ts';
import type { Limiting } from '../pay/purchase-limit.ts';
import type { Sellable } from '../sellable.ts';
import { openStates, type IntentRow } from '../tables.ts';
import { tellPurchase } from './deliver.ts';
import type { Delivery } from './look-again.ts';
import { closeLater, findTakenApart } from './set-apart.ts';
import { settleSucceeded } from './settle-succeeded.ts';

/** Milliseconds to the next look at a charge that the provider has neither made nor refused. */
const nextLookMs = 3_000;

/** Real time, as the queue knows no other. `opening`: what writes the attempt, in the same statement. */
export const checkLater = (db: TenantDb, attemptId: string, inMs: number, opening?: Sql): Promise<void> => {
  const when = { runAt: new Date(Date.now() + inMs), jobKey: `reconcile:${attemptId}` };
  return opening === undefined
    ? later(db, 'reconcile-payment', { attemptId }, when)
    : laterBeside(db, opening, 'reconcile-payment', { attemptId }, when);
};

/** What the row says of an attempt that waits for its payer no more. */
const noAction = { action: null, action_expires_at: null };

/**
 * The one way by which an attempt ends, whoever reports it: the provider's answer, its webhook, or our own look.
 * Idempotent: the first that settles does everything, later ones find it done.
 * @returns false when there is no such attempt here
 * @throws an Error, and changes nothing, when no feature sells what the attempt is for: the process that does may settle it
 */
export async function settleAttempt(
  ctx: AppContext,
  tenant: Tenant,
  attemptId: string,
  outcome: FoundCharge,
): Promise<boolean> {
  return (await settleAnswered(ctx, tenant, attemptId, outcome)) !== null;
}

export interface SettledAttempt {
  /** As it was. */
  readonly intent: IntentRow;
  /** Null unless this delivered it, just now. */
  readonly delivery: Delivery | null;
}

/** As `settleAttempt`, with what it did. Null when there is no such attempt here. */
export async function settleAnswered(
  ctx: AppContext,
  tenant: Tenant,
  attemptId: string,
  outcome: FoundCharge,
): Promise<SettledAttempt | null> {
  const now = ctx.clock.now();
  const limiting = { settings: await ctx.settings.of(tenant), sells: ctx.sells };
  const settled = await ctx.database.tenants.write(tenant, async (db) => {
    const held = await lockAttempt(db, attemptId);
    if (held === null) return null;
    const { attempt, intent } = held;
    const delivery = await settleHeld(db, ctx.sells.get(intent.kind), held, outcome, now, limiting);
    return { intent, delivery, wasTyped: attempt.makes_primary && openStates.includes(attempt.state) };
  });
  if (settled?.wasTyped && outcome.kind === 'declined') {
    const { user_id: userId, address, device_id: deviceId } = settled.intent;
    await countDigits(ctx, { tenant, actor: { userId }, address, deviceId, settings: limiting.settings }, outcome);
  }
  return settled;
}

/**
 * As `settleAttempt`, of an attempt that is held. `limiting`: where its buyer may have given it up.
 * @returns null unless this delivered what was bought
 */
export async function settleHeld(
  db: TenantDb,
  sold: Sellable,
  held: HeldAttempt,
  outcome: FoundCharge,
  now: Date,
  limiting: Limiting | null = null,
): Promise<Delivery | null> {
  // A charge that was believed absent or declined and exists after all is still money: it is booked.
  if (outcome.kind === 'succeeded')
    return held.attempt.state === 'succeeded' ? null : settleSucceeded(db, sold, held, outcome, now, limiting);
  await settleUntaken(db, sold, held, outcome, now);
  return null;
}

async function settleUntaken(
  db: TenantDb,
  sold: Sellable,
  held: HeldAttempt,
  outcome: Exclude<FoundCharge, Succeeded>,
  now: Date,
): Promise<void> {
  const { attempt, intent } = held;
  if (!openStates.includes(attempt.state)) return;
  if (intent.state === 'succeeded') return settleBesidePaid(db, held, outcome, now);
  if (outcome.kind === 'declined') return settleDeclined(db, sold, held, outcome, now);
  if (outcome.kind === 'absent') {
    if (outcome.certainty !== 'final') return;
    await db('payment_attempts')
      .where({ id: attempt.id })
      .update({ state: 'absent', settled_at: now, ...noAction });
    await settleIntent(db, intent.id, 'abandoned', now);
    await sold.abandoned?.(db, intent, now);
    return tellDeclined(db, sold, intent);
  }
  if (outcome.kind === 'pending') {
    await db('payment_attempts')
      .where({ id: attempt.id })
      .update({ state: 'pending', ...noAction, ...reportedState(held, outcome) });
    return checkLater(db, attempt.id, nextLookMs);
  }
  if (outcome.kind === 'action') return waitForPayer(db, held, outcome);
  if (attempt.state === 'started')
    await db('payment_attempts').where({ id: attempt.id }).update({ state: 'unknown', unknown_cause: outcome.cause });
}

/** The purchase was paid for by another of its ways: however this one ends without money, nothing changes about it. */
async function settleBesidePaid(
  db: TenantDb,
  held: HeldAttempt,
  outcome: Exclude<FoundCharge, Succeeded>,
  now: Date,
): Promise<void> {
  if (outcome.kind === 'declined') return endDeclined(db, held, outcome, now);
  if (outcome.kind === 'absent' && outcome.certainty === 'final')
    await db('payment_attempts')
      .where({ id: held.attempt.id })
      .update({ state: 'absent', settled_at: now, ...noAction });
  else if (outcome.kind === 'pending' || outcome.kind === 'action') await checkLater(db, held.attempt.id, nextLookMs);
  // It was on its way to its provider when the purchase was paid for.
  if (outcome.kind === 'action') await closeLater(db, held.attempt.id);
}

/** What the provider calls it, and what finds it again from now on. */
const reportedState = (
  { attempt }: HeldAttempt,
  { providerRef, state }: Pick<ActionNeeded, 'providerRef' | 'state'>,
) => ({
  provider_ref: providerRef ?? attempt.provider_ref,
  ...(state ? { provider_state: toJson(state) } : {}),
});

/** The payer has to act. Looked at now and then, as neither they nor a webhook need to come. */
async function waitForPayer(db: TenantDb, held: HeldAttempt, outcome: ActionNeeded): Promise<void> {
  const { action, refused } = outcome;
  await db('payment_attempts')
    .where({ id: held.attempt.id })
    .update({
      state: 'action',
      action: toJson({ action, ...(refused ? { refused } : {}) }),
      action_expires_at: new Date(outcome.expiresAt),
      ...reportedState(held, outcome),
    });
  return checkLater(db, held.attempt.id, nextLookMs);
}

/** Known not to have been charged. */
async function settleDeclined(
  db: TenantDb,
  sold: Sellable,
  held: HeldAttempt,
  outcome: Declined,
  now: Date,
): Promise<void> {
  const { intent } = held;
  await endDeclined(db, held, outcome, now);
  await settleIntent(db, intent.id, 'declined', now);
  await sold.declined?.(db, intent, outcome, now);
  await tellDeclined(db, sold, intent);
}

/** This way took nothing; another may have. */
const tellDeclined = async (db: TenantDb, sold: Sellable, intent: IntentRow): Promise<void> =>
  tellPurchase(db, sold, intent, 'declined', (await findTakenApart(db, intent)) ? { goesBack: true } : {});

async function endDeclined(db: TenantDb, { attempt }: HeldAttempt, outcome: Declined, now: Date): Promise<void> {
  await db('payment_attempts')
    .where({ id: attempt.id })
    .update({
      state: 'declined',
      decline_code: outcome.code,
      decline_reason: outcome.reason,
      is_hard_decline: outcome.hard,
      provider_ref: outcome.providerRef ?? attempt.provider_ref,
      settled_at: now,
      ...noAction,
    });
}
