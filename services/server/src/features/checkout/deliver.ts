import type { TenantDb } from '@backlot/database';
import { mailLater } from '../../mail-later.ts';
import { markSubscribed } from '../accounts/index.ts';
import { grantEntitlement } from '../ledger/index.ts';
import { isRenewable, membershipStatusOf, renewMembership, startMembership, type SubscriptionRow } from '../memberships/index.ts';
import { addNotice } from '../notifications/index.ts';
import { ownsVersionOf } from '../posts/index.ts';
import type { IntentRow, UnappliedReason } from './tables.ts';
import { tellPurchase } from './tell-purchase.ts';

/** Whether what was asked for can still be given. Held by the buyer's lock until it is. */
export async function whyUndeliverable(db: TenantDb, intent: IntentRow, now: Date): Promise<UnappliedReason | null> {
  switch (intent.kind) {
    case 'post': return await ownsVersionOf(db, intent.content_id!, intent.user_id) ? 'owned-already' : null;
    case 'membership': return await membershipStatusOf(db, intent.user_id, now) === '0' ? null : 'owned-already';
    case 'renewal':
      if (!await isRenewable(db, intent.user_id, intent.period_end!)) return 'cancelled-meanwhile';
      return await hasRival(db, intent) ? 'owned-already' : null;
  }
}

/** A charge that was believed absent came through while the same period is being paid again. */
const hasRival = async (db: TenantDb, intent: IntentRow): Promise<boolean> =>
  await db('payment_intents').where({ subscription_id: intent.subscription_id!, period_end: intent.period_end! })
    .whereIn('state', ['open', 'succeeded']).whereNot({ id: intent.id }).first('id') !== undefined;

export interface Payment {
  /** Null for what costs nothing. */
  readonly transactionId: string | null;
  readonly provider: string | null;
  readonly reference: string | null;
  readonly now: Date;
}

/** Gives what was bought, tells the buyer and the site's staff, and sends the receipt at once, also for 0 (C13). */
export async function deliver(db: TenantDb, intent: IntentRow, payment: Payment): Promise<void> {
  const { now, transactionId } = payment;
  const userId = intent.user_id;
  let membership: SubscriptionRow | null = null;
  if (intent.kind === 'post') {
    await grantEntitlement(db, { userId, kind: 'post', contentId: intent.content_id!, transactionId: transactionId!, now });
    await addNotice(db, { kind: 'purchased', userId, contentId: intent.content_id, now });
  } else if (intent.kind === 'membership') {
    const { recurringMinor = 0, firstPeriod = null } = intent.quote;
    membership = await startMembership(db, {
      userId, initialMinor: intent.amount_minor, recurringMinor, currency: intent.currency, firstPeriod,
      provider: payment.provider, transactionId, now,
    });
    await markSubscribed(db, userId, now);
    await addNotice(db, { kind: 'subscription', userId, now });
  } else {
    membership = await renewMembership(db, { userId, periodEnd: intent.period_end, transactionId, now });
  }
  await tellPurchase(db, intent, 'succeeded');
  await mailLater(db, 'receipt', userId, {
    sold: intent.kind, amountMinor: intent.amount_minor, currency: intent.currency, at: now.toISOString(),
    reference: payment.reference, title: intent.quote.title ?? null,
    nextMinor: membership?.next_billing_at ? membership.recurring_minor : null, nextAt: membership?.next_billing_at?.toISOString() ?? null,
  });
}
