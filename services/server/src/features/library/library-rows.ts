import type { TenantDb } from '@backlot/database';
import { sql, type Sql } from '@backlot/database/sql';
import { mediaByPostText, previewMedia } from '../posts/index.ts';
import { categoryName, mediaRows, type MediaRow } from '../media/index.ts';
import type { ChosenCategory } from './categories.ts';

/** A file with the name of its category. */
export interface LibraryRow extends MediaRow {
  readonly category_name: string | null;
}

export interface LibraryPosition {
  readonly createdAt: Date;
  readonly id: string;
}

export interface LibraryAsk {
  readonly kind: MediaRow['kind'] | null;
  readonly category: ChosenCategory;
  readonly onlyReady: boolean;
  /** Text queries, one a word; each must hold. */
  readonly terms: readonly string[];
  readonly limit: number;
  readonly offset: number;
  readonly after: LibraryPosition | null;
}

/** What is in the library at all: its bytes have come and nobody took it out. The indexes say the same. */
const inLibrary = sql`m.deleted_at is null and m.state <> 'waiting'`;

/** One page with the number of all, newest first. */
export async function listLibrary(db: TenantDb, ask: LibraryAsk): Promise<{ rows: LibraryRow[]; total: number }> {
  return ask.terms.length === 0 ? walkLibrary(db, ask) : searchLibrary(db, ask);
}

/** The page's ids come from an index, rows are fetched for the page; what counts all of them reads an index alone. */
async function walkLibrary(db: TenantDb, ask: LibraryAsk): Promise<{ rows: LibraryRow[]; total: number }> {
  const where = whereOf(ask);
  const rows = await sql<LibraryRow>`
    with page as (
      select m.id from ${mediaRows} m where ${where}${afterOf(ask)} order by m.created_at desc, m.id desc limit ${ask.limit} offset ${ask.offset}
    )
    select m.*, ${categoryName(sql`m.category_id`)} as category_name from page join ${mediaRows} m on m.id = page.id
    order by m.created_at desc, m.id desc`.all(db);
  const { total } = await sql<{ total: number }>`select count(*)::int as total from ${mediaRows} m where ${where}`.one(
    db,
  );
  return { rows, total };
}

/** What was found is gathered once, for the page and for its number. */
async function searchLibrary(db: TenantDb, ask: LibraryAsk): Promise<{ rows: LibraryRow[]; total: number }> {
  const rows = await sql<LibraryRow & { total: number }>`
    with found as materialized (select m.id, m.created_at from ${mediaRows} m where ${whereOf(ask)}),
      page as (select m.id from found m where true${afterOf(ask)} order by m.created_at desc, m.id desc limit ${ask.limit} offset ${ask.offset})
    select (select count(*)::int from found) as total, m.*, ${categoryName(sql`m.category_id`)} as category_name
    from (select 1) one left join page on true left join ${mediaRows} m on m.id = page.id
    order by m.created_at desc, m.id desc`.all(db);
  // A page without files is one row that carries the number.
  return { rows: rows.filter(({ id }) => id !== null), total: rows[0]?.total ?? 0 };
}

const afterOf = ({ after }: LibraryAsk): Sql =>
  after ? sql` and (m.created_at, m.id) < (${after.createdAt}, ${after.id})` : sql.empty;

const whereOf = ({ kind, category, onlyReady, terms }: LibraryAsk): Sql =>
  sql.join(
    [
      inLibrary,
      ...(kind === null ? [] : [sql`m.kind = ${kind}`]),
      ...(onlyReady ? [sql`m.state = 'ready'`] : []),
      ...(category.kind === 'own' ? [sql`m.category_id = ${category.id}`] : []),
      ...(category.kind === 'preview' ? [sql`(m.is_preview or m.id in (${previewMedia}))`] : []),
      ...(terms.length === 0 ? [] : [hasAll(terms)]),
    ],
    sql` and `,
  );

/**
 * Ids of what has every word are put together before any row is looked at: a rare word beside a common one costs little.
 * By `union`, here and in what posts add: Postgres takes the ids of a `union all` for two hundred, however many they
 * are, and fetches each one's row by itself, 45,000 of them for the `img` of a telephone.
 */
function hasAll(terms: readonly string[]): Sql {
  const sets = terms.map(
    (word) => sql`(
    select w.id from ${mediaRows} w
    where to_tsvector('pg_catalog.simple'::regconfig, translate(w.file_name, '@._+-/', '      ')) @@ to_tsquery('pg_catalog.simple'::regconfig, ${word})
    union ${mediaByPostText(word)})`,
  );
  return sql`m.id in (${sql.join(sets, sql` intersect `)})`;
}

/** Files of the library by id, in the order of the ids; others are left out. */
export async function listLibraryMedia(db: TenantDb, ids: readonly string[]): Promise<LibraryRow[]> {
  const rows = await sql<LibraryRow>`
    select m.*, ${categoryName(sql`m.category_id`)} as category_name from ${mediaRows} m
    where m.id = any (${ids}::uuid[]) and ${inLibrary}`.all(db);
  return [...new Set(ids)].flatMap((id) => rows.find((row) => row.id === id) ?? []);
}
