import { DomainError, type BodyOf } from '@backlot/contracts';
import type { giveComplimentary } from '@backlot/contracts/complimentary';
import { givenUntil } from '@backlot/domain/memberships/given-until';
import { follow } from '@backlot/domain/memberships/life-cycle';
import { statusAt } from '@backlot/domain/memberships/subscription';
import type { Actor } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import { mailLater } from '../../../mail/mail-later.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { findUser } from '../../accounts/index.ts';
import { lockBuyer } from '../../ledger/index.ts';
import {
  changeSubscription,
  insertSubscription,
  lockSubscription,
  subscriptionOf,
  type SubscriptionRow,
} from '../subscription-rows.ts';
import { tellMembership } from '../tell-membership.ts';

/**
 * Gives a fan a membership, or makes a given one longer. It follows what a cancelled one still has; one that is paid for
 * every month is no place for a gift. @throws not-found, invalid-request by field, already-subscribed
 */
export async function giveMembership(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  asked: BodyOf<typeof giveComplimentary>,
  now: Date,
): Promise<SubscriptionRow> {
  const { timezone: timeZone, currency } = await ctx.settings.of(tenant);
  const { user_id: userId } = asked;
  return ctx.database.tenants.write(tenant, async (db) => {
    if ((await findUser(db, userId))?.role !== 'user') throw new DomainError('not-found');
    await lockBuyer(db, userId);
    const existing = await lockSubscription(db, userId);
    const before = existing && subscriptionOf(existing);
    const isRunning = statusAt(before, now) !== '0';
    // One without an end, which a chargeback of something else may have stopped, would be made one of months.
    if (isRunning && existing?.ends_at === null) throw new DomainError('already-subscribed');
    const from = isRunning && existing?.ends_at ? existing.ends_at : now;
    const end = givenUntil(asked, from, timeZone);
    if ('code' in end) throw new DomainError('invalid-request', {}, { fields: [end] });
    const change = follow(before, { kind: 'give', until: end.until, timeZone }, now);
    if (!change.ok) throw new DomainError('already-subscribed');
    const reason = asked.reason?.trim() || null;
    const happened = {
      kind: isRunning && existing?.is_complimentary ? 'given_longer' : 'given',
      facts: { by: actor.trueAuthor, reason },
      period: { kind: 'granted', by: actor.trueAuthor, reason },
    } as const;
    const terms = {
      initial_minor: 0,
      currency,
      price_cause: null,
      provider: null,
      account_id: null,
      paid_by_id: null,
      cancel_reason: null,
      cancel_other: null,
    };
    const given = existing
      ? await changeSubscription(db, existing, change.subscription, now, happened, terms)
      : await insertSubscription(db, change.subscription, now, happened, { user_id: userId, ...terms });
    // Somebody else began one at this very moment.
    if (given === null) throw new DomainError('already-subscribed');
    await tellMembership(db, given);
    await mailLater(db, 'complimentary-given', userId, { endsAt: end.until.toISOString() });
    return given;
  });
}
