import { enqueueJob } from '@backlot/database/shared-functions';
import type { ChargeInput, PaymentProvider } from '@backlot/payments';
import type { TenantDb } from '@backlot/database';
import { v7 } from 'uuid';
import type { AppContext } from '../../context.ts';
import { job } from '../../job.ts';
import { listDueRenewals, lockDueRenewal, renewMembership, type DueRenewal } from '../memberships/index.ts';
import { chargeAttempt } from './charge-attempt.ts';
import { findStoredCard } from './instrument-rows.ts';
import { insertIntent, lockBuyer } from './intent-rows.ts';
import { noticeUrl } from './notice-url.ts';
import { openAttempt } from './open-attempt.ts';
import { renewalDeclined } from './settle-declined.ts';

const SLICE = 500;

/**
 * Every few minutes: a job for each membership that is due, in slices. All of them: those that can't be renewed, because
 * their provider is gone or its answer is awaited, stay due, and must not stand before the others.
 */
export const renewMembershipsJob = job({
  name: 'renew-memberships', schedule: '*/5 * * * *',
  async run({ ctx, tenant }) {
    const now = ctx.clock.now();
    let last: DueRenewal | null = null;
    do last = await ctx.database.tenants.write(tenant, (db) => enqueueSlice(db, now, last)); while (last !== null);
  },
});

/** Where the next slice goes on; null at the end. */
async function enqueueSlice(db: TenantDb, now: Date, after: DueRenewal | null): Promise<DueRenewal | null> {
  const due = await listDueRenewals(db, now, SLICE, after);
  for (const { userId } of due) await enqueueJob(db, 'renew-membership', { userId }, { jobKey: `renew:${userId}`, priority: 5 });
  return due.length < SLICE ? null : due.at(-1) ?? null;
}

/**
 * Renews one membership: one intent a period, so that it is paid once however often this runs. Whether it is due is asked
 * with the row held: nothing is charged after a cancellation (C16).
 */
export const renewMembershipJob = job<{ userId: string }>({
  name: 'renew-membership',
  async run({ ctx, tenant, payload, log }) {
    const recordedAt = performance.now();
    const now = ctx.clock.now();
    const settings = await ctx.settings.of(tenant);
    const descriptor = settings.statement_descriptor || tenant.slug;
    const opened = await ctx.database.tenants.write(tenant, (db) => openRenewal(ctx, db, payload.userId, descriptor, now));
    if (opened === 'not-configured') return log.error({ userId: payload.userId }, 'a renewal is due and its provider is not configured');
    if (opened === null) return;
    const { provider, input } = opened;
    await chargeAttempt(ctx, tenant, provider, { ...input, notifyUrl: noticeUrl(ctx, tenant, provider.name) }, recordedAt);
  },
});

async function openRenewal(
  ctx: AppContext, db: TenantDb, userId: string, descriptor: string, now: Date,
): Promise<{ provider: PaymentProvider; input: ChargeInput } | 'not-configured' | null> {
  await lockBuyer(db, userId);
  const due = await lockDueRenewal(db, userId, now);
  if (due?.ends_at == null) return null;
  const { recurring_minor: amountMinor, currency, ends_at: periodEnd } = due;
  if (amountMinor === 0) {
    await renewMembership(db, { userId, periodEnd, transactionId: null, now });
    return null;
  }
  const provider = due.provider === null ? null : ctx.providers.find(due.provider);
  if (due.provider !== null && provider === null) return 'not-configured';
  const card = provider && await findStoredCard(db, userId, provider.name);
  if (!provider || !card) {
    await renewalDeclined(db, { userId, periodEnd, isHardDecline: false, declineCode: 'no-card', now });
    return null;
  }
  const id = v7();
  const intent = await insertIntent(db, {
    user_id: userId, kind: 'renewal', subscription_id: due.id, period_end: periodEnd, amount_minor: amountMinor, currency,
    quote: { reason: 'base', descriptor }, idempotency_key: `renewal-${id}`, request_hash: '', created_at: now,
  });
  if (intent === null) return null;
  const attempt = await openAttempt(db, { intent_id: intent.id, provider: provider.name, instrument_id: card.id, makes_primary: false });
  return {
    provider,
    input: {
      reference: attempt.id, amountMinor, currency, recurring: true, initiator: 'merchant', descriptor,
      source: { kind: 'stored', instrumentId: card.provider_instrument },
    },
  };
}
