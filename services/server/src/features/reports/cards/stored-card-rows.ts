import type { CardState } from '@backlot/contracts/stored-cards';
import type { TenantDb } from '@backlot/database';
import { sql, table, type Sql } from '@backlot/database/sql';

export interface StoredCardRow {
  readonly id: string;
  readonly userId: string;
  readonly brand: string;
  readonly last4: string;
  readonly month: number;
  readonly year: number;
  readonly isPrimary: boolean;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  readonly barredAt: Date | null;
  readonly consentedAt: Date | null;
}

/** The month in which a card is looked at, by the site's calendar. */
export interface CardMonth {
  readonly year: number;
  readonly month: number;
}

export interface StoredCardFilters {
  /** Selects the ids of their owners. */
  readonly users: Sql<{ id: string }> | null;
  readonly last4: string | null;
  readonly state: CardState | null;
  readonly sort: 'date' | 'expires';
  readonly direction: 'asc' | 'desc';
  readonly today: CardMonth;
}

/** A page of the cards on file and the barred ones; of each the last consent is looked for on the page's rows alone. */
export function listCardRows(
  db: TenantDb,
  filters: StoredCardFilters,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<StoredCardRow[]> {
  const way = filters.direction === 'asc' ? sql`asc` : sql`desc`;
  const newest = sql`c.created_at ${way}, c.id ${way}`;
  const order = filters.sort === 'expires' ? sql`c.exp_year ${way}, c.exp_month ${way}, ${newest}` : newest;
  return sql<StoredCardRow>`
    select c.id, c.user_id as "userId", c.brand, c.last4, c.exp_month as month, c.exp_year as year, c.is_primary as "isPrimary",
      c.created_at as "createdAt", c.last_used_at as "lastUsedAt", c.barred_at as "barredAt", k.created_at as "consentedAt"
    from (select c.* ${cardsFrom(filters)} order by ${order} limit ${limit} offset ${offset}) c
    left join lateral (
      select i.created_at from ${table('payment_attempts')} t join ${table('payment_intents')} i on i.id = t.intent_id
      where t.instrument_id = c.id and t.state = 'succeeded' and i.quote ->> 'consent' is not null
      order by i.created_at desc limit 1
    ) k on true
    order by ${order}`.all(db);
}

export async function countCardRows(db: TenantDb, filters: StoredCardFilters): Promise<number> {
  const { total } = await sql<{ total: number }>`select count(*)::int as total ${cardsFrom(filters)}`.one(db);
  return total;
}

function cardsFrom({ users, last4, state, today: { year, month } }: StoredCardFilters): Sql {
  const expiry = sql`(c.exp_year, c.exp_month)`;
  const states: Readonly<Record<CardState, Sql>> = {
    barred: sql`c.barred_at is not null`,
    expired: sql`c.barred_at is null and ${expiry} < (${year}, ${month})`,
    expiring: sql`c.barred_at is null and c.exp_year = ${year} and c.exp_month = ${month}`,
    usable: sql`c.barred_at is null and ${expiry} > (${year}, ${month})`,
  };
  return sql`from ${table('payment_instruments')} c where (c.removed_at is null or c.barred_at is not null)
    ${users === null ? sql.empty : sql`and c.user_id in (${users})`}
    ${last4 === null ? sql.empty : sql`and c.last4 = ${last4}`}
    ${state === null ? sql.empty : sql`and ${states[state]}`}`;
}
