import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import { postTransaction } from '../ledger-rows.ts';
import { addToTotals } from '../user-totals.ts';
import { creditOf, tellWallet } from './credit-wallet.ts';
import type { TakenBack } from './take-back.ts';
import { walletOf } from './wallet-rows.ts';

/**
 * Undoes `takeBackRefund`, as the bank paid the chargeback back: the fan has the refund again, from which what is owed is paid
 * first. What staff had written off of it meanwhile makes up for that instead. The fan is held.
 * @param given `amountMinor`: at most this much
 * @returns minor units of the refund that stand again; 0 where nothing had been taken back
 */
export async function giveBackRefund(db: TenantDb, given: TakenBack): Promise<number> {
  const { userId, currency, revenue, reversalId, at } = given;
  const taken = await findTaken(db, reversalId);
  const amountMinor = Math.min(given.amountMinor, taken?.minor ?? 0);
  if (taken === null || amountMinor === 0) return 0;
  const writtenOff = Math.min(amountMinor, taken.owedMinor, await writtenOffSince(db, { userId, currency, taken }));
  const restMinor = amountMinor - writtenOff;
  await addToTotals(db, userId, currency, { refunded_minor: amountMinor });
  await postTransaction(db, {
    kind: 'wallet_given_back',
    cause: { type: 'reversal', id: reversalId },
    userId,
    currency,
    at,
    entries: [
      {
        account: revenue === null ? { kind: 'unapplied_receipts' } : { kind: 'refunds', detail: revenue },
        amountMinor,
      },
      ...(writtenOff > 0 ? [{ account: { kind: 'written_off' } as const, amountMinor: -writtenOff }] : []),
      ...(restMinor > 0 ? creditOf(await walletOf(db, userId, currency), restMinor) : []),
    ],
  });
  await tellWallet(db, userId, currency);
  return amountMinor;
}

interface Taken {
  readonly id: string;
  readonly minor: number;
  /** What of it was spent already. */
  readonly owedMinor: number;
}

const findTaken = (db: TenantDb, reversalId: string): Promise<Taken | null> =>
  sql<Taken>`
    select t.id, (-sum(e.amount_minor) filter (where e.amount_minor < 0))::bigint as minor,
      coalesce(sum(e.amount_minor) filter (where a.kind = 'owed_by_fan'), 0)::bigint as "owedMinor"
    from ${table('ledger_transactions')} t join ${table('ledger_entries')} e on e.transaction_id = t.id
      join ${table('ledger_accounts')} a on a.id = e.account_id
    where t.cause_type = 'reversal' and t.cause_id = ${reversalId} and t.kind = 'wallet_taken_back' group by t.id`.first(
    db,
  );

/** Of the fan's debts, less what was given back of it before. */
async function writtenOffSince(
  db: TenantDb,
  { userId, currency, taken }: { readonly userId: string; readonly currency: string; readonly taken: Taken },
): Promise<number> {
  const { minor } = await sql<{ minor: number }>`
    select coalesce(sum(e.amount_minor), 0)::bigint as minor
    from ${table('ledger_transactions')} t join ${table('ledger_entries')} e on e.transaction_id = t.id
      join ${table('ledger_accounts')} a on a.id = e.account_id
    where t.user_id = ${userId} and t.id > ${taken.id} and a.kind = 'written_off' and a.currency = ${currency}`.one(db);
  return Math.max(0, minor);
}
