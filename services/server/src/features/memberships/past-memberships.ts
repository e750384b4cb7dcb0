import type { TenantDb } from '@backlot/database';
import { follow } from '@backlot/domain/memberships/life-cycle';
import {
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
  const change = follow(membership ? lastOf(membership).subscription : null, { kind: 'cancel' }, at);
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
  await importSeries(db, memberships, account);
  await importPeriods(db, memberships, transactionOf);
  await importCancellations(db, memberships);
}

/** One each, from its last beginning on: what was charged before by the same account is told by the periods. */
async function importSeries(db: TenantDb, memberships: readonly PastMembership[], account: PastAccount): Promise<void> {
  await db('subscription_series').insert(
    memberships.map((membership) => {
      const last = lastOf(membership);
      const nextAt = nextRenewalAt(last.subscription);
      return {
        id: v7(),
        subscription_id: membership.id,
        account_id: account.id,
        state: nextAt === null ? ('ended' as const) : ('billing' as const),
        next_at: nextAt,
        started_at: new Date(last.subscription.startedAt),
        ended_at: nextAt === null ? last.at : null,
      };
    }),
  );
}

async function importPeriods(
  db: TenantDb,
  memberships: readonly PastMembership[],
  transactionOf: (step: Step) => string | null,
): Promise<void> {
  const rows = memberships.flatMap(({ id, steps }) =>
    steps.flatMap((step, index) => {
      if (step.kind === 'cancelled') return [];
      const before = steps[index - 1]?.subscription ?? null;
      const isRunning = statusAt(before, step.at) !== '0';
      return {
        id: v7(),
        subscription_id: id,
        starts_at: isRunning && before?.endsAt ? new Date(before.endsAt) : step.at,
        ends_at: step.subscription.endsAt === null ? null : new Date(step.subscription.endsAt),
        cause: 'paid' as const,
        transaction_id: transactionOf(step),
        recorded_at: step.at,
      };
    }),
  );
  await db('subscription_periods').insert(rows);
}

async function importCancellations(db: TenantDb, memberships: readonly PastMembership[]): Promise<void> {
  const rows = memberships.flatMap(({ id, userId, steps }) =>
    steps
      .filter(({ kind }) => kind === 'cancelled')
      .map(({ at, reason = null }) => ({ id: v7(), subscription_id: id, user_id: userId, at, reason })),
  );
  if (rows.length > 0) await db('subscription_cancellations').insert(rows);
}
