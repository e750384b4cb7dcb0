import * as complimentary from '@backlot/contracts/complimentary';
import { cancelSubscription, subscribe, undoCancel } from '@backlot/contracts/memberships';
import * as migration from '@backlot/contracts/migration';
import * as withdrawals from '@backlot/contracts/withdrawals';
import { resubscribe } from '@backlot/contracts/resubscribe-offer';
import { route, type CallRoute } from '../../call-route.ts';
import type { AppContext } from '../../context.ts';
import { cancelMembership } from './cancel-membership.ts';
import { giveMembership } from './complimentary/give-membership.ts';
import { revokeMembership } from './complimentary/revoke-membership.ts';
import { askToMigrate } from './migration/ask-to-migrate.ts';
import { putOffRebillNotification } from './rebill/renewal-at-risk.ts';
import type { SubscriptionRow } from './subscription-rows.ts';
import { buyMembership, goOnWithAnotherAccount, resubscribe as resubscribeWithCard } from './subscribe.ts';
import { undoCancellation } from './undo-cancel.ts';
import { presentWithdrawal } from './withdrawals/present-withdrawal.ts';
import { showWithdrawal } from './withdrawals/show-withdrawal.ts';
import { withdraw } from './withdrawals/withdraw.ts';

export const membershipRoutes = (ctx: AppContext): readonly CallRoute[] => [
  route(subscribe, async (request) => {
    const data = await buyMembership(ctx, request);
    return { message: data.state === 'succeeded' ? 'resubscribe-success' : 'btn-payment-processing', data };
  }),
  route(resubscribe, async (request) => {
    const data = await resubscribeWithCard(ctx, request);
    return { message: data.state === 'succeeded' ? 'resubscribe-success' : 'btn-payment-processing', data };
  }),
  route(migration.migrateForUser, async (request) => {
    const data = await goOnWithAnotherAccount(ctx, request);
    const accepted = data.state === 'succeeded';
    const { transactionId, amount, ccbill_subscription_status } = data;
    return {
      message: accepted ? 'migration-done' : 'btn-payment-processing',
      data: { ...data, accepted },
      transactionId,
      amount,
      ccbill_subscription_status,
    };
  }),
  route(migration.askToMigrate, async ({ tenant, body }) => ({
    message: 'migration-asked',
    data: { migration_subscription: await askToMigrate(ctx, tenant, body) },
  })),
  route(cancelSubscription, async ({ tenant, actor, body, now }) => {
    return cancelled(await cancelMembership(ctx, tenant, actor, body, { now }));
  }),
  route(complimentary.cancelComplimentary, async ({ tenant, actor, body, now }) =>
    cancelled(await cancelMembership(ctx, tenant, actor, body ?? {}, { now, isComplimentary: true })),
  ),
  route(complimentary.giveComplimentary, async ({ tenant, actor, body, now }) => ({
    message: 'complimentary-given',
    data: standing(await giveMembership(ctx, tenant, actor, body, now)),
  })),
  route(complimentary.revokeComplimentary, async ({ tenant, actor, body, now }) => ({
    message: 'complimentary-revoked',
    data: standing(await revokeMembership(ctx, tenant, actor, body.user_id, now)),
  })),
  route(complimentary.putOffRebillNotification, async ({ tenant, actor, now }) => {
    await ctx.database.tenants.write(tenant, (db) => putOffRebillNotification(db, actor.userId, now));
    return { message: 'rebill-notification-later' };
  }),
  route(withdrawals.showWithdrawal, async ({ tenant, actor, now }) => ({
    data: await showWithdrawal(ctx, tenant, actor.userId, now),
  })),
  route(withdrawals.withdrawFromContract, async (request) => ({
    message: 'withdrawal-done',
    data: presentWithdrawal(await withdraw(ctx, request)),
  })),
  route(undoCancel, async ({ tenant, actor, now }) => {
    const row = await undoCancellation(ctx, tenant, actor, now);
    return {
      data: { ccbill_subscription_status: row.status, next_billing_date: row.next_billing_at?.toISOString() ?? null },
    };
  }),
];

const cancelled = (row: SubscriptionRow) => ({
  message: 'subscription-cancelled' as const,
  ccbill_subscription_status: row.status,
  data: { cancelled: true, expiration_date: row.ends_at?.toISOString() ?? null },
});

const standing = (row: SubscriptionRow) => ({
  ccbill_subscription_status: row.status,
  has_complimentary_subscription: row.is_complimentary && row.status !== '0',
  expiration_date: (row.ended_at ?? row.ends_at)?.toISOString() ?? null,
});
