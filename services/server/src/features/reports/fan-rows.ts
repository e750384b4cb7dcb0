import type { TenantDb } from '@backlot/database';
import { searchQueryOf } from '@backlot/database/search-terms';
import { sql, table, type Sql } from '@backlot/database/sql';
import { spentBy } from '../ledger/index.ts';
import { failedRenewalsAt, membershipsAt } from '../memberships/index.ts';

export interface FanFilters {
  readonly search: string;
  /** A status, or those whose renewal failed and is waited for. */
  readonly status: 'all' | '0' | '1' | '2' | 'failed';
  readonly sort: 'date' | 'name' | 'total_amount_spent' | 'expiration_date';
  readonly direction: 'asc' | 'desc';
  readonly currency: string;
  readonly now: Date;
  /** This fan alone, also when they became staff after they bought something. */
  readonly userId?: string;
}

export interface FanListRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly created_at: Date;
  readonly photo_id_accepted_at: Date | null;
}

/** As the index `users_by_words` has it, to the letter; `u` is the person. */
const matches = (query: string): Sql =>
  sql`to_tsvector('pg_catalog.simple'::regconfig, translate(u.name || ' ' || u.email, '@._+-', '     ')) @@ to_tsquery('pg_catalog.simple'::regconfig, ${query})`;

/** Ids of the people that a search means, as a query to be part of another. */
export function peopleFound(search: string): Sql<{ id: string }> | null {
  const query = searchQueryOf(search);
  return query === null ? null : sql`select u.id from ${table('users')} u where ${matches(query)}`;
}

/** For a search without a word in it. */
export const nobody = sql<{ id: string }>`select null::uuid as id where false`;

/** One page of fans. Lists sorted by what another feature keeps can't be paged without asking for it. */
export const listFanRows = (db: TenantDb, filters: FanFilters, limit: number, offset: number): Promise<FanListRow[]> =>
  sql<FanListRow>`
    select u.id, u.name, u.email, u.created_at, u.photo_id_accepted_at ${fansFrom(filters)}
    order by ${orderOf(filters)} limit ${limit} offset ${offset}`.all(db);

export async function countFanRows(db: TenantDb, filters: FanFilters): Promise<number> {
  const { total } = await sql<{ total: number }>`select count(*)::int as total ${fansFrom(filters)}`.one(db);
  return total;
}

export interface FanCounts {
  readonly all: number;
  readonly '0': number;
  readonly '1': number;
  readonly '2': number;
  /** Of all of them, whatever their status. */
  readonly failed: number;
}

/** Fans by status at this very instant: the one way in which members ('1' and '2') are counted. */
export async function countFans(db: TenantDb, now: Date): Promise<FanCounts> {
  const rows = await sql<{ status: '0' | '1' | '2'; total: number; failed: number }>`
    select coalesce(s.status, '0') as status, count(*)::int as total, count(f.user_id)::int as failed
    from ${table('users')} u left join ${membershipsAt(now)} s on s.user_id = u.id
      left join (${failedRenewalsAt(now)}) f on f.user_id = u.id
    where u.role = 'user' group by 1`.all(db);
  const of = (wanted: string): number => rows.find((row) => row.status === wanted)?.total ?? 0;
  const failed = rows.reduce((sum, row) => sum + row.failed, 0);
  return { all: of('0') + of('1') + of('2'), '0': of('0'), '1': of('1'), '2': of('2'), failed };
}

/** Fans whose renewal failed and is waited for. */
export async function countFailedFans(db: TenantDb, now: Date): Promise<number> {
  const { total } = await sql<{ total: number }>`
    select count(*)::int as total from ${table('users')} u
    where u.role = 'user' and u.id in (${failedRenewalsAt(now)})`.one(db);
  return total;
}

function fansFrom({ search, status, sort, now, userId }: FanFilters): Sql {
  const memberships =
    (status !== 'all' && status !== 'failed') || sort === 'expiration_date'
      ? sql`left join ${membershipsAt(now)} s on s.user_id = u.id`
      : sql.empty;
  const query = searchQueryOf(search);
  const found = query !== null ? sql`and ${matches(query)}` : search.trim() !== '' ? sql`and false` : sql.empty;
  const who =
    userId === undefined
      ? sql`u.role = 'user'`
      : sql`u.id = ${userId} and (u.role = 'user' or exists (select 1 from ${table('payment_intents')} i where i.user_id = u.id))`;
  return sql`from ${table('users')} u ${memberships} where ${who} ${found} ${isIn(status, now)}`;
}

function isIn(status: FanFilters['status'], now: Date): Sql {
  if (status === 'all') return sql.empty;
  return status === 'failed'
    ? sql`and u.id in (${failedRenewalsAt(now)})`
    : sql`and coalesce(s.status, '0') = ${status}`;
}

function orderOf({ sort, direction, currency }: FanFilters): Sql {
  const way = direction === 'asc' ? sql`asc` : sql`desc`;
  switch (sort) {
    case 'date':
      return sql`u.created_at ${way}, u.id ${way}`;
    case 'name':
      return sql`lower(u.name) ${way}, u.id ${way}`;
    // Who was never a member comes last either way.
    case 'expiration_date':
      return sql`coalesce(s.ended_at, s.ends_at) ${way} nulls last, u.id ${way}`;
    case 'total_amount_spent':
      return sql`${spentBy(sql`u.id`, currency)} ${way}, u.id ${way}`;
  }
}

/** What was undone of each one's payments before it was settled, in minor units of a currency; those without any are missing. */
export async function sumVoids(
  db: TenantDb,
  userIds: readonly string[],
  currency: string,
): Promise<ReadonlyMap<string, number>> {
  if (userIds.length === 0) return new Map();
  // On the schema of the version before nobody knows which refund was a void.
  const rows = await sql<{ userId: string; minor: number }>`
    select i.user_id as "userId", sum(r.amount_minor)::bigint as minor
    from ${table('payment_intents')} i join ${table('payment_attempts')} t on t.intent_id = i.id
      join ${table('payment_reversals')} r on r.attempt_id = t.id
    where i.user_id = any (${userIds}::uuid[]) and r.currency = ${currency} and r.state = 'succeeded'
      and (to_jsonb(r) ->> 'is_void')::boolean group by i.user_id`.all(db);
  return new Map(rows.map(({ userId, minor }) => [userId, minor]));
}
