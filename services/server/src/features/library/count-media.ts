import type { TenantDb } from '@backlot/database';
import { sql } from '@backlot/database/sql';
import { mediaRows } from '../media/index.ts';
import { previewMedia } from '../posts/index.ts';

export interface MediaCounts {
  readonly photos: number;
  readonly videos: number;
  readonly readyPhotos: number;
  readonly readyVideos: number;
}
export const noMedia: MediaCounts = { photos: 0, videos: 0, readyPhotos: 0, readyVideos: 0 };

/** Numbers of all files, of those in 'Preview', and of each category, in one walk along an index. */
export async function countMedia(
  db: TenantDb,
): Promise<{ all: MediaCounts; preview: MediaCounts; byCategory: ReadonlyMap<string, MediaCounts> }> {
  const rows = await sql<MediaCounts & { category: string | null; isPreview: boolean }>`
    select m.category_id as category, (m.is_preview or m.id in (${previewMedia})) as "isPreview",
      count(*) filter (where m.kind = 'photo')::int as photos, count(*) filter (where m.kind = 'video')::int as videos,
      count(*) filter (where m.kind = 'photo' and m.state = 'ready')::int as "readyPhotos",
      count(*) filter (where m.kind = 'video' and m.state = 'ready')::int as "readyVideos"
    from ${mediaRows} m where m.deleted_at is null and m.state <> 'waiting' group by 1, 2`.all(db);
  const byCategory = new Map<string, MediaCounts>();
  for (const row of rows)
    if (row.category !== null) byCategory.set(row.category, sum([byCategory.get(row.category) ?? noMedia, row]));
  return { all: sum(rows), preview: sum(rows.filter(({ isPreview }) => isPreview)), byCategory };
}

const sum = (counts: readonly MediaCounts[]): MediaCounts =>
  counts.reduce(
    (one, other) => ({
      photos: one.photos + other.photos,
      videos: one.videos + other.videos,
      readyPhotos: one.readyPhotos + other.readyPhotos,
      readyVideos: one.readyVideos + other.readyVideos,
    }),
    noMedia,
  );
