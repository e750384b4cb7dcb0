import { DomainError } from '@backlot/contracts';
import type { withdrawFromContract } from '@backlot/contracts/withdrawals';
import type { TenantDb } from '@backlot/database';
import { isUndefinedTable } from '@backlot/database/is-undefined-table';
import { withdrawnReason } from '@backlot/domain/memberships/withdrawal';
import { v7 } from 'uuid';
import type { CallRequest } from '../../../call-route.ts';
import type { AppContext } from '../../../context.ts';
import { mailLater } from '../../../mail/mail-later.ts';
import { unmarkSubscribed } from '../../accounts/index.ts';
import { findOwnPayment, giveBack } from '../../checkout/index.ts';
import { lockBuyer } from '../../ledger/index.ts';
import { addWithdrawnCancellation } from '../cancellations/cancellation-rows.ts';
import { changeSubscription, lockSubscription } from '../subscription-rows.ts';
import { tellMembership } from '../tell-membership.ts';
import { findWithdrawable, sumsOf, type WithdrawableContract } from './withdrawable-contract.ts';
import { addWithdrawal, findWithdrawal, type WithdrawalRow } from './withdrawal-rows.ts';

/**
 * C15: a fan withdraws from a membership. In one transaction it ends, its renewals stop, all that was paid for it is asked
 * back or put into the wallet, and the confirmation is enqueued. Again, it answers as it did the first time.
 * @throws not-found for another's, withdrawal-over
 */
export async function withdraw(
  ctx: AppContext,
  request: Pick<
    CallRequest<typeof withdrawFromContract>,
    'tenant' | 'actor' | 'body' | 'now' | 'address' | 'userAgent'
  >,
): Promise<WithdrawalRow> {
  const { tenant, actor, body, now } = request;
  const { userId } = actor;
  // Read before: whoever holds a connection while others wait for the same buyer must not need a second one.
  const { timezone: timeZone } = await ctx.settings.of(tenant);
  const written = ctx.database.tenants.write(tenant, async (db) => {
    await lockBuyer(db, userId);
    const earlier = await findWithdrawal(db, userId, body.id);
    if (earlier) return earlier;
    await lockSubscription(db, userId);
    const contract = await findWithdrawable(db, { userId, timeZone, now });
    if (contract?.id !== body.id)
      throw new DomainError((await findOwnPayment(db, userId, body.id)) === null ? 'not-found' : 'withdrawal-over');
    const row = rowOf(contract, request);
    await addWithdrawal(db, row);
    await endMembership(db, contract, now);
    // Prices for those who come back are for those who paid: else a withdrawal would be the way to them.
    await unmarkSubscribed(db, userId, contract.askedAt);
    await giveBack(ctx, db, contract.charges, { reason: withdrawnReason, now });
    await mailLater(db, 'withdrawn', userId, {
      at: now.toISOString(),
      concludedAt: row.concluded_at.toISOString(),
      number: row.intent_id,
      comesBack: JSON.stringify(row.comes_back),
    });
    return row;
  });
  return written.catch((error: unknown) => {
    throw isUndefinedTable(error) ? new DomainError('withdrawal-over') : error;
  });
}

const rowOf = (
  { id, row, concludedAt, until, charges }: WithdrawableContract,
  { actor, now, address, userAgent }: Parameters<typeof withdraw>[1],
): WithdrawalRow => ({
  id: v7(),
  user_id: actor.userId,
  intent_id: id,
  subscription_id: row.id,
  concluded_at: concludedAt,
  right_until: until,
  at: now,
  comes_back: sumsOf(charges),
  address,
  user_agent: userAgent,
});

/** At once, whatever becomes of the money. */
async function endMembership(
  db: TenantDb,
  { row, ended, concludedAt }: WithdrawableContract,
  now: Date,
): Promise<void> {
  const reason = { cancel_reason: withdrawnReason, cancel_other: null };
  const changed = await changeSubscription(db, row, ended, now, { kind: 'withdrawn' }, reason);
  await addWithdrawnCancellation(db, changed, concludedAt, now);
  await tellMembership(db, changed);
}
