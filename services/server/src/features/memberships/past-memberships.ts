import type { TenantDb } from '@backlot/database';
import {
  cancel,
  nextRenewalAt,
  renewed,
  statusAt,
  subscribe,
  type Subscription,
} from '@backlot/domain/memberships/subscription';
import type { SubscriptionStatus } from '@backlot/domain/people/roles';
import type { Settings } from '@backlot/domain/settings';
import { v7 } from 'uuid';
import type { Draft, PastAccount } from '../checkout/index.ts';
import { chosenReason } from './cancel-membership.ts';
import type { Terms } from './sold-membership.ts';
import { columnsOf } from './subscription-rows.ts';

/** A membership of a past that is brought along, as the rules made it step by step. */
export interface PastMembership {
  readonly id: string;
  readonly userId: string;
  readonly initialMinor: number;
  readonly currency: string;
  /** What happened to it, oldest first; the first is how it began. */
  readonly steps: readonly Step[];
}

interface Step {
  readonly kind: 'started' | 'renewed' | 'cancelled';
  readonly at: Date;
  readonly subscription: Subscription;
  /** The payment that it was for; null for what cost nothing. */
  readonly paymentId: string | null;
  readonly reason?: string | null;
}

const lastOf = ({ steps }: PastMembership): Step => steps.at(-1)!;

export const pastStatus = (membership: PastMembership | undefined, at: Date): SubscriptionStatus =>
  statusAt(membership ? lastOf(membership).subscription : null, at);

/** As `startMembership` begins one; `before`: what the person had until then. */
export function beginPast(
  bought: { readonly userId: string; readonly draft: Draft; readonly at: Date; readonly paymentId: string | null },
  before: PastMembership | undefined,
): PastMembership {
  const { userId, draft, at, paymentId } = bought;
  const step = {
    kind: 'started',
    at,
    subscription: subscribe(draft.quote as unknown as Required<Terms>, at),
    paymentId,
  } as const;
  return {
    id: before?.id ?? v7(),
    userId,
    initialMinor: draft.amountMinor,
    currency: draft.currency,
    steps: [...(before?.steps ?? []), step],
  };
}

/** The renewal that comes next and when; null for none. */
export function renewalOfPast(
  membership: PastMembership,
  descriptor: string,
): { readonly at: Date; readonly draft: Draft } | null {
  const { subscription } = lastOf(membership);
  const at = nextRenewalAt(subscription);
  if (at === null) return null;
  return {
    at,
    draft: {
      contentId: null,
      amountMinor: subscription.recurringMinor,
      currency: membership.currency,
      isRecurring: true,
      quote: { reason: 'base', descriptor },
      period: { subscriptionId: membership.id, endsAt: at },
    },
  };
}

export const renewPast = (membership: PastMembership, at: Date, paymentId: string | null): PastMembership =>
  withStep(membership, { kind: 'renewed', at, subscription: renewed(lastOf(membership).subscription, at), paymentId });

/** Null where there is nothing to cancel. @throws cancel-reason-… */
export function cancelPast(
  membership: PastMembership | undefined,
  settings: Settings,
  reason: string | undefined,
  at: Date,
): PastMembership | null {
  const chosen = chosenReason(settings, { reason });
  const change = cancel(membership ? lastOf(membership).subscription : null, at);
  if (!membership || !change.ok) return null;
  const step = { kind: 'cancelled', at, subscription: change.subscription, paymentId: null } as const;
  return withStep(membership, { ...step, reason: chosen?.reason ?? null });
}

const withStep = (membership: PastMembership, step: Step): PastMembership => ({
  ...membership,
  steps: [...membership.steps, step],
});

/** Writes them as the steps would have left them one by one. `transactions`: ids of the books' by payment. */
export async function importMemberships(
  db: TenantDb,
  memberships: readonly PastMembership[],
  { account, transactions }: { readonly account: PastAccount; readonly transactions: ReadonlyMap<string, string> },
): Promise<void> {
  if (memberships.length === 0) return;
  const transactionOf = ({ paymentId }: Step): string | null =>
    paymentId === null ? null : (transactions.get(paymentId) ?? null);
  await db('subscriptions').insert(
    memberships.map((membership) => {
      const { id, userId, initialMinor, currency, steps } = membership;
      const { subscription, at, kind, reason = null } = lastOf(membership);
      return {
        id,
        user_id: userId,
        ...columnsOf(subscription, at),
        initial_minor: initialMinor,
        currency,
        provider: account.provider,
        account_id: account.id,
        paid_by_id: transactionOf(steps.findLast((step) => step.kind !== 'cancelled')!),
        cancel_reason: kind === 'cancelled' ? reason : null,
        version: steps.length,
      };
    }),
  );
  await db('subscription_events').insert(
    memberships.flatMap(({ id, steps }) =>
      steps.map((step) => ({
        id: v7(),
        subscription_id: id,
        kind: step.kind,
        at: step.at,
        status: statusAt(step.subscription, step.at),
        ends_at: columnsOf(step.subscription, step.at).ends_at,
        transaction_id: transactionOf(step),
        facts: step.kind === 'cancelled' ? { reason: step.reason ?? null } : {},
      })),
    ),
  );
}
