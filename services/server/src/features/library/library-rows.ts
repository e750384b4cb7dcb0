import type { TenantDb } from '@backlot/database';
import { mediaByPostWordsSql, previewMediaSql } from '../posts/index.ts';
import type { MediaRow } from '../uploads/index.ts';
import type { CategoryPlace } from './categories.ts';

/** A file with the name of its category. */
export interface LibraryRow extends MediaRow { readonly category_name: string | null }

export interface LibraryPlace { readonly createdAt: Date; readonly id: string }

export interface LibraryAsk {
  readonly kind: MediaRow['kind'] | null;
  readonly category: CategoryPlace;
  readonly onlyReady: boolean;
  /** Text queries, one a word; each must hold. */
  readonly words: readonly string[];
  readonly limit: number;
  readonly offset: number;
  readonly after: LibraryPlace | null;
}

interface Sql { readonly sql: string; readonly bindings: readonly unknown[] }

/** What is in the library at all: its bytes have come and nobody took it out. The indexes say the same. */
const inLibrary = `m.deleted_at is null and m.state <> 'waiting'`;
const fileWords = `to_tsvector('pg_catalog.simple'::regconfig, translate(w.file_name, '@._+-/', '      ')) @@ to_tsquery('pg_catalog.simple'::regconfig, ?)`;

/** One page with the number of all, newest first. */
export async function listLibrary(db: TenantDb, ask: LibraryAsk): Promise<{ rows: LibraryRow[]; total: number }> {
  return ask.words.length === 0 ? walkLibrary(db, ask) : searchLibrary(db, ask);
}

/** The page's ids come from an index, rows are fetched for the page; what counts all of them reads an index alone. */
async function walkLibrary(db: TenantDb, ask: LibraryAsk): Promise<{ rows: LibraryRow[]; total: number }> {
  const where = whereOf(db, ask);
  const after = afterOf(ask);
  const { rows } = await db.raw<{ rows: LibraryRow[] }>(
    `with page as (
       select m.id from ?? m where ${where.sql}${after.sql} order by m.created_at desc, m.id desc limit ? offset ?
     )
     select m.*, c.name as category_name from page join ?? m on m.id = page.id
       left join ?? c on c.id = m.category_id and c.deleted_at is null
     order by m.created_at desc, m.id desc`,
    [db.table('media'), ...where.bindings, ...after.bindings, ask.limit, ask.offset, db.table('media'), db.table('media_categories')] as never);
  const { rows: [counted] } = await db.raw<{ rows: Array<{ total: number }> }>(
    `select count(*)::int as total from ?? m where ${where.sql}`, [db.table('media'), ...where.bindings] as never);
  return { rows, total: counted?.total ?? 0 };
}

/** What was found is gathered once, for the page and for its number. */
async function searchLibrary(db: TenantDb, ask: LibraryAsk): Promise<{ rows: LibraryRow[]; total: number }> {
  const where = whereOf(db, ask);
  const after = afterOf(ask);
  const { rows } = await db.raw<{ rows: Array<LibraryRow & { total: number }> }>(
    `with found as materialized (select m.id, m.created_at from ?? m where ${where.sql}),
       page as (select m.id from found m where true${after.sql} order by m.created_at desc, m.id desc limit ? offset ?)
     select (select count(*)::int from found) as total, m.*, c.name as category_name
     from (select 1) one left join page on true left join ?? m on m.id = page.id
       left join ?? c on c.id = m.category_id and c.deleted_at is null
     order by m.created_at desc, m.id desc`,
    [db.table('media'), ...where.bindings, ...after.bindings, ask.limit, ask.offset, db.table('media'), db.table('media_categories')] as never);
  // A page without files is one row that carries the number.
  return { rows: rows.filter(({ id }) => id !== null), total: rows[0]?.total ?? 0 };
}

const afterOf = ({ after }: LibraryAsk): Sql =>
  (after ? { sql: ' and (m.created_at, m.id) < (?, ?)', bindings: [after.createdAt, after.id] } : { sql: '', bindings: [] });

