import type { TenantDb } from '@backlot/database';
import type { AppContext } from '../../context.ts';
import { job, scheduledJob } from '../../jobs/job.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { laterEach } from '../../jobs/later.ts';
import {
  chargeWallet,
  findOpenIntent,
  isOrderToldOf,
  lookBeforeRenewal,
  openStoredCharge,
  sendCharge,
  ReversalsUntold,
} from '../checkout/index.ts';
import { lockBuyer } from '../ledger/index.ts';
import { soldMigration } from './migration/sold-migration.ts';
import {
  isAnyRenewalDue,
  listDueRenewals,
  lockDueRenewal,
  openRenewal,
  renewMembership,
  type DueRenewal,
} from './renew-membership.ts';
import { renewalQuote } from './renewal-quote.ts';
import { soldMembership } from './sold-membership.ts';
import { renewalDeclined, renewalRefused, soldRenewal } from './sold-renewal.ts';
import { findSubscription } from './subscription-rows.ts';

declare module '../../jobs/job.ts' {
  interface JobPayloads {
    'renew-membership': { userId: string };
  }
}

const SLICE = 500;

/**
 * Every few minutes: a job for each membership that is due, in slices. All of them: those that can't be renewed yet, because
 * their provider is gone or its answer is awaited, stay due, and must not stand before the others.
 */
export const renewMembershipsJob = scheduledJob({
  name: 'renew-memberships',
  schedule: '*/5 * * * *',
  isDue: ({ now }) => isAnyRenewalDue(now),
  async run({ ctx, tenant }) {
    const now = ctx.clock.now();
    let last: DueRenewal | null = null;
    do last = await ctx.database.tenants.write(tenant, (db) => enqueueSlice(db, now, last));
    while (last !== null);
  },
});

/** Where the next slice goes on; null at the end. */
async function enqueueSlice(db: TenantDb, now: Date, after: DueRenewal | null): Promise<DueRenewal | null> {
  const due = await listDueRenewals(db, now, SLICE, after);
  const works = due.map(({ userId }) => ({ payload: { userId }, jobKey: `renew:${userId}` }));
  await laterEach(db, 'renew-membership', works, { priority: 5 });
  return due.length < SLICE ? null : (due.at(-1) ?? null);
}

/**
 * Renews one membership: one intent a period, so that it is paid once however often this runs. Whether it is due is asked
 * with the row held: nothing is charged after a cancellation (C16).
 */
export const renewMembershipJob = job({
  name: 'renew-membership',
  lane: 'providers',
  async run({ ctx, tenant, payload, log }) {
    const recordedAt = performance.now();
    const now = ctx.clock.now();
    const settings = await ctx.settings.of(tenant);
    const descriptor = settings.statement_descriptor || tenant.slug;
    // Asked before the provider is: an order whose end is unknown may be open for days.
    if (await ctx.database.tenants.read(tenant, (db) => hasOrder(db, payload.userId))) return;
    try {
      await lookBeforeRenewal(ctx, tenant, {
        userId: payload.userId,
        kinds: [soldMembership.kind, soldRenewal.kind, soldMigration.kind],
        chargedBy: async (db) => (await findSubscription(db, payload.userId))?.account_id ?? null,
      });
    } catch (error) {
      if (!(error instanceof ReversalsUntold) || !(await refuseDueRenewal(ctx, tenant, payload.userId, now)))
        throw error;
      return log.error({ err: error, userId: payload.userId }, 'a renewal is due and its provider can’t be asked');
    }
    const opened = await ctx.database.tenants.write(tenant, (db) =>
      openDueRenewal(ctx, db, payload.userId, descriptor, now),
    );
    if (opened === 'not-configured')
      return log.error({ userId: payload.userId }, 'a renewal is due and its provider is not configured');
    if (opened !== null) await sendCharge(ctx, tenant, opened, recordedAt);
  },
});

/** Nothing is charged while its account does not say what went back. @returns false while its member has access all the same, and no order */
const refuseDueRenewal = (ctx: AppContext, tenant: Tenant, userId: string, now: Date): Promise<boolean> =>
  ctx.database.tenants.write(tenant, async (db) => {
    await lockBuyer(db, userId);
    const due = await lockDueRenewal(db, userId, now);
    if (due?.ends_at == null || due.renewal_open) return false;
    if (await hasOrder(db, userId)) return true;
    return renewalRefused(db, { userId, periodEnd: due.ends_at, code: 'reversals-untold', now });
  });

/**
 * Whether a purchase of theirs is under way that takes this one's place, or was given up and is told of now: its page may be
 * paid already, and what it costs from then on is another price. It ends within its page's time, or once its provider knows.
 */
const hasOrder = async (db: TenantDb, userId: string): Promise<boolean> =>
  (await findOpenIntent(db, soldMembership.kind, { user_id: userId, content_id: null })) !== null ||
  isOrderToldOf(db, userId, soldMembership.kind);

type Opened = Exclude<Awaited<ReturnType<typeof openStoredCharge>>, 'no-card'>;

async function openDueRenewal(
  ctx: AppContext,
  db: TenantDb,
  userId: string,
  descriptor: string,
  now: Date,
): Promise<Opened> {
  await lockBuyer(db, userId);
  const due = await lockDueRenewal(db, userId, now);
  if (due?.ends_at == null || (await hasOrder(db, userId))) return null;
  const { recurring_minor: amountMinor, currency, ends_at: periodEnd, account_id: accountId } = due;
  if (amountMinor === 0) {
    await renewMembership(db, { userId, periodEnd, cause: { kind: 'paid', transactionId: null }, now });
    return null;
  }
  const draft = {
    contentId: null,
    amountMinor,
    currency,
    isRecurring: true,
    quote: renewalQuote(due, descriptor),
    period: { subscriptionId: due.id, endsAt: periodEnd },
  };
  const charge = { userId, accountId, draft, hasFailed: due.failed_renewals > 0, now };
  const fromWallet = await chargeWallet(ctx, db, soldRenewal.kind, charge);
  if (fromWallet !== null && fromWallet !== 'wallet-low') return null;
  const opened = fromWallet ?? (await openStoredCharge(ctx, db, soldRenewal.kind, charge));
  if (opened !== null && typeof opened === 'object') await openRenewal(db, due, now);
  // What was sent before its provider was gone ends first.
  if (opened === 'not-configured' && !due.renewal_open)
    await renewalRefused(db, { userId, periodEnd, code: opened, now });
  if (opened !== 'no-card' && opened !== 'wallet-low') return opened;
  await renewalDeclined(db, {
    userId,
    periodEnd,
    isHardDecline: false,
    declineCode: opened,
    declineReason: opened,
    now,
  });
  return null;
}
