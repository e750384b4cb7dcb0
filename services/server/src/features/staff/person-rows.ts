import type { TenantDb } from '@backlot/database';
import { statusSql } from '../memberships/index.ts';
import { spentSql } from '../ledger/index.ts';

export interface FanFilters {
  readonly search: string;
  readonly status: 'all' | '0' | '1' | '2';
  readonly sort: 'date' | 'name' | 'total_amount_spent' | 'expiration_date';
  readonly direction: 'asc' | 'desc';
  readonly currency: string;
  readonly now: Date;
}

export interface FanListRow { readonly id: string; readonly name: string; readonly email: string; readonly created_at: Date; readonly photo_id_accepted_at: Date | null }

interface Sql { readonly sql: string; readonly bindings: readonly unknown[] }

/** Words of a search as a text query for their beginnings; null when nothing is left to look for. */
export function wordsQuery(search: string): string | null {
  const words = search.toLowerCase().split(/[^\p{L}\p{N}\p{M}]+/u).filter(Boolean).slice(0, 8);
  return words.length === 0 ? null : words.map((word) => `'${word}':*`).join(' & ');
}

/** As the index `users_by_words` has it, to the letter. */
const matchesWords = (alias: string): string =>
  `to_tsvector('pg_catalog.simple'::regconfig, translate(${alias}.name || ' ' || ${alias}.email, '@._+-', '     ')) @@ to_tsquery('pg_catalog.simple'::regconfig, ?)`;

/** Ids of the people that a search means, as a query to be part of another. */
export function peopleSql(db: TenantDb, search: string): Sql | null {
  const words = wordsQuery(search);
  return words === null ? null : { sql: `select w.id from ?? w where ${matchesWords('w')}`, bindings: [db.table('users'), words] };
}

/**
 * One page of fans. Lists sorted by what another feature keeps can't be paged without asking its table: the
 * membership is joined, what was spent comes from the ledger's own sub-query.
 */
export async function listFanRows(db: TenantDb, filters: FanFilters, limit: number, offset: number): Promise<FanListRow[]> {
  const from = fansSql(db, filters);
  const order = orderSql(db, filters);
  const { rows } = await db.raw<{ rows: FanListRow[] }>(
    `select u.id, u.name, u.email, u.created_at, u.photo_id_accepted_at ${from.sql} order by ${order.sql} limit ? offset ?`,
    [...from.bindings, ...order.bindings, limit, offset] as never);
  return rows;
}

export async function countFanRows(db: TenantDb, filters: FanFilters): Promise<number> {
  const from = fansSql(db, filters);
  const { rows } = await db.raw<{ rows: Array<{ total: number }> }>(`select count(*)::int as total ${from.sql}`, [...from.bindings] as never);
  return rows[0]?.total ?? 0;
}

export interface FanCounts { readonly all: number; readonly '0': number; readonly '1': number; readonly '2': number }

/** Fans by status at this very instant. */
export async function countFans(db: TenantDb, now: Date): Promise<FanCounts> {
  const status = statusSql('s', now);
  const { rows } = await db.raw<{ rows: Array<{ status: '0' | '1' | '2'; total: number }> }>(
    `select coalesce(${status.sql}, '0') as status, count(*)::int as total
     from ?? u left join ?? s on s.user_id = u.id where u.role = 'user' group by 1`,
    [...status.bindings, db.table('users'), db.table('subscriptions')] as never);
  const of = (wanted: string): number => rows.find((row) => row.status === wanted)?.total ?? 0;
  return { all: of('0') + of('1') + of('2'), '0': of('0'), '1': of('1'), '2': of('2') };
}

function fansSql(db: TenantDb, { search, status, sort, now }: FanFilters): Sql {
  const joins: Sql[] = [{ sql: 'from ?? u', bindings: [db.table('users')] }];
  if (status !== 'all' || sort === 'expiration_date') joins.push({ sql: 'left join ?? s on s.user_id = u.id', bindings: [db.table('subscriptions')] });
  const where: Sql[] = [{ sql: "where u.role = 'user'", bindings: [] }];
  const words = wordsQuery(search);
  if (words !== null) where.push({ sql: `and ${matchesWords('u')}`, bindings: [words] });
  else if (search.trim() !== '') where.push({ sql: 'and false', bindings: [] });
  if (status !== 'all') {
    const at = statusSql('s', now);
    where.push({ sql: `and coalesce(${at.sql}, '0') = ?`, bindings: [...at.bindings, status] });
  }
  const parts = [...joins, ...where];
  return { sql: parts.map(({ sql }) => sql).join(' '), bindings: parts.flatMap(({ bindings }) => bindings) };
}

function orderSql(db: TenantDb, { sort, direction, currency }: FanFilters): Sql {
  switch (sort) {
    case 'date': return { sql: `u.created_at ${direction}, u.id ${direction}`, bindings: [] };
    case 'name': return { sql: `lower(u.name) ${direction}, u.id ${direction}`, bindings: [] };
    // Who was never a member comes last either way.
    case 'expiration_date': return { sql: `coalesce(s.ended_at, s.ends_at) ${direction} nulls last, u.id ${direction}`, bindings: [] };
    case 'total_amount_spent': {
      const spent = spentSql(db, 'u.id', currency);
      return { sql: `${spent.sql} ${direction}, u.id ${direction}`, bindings: spent.bindings };
    }
  }
}

export async function listPeople(db: TenantDb, ids: readonly string[]): Promise<ReadonlyMap<string, { id: string; name: string; email: string }>> {
  if (ids.length === 0) return new Map();
  const rows = await db('users').whereIn('id', [...ids]).select('id', 'name', 'email');
  return new Map(rows.map((row) => [row.id, row]));
}
