import type { TableOf, TenantDb } from '@backlot/database';
import { toJson, type JsonText } from '@backlot/database/json-text';
import { sql, table } from '@backlot/database/sql';
import type { FilmFiles, PhotoManifest } from '@backlot/media';

export type MediaState = 'waiting' | 'processing' | 'ready' | 'error';

/** A size that was made; its key follows from the row's randoms and its name. */
export interface MediaVariant {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly contentType: string;
  readonly bytes: number;
}

export interface MediaRow {
  id: string;
  kind: 'photo' | 'video';
  state: MediaState;
  error_code: string | null;
  file_name: string;
  original_random: string;
  private_random: string;
  public_random: string;
  size: number | null;
  sha256: string | null;
  width: number | null;
  height: number | null;
  thumbhash: string | null;
  dominant_color: string | null;
  variants: readonly MediaVariant[];
  created_by: string | null;
  created_at: Date;
  received_at: Date | null;
  settled_at: Date | null;
  /** Clockwise, on top of what the file itself says. */
  rotation: 0 | 90 | 180 | 270;
  blur_round: number;
  duration_ms: number | null;
  /** Of a film that is ready; `variants` are its poster's. */
  film: FilmFiles | null;
  /** Percent, while a film is made. */
  progress: number | null;
  category_id: string | null;
  deleted_at: Date | null;
  /** Its bytes are gone; it was taken out of the library before. */
  purged_at: Date | null;
  /** Sent to the library's 'Preview'. */
  is_preview: boolean;
  deleted_by: string | null;
  /** Digest of the watermark that its sizes carry. */
  watermark: string | null;
  /** Of a trailer: the film that it is a stretch of, while that is there, and where it begins. It shares that film's original. */
  trailer_of: string | null;
  trailer_start_ms: number | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    media: TableOf<MediaRow>;
  }
}

/** Every medium, to be joined in another feature's statement: `` from ${mediaRows} m ``. */
export const mediaRows = sql<MediaRow>`(select * from ${table('media')})`;

export type NewMedia = Pick<
  MediaRow,
  'id' | 'state' | 'file_name' | 'original_random' | 'private_random' | 'public_random' | 'created_by' | 'created_at'
> &
  Partial<
    Pick<
      MediaRow,
      'kind' | 'size' | 'sha256' | 'received_at' | 'category_id' | 'is_preview' | 'trailer_of' | 'trailer_start_ms'
    >
  >;

export async function insertMedia(db: TenantDb, row: NewMedia): Promise<void> {
  await db('media').insert({ kind: 'photo', ...row });
}

export const findMedia = async (db: TenantDb, id: string): Promise<MediaRow | null> =>
  (await db('media').where({ id }).first()) ?? null;

/** In the order of the ids; absent ones are left out. */
export async function listMedia(db: TenantDb, ids: readonly string[]): Promise<MediaRow[]> {
  const rows = await db('media').whereIn('id', [...ids]);
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

export interface LockedMedia {
  readonly kind: MediaRow['kind'];
  readonly state: MediaState;
  readonly fileName: string;
  readonly errorCode: string | null;
  readonly isDeleted: boolean;
  readonly digest: string | null;
  readonly bytes: number | null;
}

/**
 * Their states stand still until the transaction ends: whoever settles one waits, and then finds the post. `toChange`:
 * for a transaction that will write to them; two that only read at first would wait for each other.
 */
export async function lockMediaStates(
  db: TenantDb,
  ids: readonly string[],
  { toChange = false } = {},
): Promise<ReadonlyMap<string, LockedMedia>> {
  const media = db('media')
    .whereIn('id', [...ids])
    .whereNull('purged_at')
    .orderBy('id');
  const rows = await (toChange ? media.forNoKeyUpdate() : media.forShare()).select(
    'id',
    'kind',
    'state',
    'file_name',
    'error_code',
    'deleted_at',
    'sha256',
    'size',
  );
  return new Map(
    rows.map((row) => [
      row.id,
      {
        kind: row.kind,
        state: row.state,
        fileName: row.file_name,
        errorCode: row.error_code,
        isDeleted: row.deleted_at !== null,
        // bigint comes as text where it might not fit a number; 5e9 does.
        digest: row.sha256,
        bytes: row.size === null ? null : Number(row.size),
      },
    ]),
  );
}

/** False when the bytes had come before. */
export async function markReceived(
  db: TenantDb,
  id: string,
  got: { kind: MediaRow['kind']; random: string; size: number; sha256: string | null; now: Date },
): Promise<boolean> {
  const rows = await db('media')
    .where({ id, state: 'waiting' })
    .update({
      state: 'processing',
      kind: got.kind,
      original_random: got.random,
      size: got.size,
      sha256: got.sha256,
      received_at: got.now,
    })
    .returning('id');
  return rows.length > 0;
}

/** Null when it was settled before: a result is told once. */
export async function markReady(db: TenantDb, id: string, photo: PhotoManifest, now: Date): Promise<MediaRow | null> {
  const [row] = await db('media')
    .where({ id, state: 'processing' })
    .update({ ...photoColumns(photo), state: 'ready', settled_at: now })
    .returning('*');
  return row ?? null;
}

/** What a row keeps of a photo that was made. */
export const photoColumns = ({ width, height, thumbhash, dominantColor, variants }: PhotoManifest) => ({
  width,
  height,
  thumbhash,
  dominant_color: dominantColor,
  variants: storedVariants(variants),
});

export const storedVariants = (variants: PhotoManifest['variants']): JsonText =>
  toJson(variants.map(({ name, width, height, contentType, bytes }) => ({ name, width, height, contentType, bytes })));

/** Null when it had come meanwhile: what was accepted stays. */
export async function markRefused(db: TenantDb, id: string, code: string, now: Date): Promise<MediaRow | null> {
  const [row] = await db('media')
    .where({ id, state: 'waiting' })
    .update({ state: 'error', error_code: code, settled_at: now })
    .returning('*');
  return row ?? null;
}

export async function markFailed(db: TenantDb, id: string, code: string, now: Date): Promise<MediaRow | null> {
  const [row] = await db('media')
    .where({ id })
    .whereIn('state', ['waiting', 'processing'])
    .update({ state: 'error', error_code: code, progress: null, settled_at: now })
    .returning('*');
  return row ?? null;
}

/** Media that were declared with the site, by the digest of their originals. */
export async function findDeclared(db: TenantDb, digests: readonly string[]): Promise<Array<[string, string]>> {
  const rows = await db('media')
    .whereIn('sha256', [...digests])
    .whereNull('created_by')
    .whereNot({ state: 'error' })
    .orderBy('id', 'desc')
    .select('id', 'sha256');
  return rows.map((row) => [row.sha256 ?? '', row.id]);
}

/** Declared photos without sizes yet, the last first: lists are declared in the order of time, and people look at what is new. */
export const listUnprocessedDeclared = async (db: TenantDb, limit: number): Promise<string[]> =>
  (
    await db('media')
      .where({ kind: 'photo', state: 'processing' })
      .whereNull('created_by')
      .orderBy('id', 'desc')
      .limit(limit)
      .select('id')
  ).map(({ id }) => id);

/** For what nobody can have seen: its bytes did not come, or not whole. */
export async function deleteMedia(db: TenantDb, id: string): Promise<void> {
  await db('media').where({ id }).whereNull('received_at').delete();
}
