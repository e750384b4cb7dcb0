import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import { postTransaction } from '../ledger-rows.ts';
import { addToTotals } from '../user-totals.ts';
import { creditOf, tellWallet } from './credit-wallet.ts';
import type { TakenBack } from './take-back.ts';
import { walletOf } from './wallet-rows.ts';
import { writtenOffOf } from './written-off.ts';

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
  const writtenOff = Math.min(amountMinor, await writtenOffOf(db, userId, currency, taken.id));
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
}

const findTaken = (db: TenantDb, reversalId: string): Promise<Taken | null> =>
  sql<Taken>`
    select t.id, (-sum(e.amount_minor) filter (where e.amount_minor < 0))::bigint as minor
    from ${table('ledger_transactions')} t join ${table('ledger_entries')} e on e.transaction_id = t.id
    where t.cause_type = 'reversal' and t.cause_id = ${reversalId} and t.kind = 'wallet_taken_back' group by t.id`.first(
    db,
  );