function whereOf(db: TenantDb, { kind, category, onlyReady, words }: LibraryAsk): Sql {
  const preview = previewMediaSql(db);
  const parts: Sql[] = [
    { sql: inLibrary, bindings: [] },
    ...(kind === null ? [] : [{ sql: 'm.kind = ?', bindings: [kind] }]),
    ...(onlyReady ? [{ sql: `m.state = 'ready'`, bindings: [] }] : []),
    ...(category.kind === 'own' ? [{ sql: 'm.category_id = ?', bindings: [category.id] }] : []),
    ...(category.kind === 'preview' ? [{ sql: `(m.is_preview or m.id in (${preview.sql}))`, bindings: preview.bindings }] : []),
    ...(words.length === 0 ? [] : [foundSql(db, words)]),
  ];
  return { sql: parts.map(({ sql }) => sql).join(' and '), bindings: parts.flatMap(({ bindings }) => bindings) };
}

/**
 * Ids of what has every word are put together before any row is looked at: a rare word beside a common one costs little.
 * By `union`, here and in what posts add: Postgres takes the ids of a `union all` for two hundred, however many they
 * are, and fetches each one's row by itself, 45,000 of them for the `img` of a telephone.
 */
function foundSql(db: TenantDb, words: readonly string[]): Sql {
  const sets = words.map((word): Sql => {
    const posts = mediaByPostWordsSql(db, word);
    return { sql: `(select w.id from ?? w where ${fileWords} union ${posts.sql})`, bindings: [db.table('media'), word, ...posts.bindings] };
  });
  return { sql: `m.id in (${sets.map(({ sql }) => sql).join(' intersect ')})`, bindings: sets.flatMap(({ bindings }) => bindings) };
}

/** Files of the library by id, in the order of the ids; others are left out. */
export async function listLibraryMedia(db: TenantDb, ids: readonly string[]): Promise<LibraryRow[]> {
  const { rows } = await db.raw<{ rows: LibraryRow[] }>(
    `select m.*, c.name as category_name from ?? m left join ?? c on c.id = m.category_id and c.deleted_at is null
     where m.id = any (?::uuid[]) and ${inLibrary}`,
    [db.table('media'), db.table('media_categories'), [...ids]] as never);
  return [...new Set(ids)].flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

/** Moves files to a place. `from`: those that are elsewhere by now stay there. Failed files have no category. */
export async function moveMedia(db: TenantDb, ids: readonly string[], to: string | null, from: CategoryPlace): Promise<string[]> {
  const query = db('media').whereIn('id', [...ids]).whereNull('deleted_at').whereIn('state', ['processing', 'ready']);
  if (from.kind === 'own') query.where({ category_id: from.id });
  return (await query.update({ category_id: to }).returning('id')).map(({ id }) => id);
}

export async function sendToPreview(db: TenantDb, ids: readonly string[]): Promise<void> {
  await db('media').whereIn('id', [...ids]).whereNull('deleted_at').update({ is_preview: true });
}

/** The new name, or null when there is no such file. */
export async function renameFile(db: TenantDb, id: string, name: string): Promise<string | null> {
  const [row] = await db('media').where({ id }).whereNull('deleted_at').whereNot({ state: 'waiting' }).update({ file_name: name }).returning('file_name');
  return row?.file_name ?? null;
}

/** Their states stand still until the transaction ends. Also those that were taken out before. */
export const lockForRemoval = async (db: TenantDb, ids: readonly string[]): Promise<Array<Pick<MediaRow, 'id' | 'state' | 'deleted_at'>>> =>
  db('media').whereIn('id', [...ids]).whereNot({ state: 'waiting' }).orderBy('id').forUpdate().select('id', 'state', 'deleted_at');

export async function markTakenOut(db: TenantDb, ids: readonly string[], by: string, now: Date): Promise<void> {
  await db('media').whereIn('id', [...ids]).whereNull('deleted_at').update({ deleted_at: now, deleted_by: by });
}

/** Taken out before an instant and still in the store, in the order of their ids. */
export const listUnpurged = async (db: TenantDb, before: Date, afterId: string, limit: number): Promise<MediaRow[]> =>
  db('media').whereNull('purged_at').where('deleted_at', '<', before).where('id', '>', afterId).orderBy('id').limit(limit);

/** Nobody can put them into a post from here on. Answers those that were not marked before. */
export const markPurged = async (db: TenantDb, ids: readonly string[], now: Date): Promise<string[]> =>
  (await db('media').whereIn('id', [...ids]).whereNull('purged_at').update({ purged_at: now }).returning('id')).map(({ id }) => id);
