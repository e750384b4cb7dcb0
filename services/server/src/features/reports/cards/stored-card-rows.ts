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
  readonly state: CardState;
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

/**
 * A page of the cards on file and the barred ones. Of each the last consent is looked for, on the page's rows alone: with a
 * payment by it, or, where nothing was charged at first, in the order that began a series with it.
 */
export function listCardRows(
  db: TenantDb,
  filters: StoredCardFilters,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<StoredCardRow[]> {
  const way = filters.direction === 'asc' ? sql`asc` : sql`desc`;
  const newest = sql`c.created_at ${way}, c.id ${way}`;
  const order = filters.sort === 'expires' ? sql`c.exp_year ${way}, c.exp_month ${way}, ${newest}` : newest;
  const states = Object.entries(statesAt(filters.today)).map(([state, isIt]) => sql`when ${isIt} then ${state}::text`);
  return sql<StoredCardRow>`
    select c.id, c.user_id as "userId", c.brand, c.last4, c.exp_month as month, c.exp_year as year, c.is_primary as "isPrimary",
      case ${sql.join(states, sql` `)} end as state,
      c.created_at as "createdAt", c.last_used_at as "lastUsedAt", c.barred_at as "barredAt", greatest(k.at, (to_jsonb(c) ->> 'consented_at')::timestamptz) as "consentedAt"
    from (select c.* ${cardsFrom(filters)} order by ${order} limit ${limit} offset ${offset}) c
    cross join lateral (
      select max(agreed.at) as at from (
        select i.created_at as at from ${table('payment_attempts')} t join ${table('payment_intents')} i on i.id = t.intent_id
        where t.instrument_id = c.id and t.state = 'succeeded' and i.quote ->> 'consent' is not null
        union all
        select i.created_at from ${table('subscription_series')} x
          join ${table('payment_intents')} i on i.user_id = c.user_id and i.created_at = x.started_at
        where x.instrument_id = c.id and i.amount_minor = 0 and i.state = 'succeeded' and i.quote ->> 'consent' is not null
      ) agreed
    ) k
    order by ${order}`.all(db);
}

export async function countCardRows(db: TenantDb, filters: StoredCardFilters): Promise<number> {
  const { total } = await sql<{ total: number }>`select count(*)::int as total ${cardsFrom(filters)}`.one(db);
  return total;
}

/** How a card stands in that month: one of these, and no other. */
function statesAt({ year, month }: CardMonth): Readonly<Record<CardState, Sql>> {
  const expiry = sql`(c.exp_year, c.exp_month)`;
  return {
    barred: sql`c.barred_at is not null`,
    expired: sql`c.barred_at is null and ${expiry} < (${year}, ${month})`,
    expiring: sql`c.barred_at is null and c.exp_year = ${year} and c.exp_month = ${month}`,
    valid: sql`c.barred_at is null and ${expiry} > (${year}, ${month})`,
  };
}

function cardsFrom({ users, last4, state, today }: StoredCardFilters): Sql {
  return sql`from ${table('payment_instruments')} c where (c.removed_at is null or c.barred_at is not null)
    ${users === null ? sql.empty : sql`and c.user_id in (${users})`}
    ${last4 === null ? sql.empty : sql`and c.last4 = ${last4}`}
    ${state === null ? sql.empty : sql`and ${statesAt(today)[state]}`}`;
}
