import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import type { CauseType, TransactionKind } from '../chart.ts';

/** A transaction that moved a fan's wallet, or what the fan owes. */
export interface WalletMoved {
  readonly id: string;
  readonly kind: TransactionKind;
  readonly at: Date;
  readonly causeType: CauseType;
  readonly causeId: string;
  /** Minor units; below zero where money left the wallet. */
  readonly walletMinor: number;
  readonly owedMinor: number;
}

/** The newest first, along the index of the fan's entries; `after`: the last one of the page before. */
export const listMoves = (
  db: TenantDb,
  { userId, currency, after, limit }: { userId: string; currency: string; after: string | null; limit: number },
): Promise<WalletMoved[]> =>
  sql<WalletMoved>`
    select t.id, t.kind, t.at, t.cause_type as "causeType", t.cause_id as "causeId", m."walletMinor", m."owedMinor"
    from (
      select e.transaction_id,
        coalesce(-sum(e.amount_minor) filter (where a.kind = 'fan_wallet'), 0)::bigint as "walletMinor",
        coalesce(sum(e.amount_minor) filter (where a.kind = 'owed_by_fan'), 0)::bigint as "owedMinor"
      from ${table('ledger_entries')} e join ${table('ledger_accounts')} a on a.id = e.account_id
      where e.user_id = ${userId} and e.currency = ${currency} ${after === null ? sql.empty : sql`and e.transaction_id < ${after}`}
      group by e.transaction_id order by e.transaction_id desc limit ${limit}
    ) m join ${table('ledger_transactions')} t on t.id = m.transaction_id order by t.id desc`.all(db);
