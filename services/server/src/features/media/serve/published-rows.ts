import type { TableOf, TenantDb } from '@backlot/database';

/** A copy of a medium that everybody may have, and its path. */
export interface PublishedMediaRow {
  media_id: string;
  path: string;
  published_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    published_media: TableOf<PublishedMediaRow>;
  }
}

export async function insertPublished(db: TenantDb, row: PublishedMediaRow): Promise<void> {
  await db('published_media').insert(row).onConflict(['media_id', 'path']).ignore();
}

/** The copies of these media. */
export async function listPublished(
  db: TenantDb,
  mediaIds: readonly string[],
): Promise<ReadonlyArray<Pick<PublishedMediaRow, 'media_id' | 'path'>>> {
  return db('published_media')
    .whereIn('media_id', [...mediaIds])
    .select('media_id', 'path');
}
