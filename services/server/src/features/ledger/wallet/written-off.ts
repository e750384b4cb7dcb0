import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';

/** A transaction that changed what a fan owes. */
interface DebtMove {
  readonly id: string;
  readonly kind: string;
  readonly causeId: string;
  /** Above zero it is owed besides, below it is not any more. */
  readonly owedMinor: number;
  readonly isWriteOff: boolean;
}

/** What staff wrote off of the debt that a transaction made; the rest of it was paid, is owed, or was lifted by its own cause. */
export const writtenOffOf = async (
  db: TenantDb,
  userId: string,
  currency: string,
  transactionId: string,
): Promise<number> => writtenOff(await listDebtMoves(db, userId, currency), transactionId);

/** Payments pay the oldest debt first; what a won dispute gives back lifts the debt that its chargeback made before others. */
function writtenOff(moves: readonly DebtMove[], transactionId: string): number {
  const open: { readonly id: string; readonly causeId: string; minor: number }[] = [];
  let writtenOffMinor = 0;
  for (const { id, kind, causeId, owedMinor, isWriteOff } of moves) {
    if (owedMinor > 0) open.push({ id, causeId, minor: owedMinor });
    const own = kind === 'wallet_given_back' ? open.filter((debt) => debt.causeId === causeId) : [];
    let leftMinor = Math.max(0, -owedMinor);
    for (const debt of [...own, ...open]) {
      const endedMinor = Math.min(debt.minor, leftMinor);
      debt.minor -= endedMinor;
      leftMinor -= endedMinor;
      if (isWriteOff && debt.id === transactionId) writtenOffMinor += endedMinor;
    }
  }
  return writtenOffMinor;
}

/** The oldest first. */
const listDebtMoves = (db: TenantDb, userId: string, currency: string): Promise<DebtMove[]> =>
  sql<DebtMove>`
    select t.id, t.kind, t.cause_id as "causeId", sum(e.amount_minor)::bigint as "owedMinor",
      t.kind = 'debt_settled' and exists (
        select 1 from ${table('ledger_entries')} w join ${table('ledger_accounts')} b on b.id = w.account_id
        where w.transaction_id = t.id and b.kind = 'written_off') as "isWriteOff"
    from ${table('ledger_entries')} e join ${table('ledger_accounts')} a on a.id = e.account_id
      join ${table('ledger_transactions')} t on t.id = e.transaction_id
    where e.user_id = ${userId} and a.kind = 'owed_by_fan' and a.currency = ${currency}
    group by t.id having sum(e.amount_minor) <> 0 order by t.id`.all(db);
