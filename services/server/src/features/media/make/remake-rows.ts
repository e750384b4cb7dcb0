import type { TableOf, TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import { newStorageRandom, type FilmManifest, type PhotoManifest } from '@backlot/media';
import { filmColumns, leaveObjects } from './processing-rows.ts';
import { photoColumns, type MediaRow } from '../media-rows.ts';

/** What is made again of a ready medium, which is shown as it was until then. */
export interface MediaRemakeRow {
  media_id: string;
  rotation: MediaRow['rotation'];
  blur_round: number;
  private_random: string;
  public_random: string;
  watermark: string | null;
  requested_by: string | null;
  requested_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    media_remakes: TableOf<MediaRemakeRow>;
  }
}

export interface Change {
  /** Degrees, clockwise. */
  readonly turn?: -90 | 90;
  readonly isBlurAnew?: boolean;
}

/** Asks for a change of a medium, on top of those that were asked for before; false for one that is not ready. */
export async function askRemake(
  db: TenantDb,
  mediaId: string,
  { turn, isBlurAnew = false }: Change,
  by: string | null,
  now: Date,
): Promise<boolean> {
  const media = await db('media').where({ id: mediaId, state: 'ready' }).whereNull('deleted_at').forUpdate().first();
  if (!media) return false;
  const asked = await db('media_remakes').where({ media_id: mediaId }).first();
  const before = asked ?? media;
  await db('media_remakes')
    .insert({
      media_id: mediaId,
      rotation: ((before.rotation + (turn ?? 0) + 360) % 360) as MediaRow['rotation'],
      blur_round: before.blur_round + (isBlurAnew ? 1 : 0),
      private_random: media.private_random,
      public_random: newStorageRandom(),
      watermark: media.watermark,
      requested_by: by,
      requested_at: now,
    })
    .onConflict('media_id')
    .merge();
  if (asked) await leaveUnused(db, media, asked, now);
  return true;
}

/**
 * The change with the places of its objects; null when it was done. A change of more than the blur, the watermark among
 * it, draws another private random: nothing under a key that was served is ever written over with something else.
 */
export async function beginRemake(
  db: TenantDb,
  mediaId: string,
  watermark: string | null,
  now: Date,
): Promise<{ media: MediaRow; remake: MediaRemakeRow } | null> {
  const media = await db('media').where({ id: mediaId }).forUpdate().first();
  const remake = await db('media_remakes').where({ media_id: mediaId }).first();
  if (!media || !remake) return null;
  const isBlurOnly = remake.rotation === media.rotation && watermark === media.watermark;
  const isPlaced = remake.watermark === watermark && isBlurOnly === (remake.private_random === media.private_random);
  if (isPlaced) return { media, remake };
  if (remake.private_random !== media.private_random) await leaveUnused(db, media, remake, now);
  const [placed] = await db('media_remakes')
    .where({ media_id: mediaId })
    .update({
      watermark,
      private_random: isBlurOnly ? media.private_random : newStorageRandom(),
      public_random: newStorageRandom(),
    })
    .returning('*');
  return placed ? { media, remake: placed } : null;
}

/** Ready media that carry another watermark than this, the latest first. */
export const listOtherwiseMarked = (
  db: TenantDb,
  watermark: string | null,
  after: string | null,
  limit: number,
): Promise<Array<Pick<MediaRow, 'id' | 'kind'>>> =>
  sql<Pick<MediaRow, 'id' | 'kind'>>`
    select id, kind from ${table('media')}
    where state = 'ready' and deleted_at is null and watermark is distinct from ${watermark}
      ${after === null ? sql.empty : sql`and id < ${after}`}
    order by id desc limit ${limit}`.all(db);

export type Made =
  | { readonly kind: 'photo'; readonly photo: PhotoManifest }
  | { readonly kind: 'video'; readonly film: FilmManifest };

/** Puts what was made in the place of what was; false when something else was asked for meanwhile. */
export async function finishRemake(
  db: TenantDb,
  remake: MediaRemakeRow,
  made: Made,
  now: Date,
): Promise<MediaRow | null> {
  const media = await db('media').where({ id: remake.media_id }).forUpdate().first();
  const gone = await db('media_remakes')
    .where({ media_id: remake.media_id, private_random: remake.private_random, public_random: remake.public_random })
    .delete()
    .returning('media_id');
  if (!media || gone.length === 0) return null;
  await leaveObjects(db, media, now, media.private_random === remake.private_random ? ['blur'] : undefined);
  const { rotation, blur_round, private_random, public_random, watermark } = remake;
  const [row] = await db('media')
    .where({ id: media.id })
    .update({
      ...(made.kind === 'photo' ? photoColumns(made.photo) : filmColumns(made.film)),
      rotation,
      blur_round,
      private_random,
      public_random,
      watermark,
      settled_at: now,
    })
    .returning('*');
  return row ?? null;
}

/** The medium stays as it is. */
export async function giveUpRemake(db: TenantDb, media: MediaRow, remake: MediaRemakeRow, now: Date): Promise<void> {
  const gone = await db('media_remakes')
    .where({ media_id: media.id, private_random: remake.private_random, public_random: remake.public_random })
    .delete()
    .returning('media_id');
  if (gone.length > 0) await leaveUnused(db, media, remake, now);
}

const leaveUnused = (db: TenantDb, media: MediaRow, remake: MediaRemakeRow, now: Date): Promise<void> =>
  leaveObjects(
    db,
    { ...remake, kind: media.kind },
    now,
    media.private_random === remake.private_random ? ['blur'] : undefined,
  );
