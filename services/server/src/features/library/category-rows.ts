import type { TableOf, TenantDb } from '@backlot/database';
import { previewMediaSql } from '../posts/index.ts';

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
  const rows = await db('media_categories').insert(row).onConflict(db.raw('(slug) where deleted_at is null') as never).ignore().returning('id');
  return rows.length > 0;
}

/** Null when the id is gone, false when the name is taken. */
export async function renameCategory(db: TenantDb, id: string, { name, slug }: Pick<MediaCategoryRow, 'name' | 'slug'>): Promise<MediaCategoryRow | false | null> {
  // Renames and additions of one name wait for each other at the index; this lock keeps two renames from refusing by an error.
  await db.raw('lock table ?? in share row exclusive mode', [db.table('media_categories')] as never);
  const [taken] = await db('media_categories').where({ slug }).whereNull('deleted_at').whereNot({ id }).select('id');
  if (taken) return await findCategory(db, id) === null ? null : false;
  const [row] = await db('media_categories').where({ id }).whereNull('deleted_at').update({ name, slug }).returning('*');
  return row ?? null;
}

/** Its files keep the id and count as having none. False when there is no such category. */
export async function markCategoryDeleted(db: TenantDb, id: string, now: Date): Promise<boolean> {
  const rows = await db('media_categories').where({ id }).whereNull('deleted_at').update({ deleted_at: now }).returning('id');
  return rows.length > 0;
}

export const findCategory = async (db: TenantDb, id: string): Promise<MediaCategoryRow | null> =>
  await db('media_categories').where({ id }).whereNull('deleted_at').first() ?? null;

/** By name. */
export const listCategories = async (db: TenantDb): Promise<MediaCategoryRow[]> =>
  db('media_categories').whereNull('deleted_at').orderBy('slug');

export interface MediaCounts { readonly photos: number; readonly videos: number; readonly readyPhotos: number; readonly readyVideos: number }
export const noMedia: MediaCounts = { photos: 0, videos: 0, readyPhotos: 0, readyVideos: 0 };

/** Numbers of all files, of those in 'Preview', and of each category, in one walk along an index. */
export async function countMedia(db: TenantDb): Promise<{ all: MediaCounts; preview: MediaCounts; byCategory: ReadonlyMap<string, MediaCounts> }> {
  const preview = previewMediaSql(db);
  const { rows } = await db.raw<{ rows: Array<MediaCounts & { category: string | null; isPreview: boolean }> }>(
    `select m.category_id as category, (m.is_preview or m.id in (${preview.sql})) as "isPreview",
       count(*) filter (where m.kind = 'photo')::int as photos, count(*) filter (where m.kind = 'video')::int as videos,
       count(*) filter (where m.kind = 'photo' and m.state = 'ready')::int as "readyPhotos",
       count(*) filter (where m.kind = 'video' and m.state = 'ready')::int as "readyVideos"
     from ?? m where m.deleted_at is null and m.state <> 'waiting' group by 1, 2`,
    [...preview.bindings, db.table('media')] as never);
  const byCategory = new Map<string, MediaCounts>();
  for (const row of rows) if (row.category !== null) byCategory.set(row.category, sum([byCategory.get(row.category) ?? noMedia, row]));
  return { all: sum(rows), preview: sum(rows.filter(({ isPreview }) => isPreview)), byCategory };
}

const sum = (counts: readonly MediaCounts[]): MediaCounts => counts.reduce((one, other) => ({
  photos: one.photos + other.photos, videos: one.videos + other.videos,
  readyPhotos: one.readyPhotos + other.readyPhotos, readyVideos: one.readyVideos + other.readyVideos,
}), noMedia);
