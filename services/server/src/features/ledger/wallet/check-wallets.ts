import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';

/** A wallet that is not what the entries of its fan say. */
export interface WalletDifference {
  readonly userId: string;
  readonly currency: string;
}

/** Wallets that are read at one moment. */
const SLICE = 1_000;
const mostNamed = 1_000;

/**
 * Compares what fans can spend and owe with the entries that name them, wallet by wallet, and looks for wallets that are gone.
 * @returns a thousand differences at most
 */
export async function checkWallets(ctx: AppContext, tenant: Tenant): Promise<WalletDifference[]> {
  const found: WalletDifference[] = [
    ...(await ctx.database.tenants.read(tenant, (db) => listGoneWallets(db, mostNamed))),
  ];
  let last: WalletDifference | null = null;
  do {
    const slice: Compared[] = await ctx.database.tenants.read(tenant, (db) => compareSlice(db, last));
    found.push(
      ...slice.filter(({ isEqual }) => !isEqual).map(({ userId, currency }: Compared) => ({ userId, currency })),
    );
    last = slice.length === SLICE ? slice.at(-1)! : null;
  } while (last !== null && found.length < mostNamed);
  return found.slice(0, mostNamed);
}

interface Compared extends WalletDifference {
  readonly isEqual: boolean;
}

const compareSlice = (db: TenantDb, after: WalletDifference | null): Promise<Compared[]> =>
  sql<Compared>`
    select w.user_id as "userId", w.currency,
      w.balance_minor = coalesce(e.balance, 0) and w.owed_minor = coalesce(e.owed, 0) as "isEqual"
    from (
      select user_id, currency, balance_minor, owed_minor from ${table('fan_wallets')}
      ${after === null ? sql.empty : sql`where (user_id, currency) > (${after.userId}::uuid, ${after.currency})`}
      order by user_id, currency limit ${SLICE}
    ) w left join lateral (
      select -sum(o.amount_minor) filter (where a.kind = 'fan_wallet') as balance,
        sum(o.amount_minor) filter (where a.kind = 'owed_by_fan') as owed
      from ${table('ledger_entries')} o join ${table('ledger_accounts')} a on a.id = o.account_id
      where o.user_id = w.user_id and o.currency = w.currency
    ) e on true
    order by w.user_id, w.currency`.all(db);

const listGoneWallets = (db: TenantDb, limit: number): Promise<WalletDifference[]> =>
  sql<WalletDifference>`
    select distinct e.user_id as "userId", e.currency from ${table('ledger_entries')} e
    where e.user_id is not null and not exists (
      select from ${table('fan_wallets')} w where w.user_id = e.user_id and w.currency = e.currency)
    limit ${limit}`.all(db);
