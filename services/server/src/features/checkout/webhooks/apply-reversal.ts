import type { TenantDb } from '@backlot/database';
import type { ProviderEvent, ReversalEvent } from '@backlot/payments';
import type { Settings } from '@backlot/domain/settings';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { findAttempt, lockAttempt, type HeldAttempt } from '../intent-rows.ts';
import { providerOf } from '../provider-accounts/open-account.ts';
import { findAwaitedRefund } from '../settle/awaited-refund-rows.ts';
import { insertReported } from '../settle/insert-reported.ts';
import { isWebhookBooked } from '../settle/reversal-rows.ts';
import { unbookedOf } from '../settle/reversal-sum-rows.ts';
import { settleHeldThatFit } from '../settle/settle-fitting.ts';
import { settleReversal, stopForHeld } from '../settle/settle-reversal.ts';
import { retryWins } from '../settle/unapplied.ts';
import type { AccountRow } from '../tables.ts';
import type { AccountEvent } from './account-event.ts';
import { lockSubject } from './lock-subject.ts';
import { chargebackFee } from './chargeback-fee.ts';
import { reversalKind } from './reversal-kind.ts';

/** Books money that went back, once. False when the charge is not settled yet. */
export async function applyReversal(
  ctx: AppContext,
  tenant: Tenant,
  received: AccountEvent<ReversalEvent>,
  attemptId: string,
): Promise<boolean> {
  const settings = await ctx.settings.of(tenant);
  return ctx.database.tenants.write(tenant, async (db) => {
    const held = await lockSubject(db, received, attemptId);
    if (held?.attempt.state !== 'succeeded') return false;
    await book(db, { ctx, settings, held }, received);
    return true;
  });
}

/** A provider was asked how much of a charge went back, and does not say. */
export class ReversalsUntold extends Error {}

/**
 * Asks a provider whose webhooks are unsigned how much of a charge went back, and books what is not booked yet. How much that
 * is gets worked out with the charge locked: another look may have booked some of it since the provider was asked. @throws ReversalsUntold
 */
export async function reconcileReversals(
  ctx: AppContext,
  tenant: Tenant,
  { account, event }: { readonly account: AccountRow; readonly event: ProviderEvent },
  attemptId: string,
): Promise<void> {
  const provider = providerOf(ctx, account);
  const attempt = await ctx.database.tenants.read(tenant, (db) => findAttempt(db, attemptId));
  if (!provider?.findReversed || attempt?.state !== 'succeeded' || attempt.provider_ref === null) return;
  const reversed = await provider.findReversed({ providerRef: attempt.provider_ref });
  if (reversed.kind === 'unknown')
    throw new ReversalsUntold(`The provider did not say how much went back: ${reversed.cause}.`);
  const settings = await ctx.settings.of(tenant);
  await ctx.database.tenants.write(tenant, async (db) => {
    const held = (await lockAttempt(db, attemptId))!;
    const { about, occurredAt } = event;
    for (const unbooked of await unbookedOf(db, attemptId, reversed)) {
      const found = { about, occurredAt, currency: reversed.currency, ...unbooked };
      await book(db, { ctx, settings, held, isUnbooked: true }, { accountId: account.id, event: found });
    }
  });
}

interface Booking {
  readonly ctx: AppContext;
  readonly settings: Settings;
  readonly held: HeldAttempt;
  /** What the event tells of is in none of the charge's reversals. */
  readonly isUnbooked?: true;
}

async function book(
  db: TenantDb,
  { ctx, settings, held, isUnbooked }: Booking,
  { accountId, event }: AccountEvent<ReversalEvent>,
): Promise<void> {
  const { attempt, intent } = held;
  const now = ctx.clock.now();
  const kind = reversalKind(event);
  const webhookId = `${accountId}:${event.externalId}`;
  if (await isWebhookBooked(db, webhookId)) return;
  const ours =
    kind === 'refund'
      ? await findAwaitedRefund(db, attempt.id, { ...event, ...(isUnbooked ? { isUnbooked } : {}) })
      : null;
  if (ours) await db('payment_reversals').where({ id: ours.id }).update({ notice_id: webhookId });
  if (ours?.state === 'held') return;
  const reversal =
    ours ??
    (await insertReported(db, attempt, {
      attempt_id: attempt.id,
      kind,
      amount_minor: event.amountMinor,
      currency: event.currency,
      fee_minor: event.type === 'chargeback' ? chargebackFee({ kind, currency: event.currency }, settings) : 0,
      reason: `told by ${attempt.provider}`,
      notice_id: webhookId,
      created_at: now,
      occurred_at: whenOccurred(event, now),
    }));
  if (event.type === 'void' && reversal.is_void === false)
    await db('payment_reversals').where({ id: reversal.id }).update({ is_void: true });
  // Null, and not absent as on the schema of the version before.
  if (event.reason !== undefined && reversal.told_reason === null)
    await db('payment_reversals').where({ id: reversal.id }).update({ told_reason: event.reason });
  const sold = ctx.sells.get(intent.kind);
  if (reversal.state === 'held') {
    ctx.log.error({ reversal: reversal.id, attempt: attempt.id }, 'a reversal does not fit its charge, and is held');
    return stopForHeld(db, sold, held, reversal, now);
  }
  await settleReversal(db, sold, held, reversal, now);
  if (kind === 'chargeback') await retryWins(db, attempt);
  await settleHeldThatFit(db, sold, held, now);
}

/** Null for a date that is none. A provider's clock that is ahead puts nothing into a month that has not begun. */
function whenOccurred(event: ReversalEvent, now: Date): Date | null {
  const at = Date.parse(event.occurredAt);
  return Number.isNaN(at) ? null : new Date(Math.min(at, now.getTime()));
}
