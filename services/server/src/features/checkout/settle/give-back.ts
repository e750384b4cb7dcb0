import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import type { AppContext } from '../../../context.ts';
import { walletProvider } from '../../ledger/index.ts';
import { lockAttempt } from '../intent-rows.ts';
import type { IntentRow } from '../tables.ts';
import { endHeld } from './end-held.ts';
import { requestRefund } from './reversal-rows.ts';
import { settleIntoWallet } from './settle-into-wallet.ts';

/** A charge that took money, with what is left of it to give back. */
export interface PaidCharge {
  readonly attemptId: string;
  readonly takenAt: Date;
  readonly leftMinor: number;
  readonly currency: string;
  readonly to: 'card' | 'wallet';
  readonly quote: IntentRow['quote'];
}

/** The purchase of a kind that came through last of a person's, and stands; null for none. */
export const findLastPurchase = async (db: TenantDb, userId: string, kind: string): Promise<IntentRow | null> =>
  (await db('payment_intents')
    .where({ user_id: userId, kind, state: 'succeeded' })
    .whereNull('unapplied_reason')
    .orderBy([
      { column: 'settled_at', order: 'desc', nulls: 'last' },
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .first()) ?? null;

/**
 * What a person paid for things of these kinds from an instant on, the earliest first; with what came in another amount than
 * was asked for and waits for staff.
 */
export const listPaidSince = (
  db: TenantDb,
  { userId, kinds, since }: { readonly userId: string; readonly kinds: readonly string[]; readonly since: Date },
): Promise<PaidCharge[]> =>
  sql<PaidCharge>`
    select a.id as "attemptId", a.settled_at as "takenAt", a.taken_currency as currency, i.quote,
      case when a.provider = ${walletProvider} then 'wallet' else 'card' end as to,
      a.taken_minor - (
        select coalesce(sum(r.amount_minor - r.taken_back_minor), 0)::bigint from ${table('payment_reversals')} r
        where r.attempt_id = a.id and r.state in ('requested', 'succeeded', 'owed', 'refused')) as "leftMinor"
    from ${table('payment_intents')} i join ${table('payment_attempts')} a on a.intent_id = i.id and a.state = 'succeeded'
    where i.user_id = ${userId} and i.kind = any (${[...kinds]}) and i.created_at >= ${since}
      and ((i.state = 'succeeded' and i.unapplied_reason is null) or i.state = 'held') and a.taken_minor > 0
    order by a.settled_at, a.id`.all(db);

/**
 * Gives what is left of charges back at their payer's own request: to the wallet at once where they were paid from it, else
 * by the provider, and what that refuses is owed (`refundPaymentJob`). What waited for staff is decided thereby. The buyer is
 * held.
 */
export async function giveBack(
  ctx: AppContext,
  db: TenantDb,
  charges: readonly PaidCharge[],
  { reason, now }: { readonly reason: string; readonly now: Date },
): Promise<void> {
  for (const { attemptId, leftMinor: amountMinor, currency, to } of charges) {
    const held = await lockAttempt(db, attemptId);
    if (held?.intent.state === 'held') await endHeld(db, ctx.sells.get(held.intent.kind), held.intent, now);
    if (amountMinor <= 0) continue;
    const toWallet = to === 'wallet';
    const id = await requestRefund(db, { attemptId, amountMinor, currency, reason, now, toWallet });
    if (toWallet) await settleIntoWallet(ctx, db, attemptId, id, now);
  }
}
