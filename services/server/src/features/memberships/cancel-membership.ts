import { DomainError } from '@backlot/contracts';
import { cancelReasonError, isOther, offeredReason } from '@backlot/domain/memberships/cancellation';
import type { Settings } from '@backlot/domain/settings';
import { follow } from '@backlot/domain/memberships/life-cycle';
import { statusAt } from '@backlot/domain/memberships/subscription';
import type { Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { addCancellation } from './cancellations/cancellation-rows.ts';
import { mailCancelled } from './cancellations/mail-cancelled.ts';
import { findRunning } from './series/period-rows.ts';
import { changeSubscription, lockSubscription, subscriptionOf, type SubscriptionRow } from './subscription-rows.ts';
import { tellMembership } from './tell-membership.ts';

export interface CancelInput {
  readonly reason?: string | undefined;
  readonly other_reason?: string | undefined;
}

/**
 * Stops renewal, retries included (C16); a second time changes nothing and says so. A renewal that is under way at this
 * moment is given back if it still comes through. `isComplimentary`: only one that staff gave (SUB-26).
 * @throws cancel-reason-…, not-subscribed, not-complimentary
 */
export async function cancelMembership(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  input: CancelInput,
  { now, isComplimentary = false }: { readonly now: Date; readonly isComplimentary?: boolean },
): Promise<SubscriptionRow> {
  const chosen = chosenReason(await ctx.settings.of(tenant), input);
  return ctx.database.tenants.write(tenant, async (db) => {
    const row = await lockSubscription(db, actor.userId);
    const before = row && subscriptionOf(row);
    if (isComplimentary && (!before?.isComplimentary || statusAt(before, now) === '0'))
      throw new DomainError('not-complimentary');
    // One that was made to run for ever while another was paid or given keeps that one's time.
    const running = before?.endsAt === null ? await findRunning(db, row!.id, now, { isBought: false }) : null;
    const change = follow(before, { kind: 'cancel', ...(running ? { until: running.until } : {}) }, now);
    if (row !== null && !change.ok && change.reason === 'already-cancelled') return row;
    if (row === null || !change.ok) throw new DomainError('not-subscribed');
    const { reason = null, other = null } = chosen ?? {};
    const cancelled = await changeSubscription(
      db,
      row,
      change.subscription,
      now,
      { kind: 'cancelled', facts: { reason } },
      { cancel_reason: reason, cancel_other: other },
    );
    await addCancellation(db, cancelled, { reason, other }, now);
    await tellMembership(db, cancelled);
    await mailCancelled(db, cancelled, { now, isGiven: row.is_complimentary && row.next_billing_at === null });
    return cancelled;
  });
}

/** @throws cancel-reason-… */
export function chosenReason(settings: Settings, input: CancelInput): { reason: string; other: string | null } | null {
  const error = cancelReasonError(settings, input.reason, input.other_reason);
  if (error)
    throw new DomainError(
      error,
      {},
      { fields: [{ field: error === 'cancel-reason-required' ? 'reason' : 'other_reason', code: error }] },
    );
  if (!settings.is_cancel_subscription_reason_enabled || !input.reason) return null;
  if (isOther(input.reason)) return { reason: 'other', other: input.other_reason?.trim() ?? null };
  const reason = offeredReason(settings, input.reason);
  if (reason === null) {
    throw new DomainError(
      'cancel-reason-required',
      {},
      { fields: [{ field: 'reason', code: 'cancel-reason-required' }] },
    );
  }
  return { reason, other: null };
}
