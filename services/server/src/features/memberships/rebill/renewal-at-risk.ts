import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import { renewalRisk, riskFromMs, type RenewalRisk } from '@backlot/domain/memberships/renewal-risk';
import { findChargedWallet, findStoredCard } from '../../checkout/index.ts';
import { drivenByProvider } from '../series/series-rows.ts';
import type { Membership } from '../membership-of.ts';

/** What stands in the way of the next renewal, a week before it and not sooner; null for nothing. */
export async function renewalAtRisk(
  db: TenantDb,
  userId: string,
  membership: Membership,
  now: Date,
): Promise<RenewalRisk | null> {
  const { nextBillingAt, recurringMinor, accountId, isRebillFailed } = membership;
  if (nextBillingAt === null || recurringMinor === 0 || accountId === null || isRebillFailed) return null;
  if (nextBillingAt.getTime() - now.getTime() > riskFromMs) return null;
  if (await isDrivenByProvider(db, userId)) return null;
  const { rebillNotifiedAt: notifiedAt } = membership;
  const wallet = await findChargedWallet(db, userId, accountId);
  if (wallet)
    return renewalRisk(
      { nextBillingAt, notifiedAt, card: null, wallet: { covers: wallet.balanceMinor >= recurringMinor } },
      now,
    );
  const card = await findStoredCard(db, userId, accountId);
  return renewalRisk(
    {
      nextBillingAt,
      notifiedAt,
      card: card && { last4: card.last4, expMonth: card.exp_month, expYear: card.exp_year },
    },
    now,
  );
}

/** The card is the provider's to ask for. */
const isDrivenByProvider = async (db: TenantDb, userId: string): Promise<boolean> =>
  (await sql`
    select 1 from ${table('subscriptions')} s where s.user_id = ${userId} and ${drivenByProvider(sql`s.id`)}`.first(
    db,
  )) !== null;

export async function putOffRebillNotification(db: TenantDb, userId: string, now: Date): Promise<void> {
  await db('subscriptions').where({ user_id: userId }).update({ rebill_notified_at: now });
}
