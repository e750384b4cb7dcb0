import type { TableOf, TenantDb } from '@backlot/database';
import { sql, table, type Sql } from '@backlot/database/sql';

export interface MediaCategoryRow {
  id: string;
  name: string;
  /** The lower-case trimmed name; one among those that were not deleted. */
  slug: string;
  created_by: string | null;
  created_at: Date;
  deleted_at: Date | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    media_categories: TableOf<MediaCategoryRow>;
  }
}

export type NewCategory = Omit<MediaCategoryRow, 'deleted_at'>;

/** False when the name is taken, whoever else takes it at this very moment. */
export async function insertCategory(db: TenantDb, row: NewCategory): Promise<boolean> {
  const made = await sql`
    insert into ${table('media_categories')} (id, name, slug, created_by, created_at)
    values (${row.id}, ${row.name}, ${row.slug}, ${row.created_by}, ${row.created_at})
    on conflict (slug) where deleted_at is null do nothing`.run(db);
  return made > 0;
}

/** Null when the id is gone, false when the name is taken. */
export async function renameCategory(
  db: TenantDb,
  id: string,
  { name, slug }: Pick<MediaCategoryRow, 'name' | 'slug'>,
): Promise<MediaCategoryRow | false | null> {
  // Renames and additions of one name wait for each other at the index; this lock keeps two renames from refusing by an error.
  await sql`lock table ${table('media_categories')} in share row exclusive mode`.run(db);
  const [taken] = await db('media_categories').where({ slug }).whereNull('deleted_at').whereNot({ id }).select('id');
  if (taken) return (await findCategory(db, id)) === null ? null : false;
  const [row] = await db('media_categories')
    .where({ id })
    .whereNull('deleted_at')
    .update({ name, slug })
    .returning('*');
  return row ?? null;
}

/** Its files keep the id and count as having none. False when there is no such category. */
export async function markCategoryDeleted(db: TenantDb, id: string, now: Date): Promise<boolean> {
  const rows = await db('media_categories')
    .where({ id })
    .whereNull('deleted_at')
    .update({ deleted_at: now })
    .returning('id');
  return rows.length > 0;
}

export const findCategory = async (db: TenantDb, id: string): Promise<MediaCategoryRow | null> =>
  (await db('media_categories').where({ id }).whereNull('deleted_at').first()) ?? null;

/** By name. */
export const listCategories = async (db: TenantDb): Promise<MediaCategoryRow[]> =>
  db('media_categories').whereNull('deleted_at').orderBy('slug');

/** The name of a category that is still there, for a statement that reads its id. */
export const categoryName = (id: Sql): Sql<string | null> =>
  sql`(select c.name from ${table('media_categories')} c where c.id = ${id} and c.deleted_at is null)`;

/** Files that came with something go to its category; what had one keeps it. */
export async function fileUnder(db: TenantDb, mediaIds: readonly string[], categoryId: string): Promise<void> {
  await db('media')
    .whereIn('id', [...mediaIds])
    .whereNull('category_id')
    .update({ category_id: categoryId });
}
