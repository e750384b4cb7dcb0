import { DomainError } from '@backlot/contracts';
import { cancellationReasons, cancelReasonError, isOther } from '@backlot/domain/memberships/cancellation';
import type { Settings } from '@backlot/domain/settings';
import { cancel } from '@backlot/domain/memberships/subscription';
import type { Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import { mailLater } from '../../mail/mail-later.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { changeSubscription, lockSubscription, subscriptionOf, type SubscriptionRow } from './subscription-rows.ts';
import { tellMembership } from './tell-membership.ts';

export interface CancelInput {
  readonly reason?: string | undefined;
  readonly other_reason?: string | undefined;
}

/**
 * Stops renewal, retries included (C16); a second time changes nothing and says so. A renewal that is under way at this
 * moment is given back if it still comes through.
 * @throws cancel-reason-…, not-subscribed
 */
export async function cancelMembership(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  input: CancelInput,
  now: Date,
): Promise<SubscriptionRow> {
  const reason = chosenReason(await ctx.settings.of(tenant), input);
  return ctx.database.tenants.write(tenant, async (db) => {
    const row = await lockSubscription(db, actor.userId);
    const change = cancel(row === null ? null : subscriptionOf(row), now);
    if (row === null || (!change.ok && change.reason === 'not-subscribed' && row.rebill_failed_at === null))
      throw new DomainError('not-subscribed');
    if (!change.ok && change.reason === 'already-cancelled') return row;
    // After the last failed renewal nothing is left to stop, but the person wants to hear of it no more.
    const next = change.ok ? change.subscription : { ...subscriptionOf(row), cancelledAt: now };
    const cancelled = await changeSubscription(
      db,
      row,
      next,
      now,
      { kind: 'cancelled', facts: { reason: reason?.reason ?? null } },
      {
        cancel_reason: reason?.reason ?? null,
        cancel_other: reason?.other ?? null,
        rebill_failed_at: null,
      },
    );
    await tellMembership(db, cancelled);
    await mailLater(db, 'cancelled', actor.userId, {
      endsAt: cancelled.ends_at?.toISOString() ?? null,
      at: now.toISOString(),
    });
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
  if (!cancellationReasons(settings).includes(input.reason)) {
    throw new DomainError(
      'cancel-reason-required',
      {},
      { fields: [{ field: 'reason', code: 'cancel-reason-required' }] },
    );
  }
  return { reason: input.reason, other: null };
}
