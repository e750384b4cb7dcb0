import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import { walletProvider, walletsOfAll } from '../../ledger/index.ts';

/** What the site charges for a person by itself. */
export interface ChargedMeans {
  /** What is in the wallet where that pays; null where a card does. */
  readonly walletMinor: number | null;
  readonly card: { readonly last4: string; readonly expMonth: number; readonly expYear: number } | null;
}

interface Charged {
  readonly userId: string;
  readonly accountId: string;
}

/** As `findChargedWallet` and `findStoredCard` find them for one, by person. An account that is gone is left out. */
export async function listChargedMeans(
  db: TenantDb,
  charged: readonly Charged[],
): Promise<ReadonlyMap<string, ChargedMeans>> {
  if (charged.length === 0) return new Map();
  const rows = await sql<MeansRow>`
    select x.user_id as "userId", a.provider, coalesce(w.balance_minor, 0)::bigint as "balanceMinor",
      c.last4, c.exp_month as "expMonth", c.exp_year as "expYear"
    from unnest(${charged.map(({ userId }) => userId)}::uuid[], ${charged.map(({ accountId }) => accountId)}::uuid[])
        as x (user_id, account_id)
      join ${table('provider_accounts')} a on a.id = x.account_id
      left join ${walletsOfAll} w on w.user_id = x.user_id and w.currency = a.currency
      left join lateral (
        select i.last4, i.exp_month, i.exp_year from ${table('payment_instruments')} i
        where i.user_id = x.user_id and i.account_id = x.account_id and i.removed_at is null
        order by i.is_primary desc, i.last_used_at desc limit 1) c on true`.all(db);
  return new Map(rows.map((row) => [row.userId, presentMeans(row)]));
}

interface MeansRow {
  readonly userId: string;
  readonly provider: string;
  readonly balanceMinor: number;
  readonly last4: string | null;
  readonly expMonth: number | null;
  readonly expYear: number | null;
}

const presentMeans = ({ provider, balanceMinor, last4, expMonth, expYear }: MeansRow): ChargedMeans => ({
  walletMinor: provider === walletProvider ? balanceMinor : null,
  card: last4 === null || expMonth === null || expYear === null ? null : { last4, expMonth, expYear },
});
