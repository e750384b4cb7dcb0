import { DomainError } from '@backlot/contracts';
import { follow } from '@backlot/domain/memberships/life-cycle';
import type { Actor } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import { mailLater } from '../../../mail/mail-later.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { findUser } from '../../accounts/index.ts';
import { findRunning } from '../series/period-rows.ts';
import { changeSubscription, lockSubscription, subscriptionOf, type SubscriptionRow } from '../subscription-rows.ts';
import { tellMembership } from '../tell-membership.ts';

/** Ends at once what staff gave (DECISIONS 13); what the fan paid for before it stays to its end. @throws not-found, not-complimentary */
export async function revokeMembership(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  userId: string,
  now: Date,
): Promise<SubscriptionRow> {
  return ctx.database.tenants.write(tenant, async (db) => {
    if ((await findUser(db, userId))?.role !== 'user') throw new DomainError('not-found');
    const row = await lockSubscription(db, userId);
    const bought = row && (await findRunning(db, row.id, now, { isBought: true }));
    const change = follow(
      row && subscriptionOf(row),
      { kind: 'revoke', ...(bought ? { until: bought.until } : {}) },
      now,
    );
    if (row === null || !change.ok) throw new DomainError('not-complimentary');
    const revoked = await changeSubscription(
      db,
      row,
      change.subscription,
      now,
      { kind: 'revoked', facts: { by: actor.trueAuthor } },
      // It is on because of that payment again: given back, it ends (DECISIONS 25).
      { paid_by_id: bought?.paidBy ?? null },
    );
    await tellMembership(db, revoked);
    await mailLater(db, 'complimentary-ended', userId);
    return revoked;
  });
}
