import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { nextPeople } from '../next-people.ts';

/** A wallet that is not what the entries of its fan say. */
export interface WalletDifference {
  readonly userId: string;
  readonly currency: string;
}

/** People whose wallets are read at one moment. */
const SLICE = 1_000;
const mostNamed = 1_000;

/**
 * Compares what fans can spend and owe with the entries that name them, wallet by wallet, also where a wallet is gone.
 * @returns a thousand differences at most
 */
export async function checkWallets(ctx: AppContext, tenant: Tenant): Promise<WalletDifference[]> {
  const found: WalletDifference[] = [];
  let last: string | null = null;
  do {
    const slice: Compared[] = await ctx.database.tenants.read(tenant, (db) => compareSlice(db, last));
    for (const { userId, currency, isEqual } of slice) if (!isEqual) found.push({ userId, currency });
    last = slice.at(-1)?.userId ?? null;
  } while (last !== null && found.length < mostNamed);
  return found.slice(0, mostNamed);
}

interface Compared extends WalletDifference {
  readonly isEqual: boolean;
}

const compareSlice = (db: TenantDb, after: string | null): Promise<Compared[]> =>
  sql<Compared>`
    with recursive ${nextPeople([sql`${table('fan_wallets')}`, sql`${table('ledger_entries')}`], after, SLICE)}
    select p.id as "userId", c.currency, c.is_equal as "isEqual"
    from person p cross join lateral (
      select currency,
        coalesce(w.balance_minor = coalesce(e.balance, 0) and w.owed_minor = coalesce(e.owed, 0), false) as is_equal
      from (select currency, balance_minor, owed_minor from ${table('fan_wallets')} where user_id = p.id) w
        full join (
          select o.currency, -sum(o.amount_minor) filter (where a.kind = 'fan_wallet') as balance,
            sum(o.amount_minor) filter (where a.kind = 'owed_by_fan') as owed
          from ${table('ledger_entries')} o join ${table('ledger_accounts')} a on a.id = o.account_id
          where o.user_id = p.id group by o.currency
        ) e using (currency)
    ) c
    order by p.id, c.currency`.all(db);
