import type { TableOf, TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import { storageKey, type Multipart, type TenantHolder } from '@backlot/media';
import type { MediaRow } from '../media-rows.ts';

export interface UploadRow {
  media_id: string;
  size: number | null;
  part_size: number | null;
  store_upload_id: string | null;
  randoms: string[];
  expires_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    media_uploads: TableOf<UploadRow>;
  }
}

/** A file that is sent in parts. */
export interface PartedUpload extends UploadRow {
  size: number;
  part_size: number;
  store_upload_id: string;
}

export const isParted = (upload: UploadRow | null): upload is PartedUpload =>
  upload !== null && upload.size !== null && upload.part_size !== null && upload.store_upload_id !== null;

export const partsCount = ({ size, part_size: partSize }: PartedUpload): number => Math.ceil(size / partSize);

/** Bytes of one part: all but the last are whole. */
export const partBytes = (upload: PartedUpload, number: number): number =>
  number < partsCount(upload) ? upload.part_size : upload.size - (partsCount(upload) - 1) * upload.part_size;

export const multipartOf = (
  tenant: TenantHolder,
  media: Pick<MediaRow, 'original_random'>,
  upload: PartedUpload,
): Multipart => ({ key: storageKey(tenant, 'original', media.original_random), id: upload.store_upload_id });

export async function insertUpload(db: TenantDb, row: UploadRow): Promise<void> {
  await db('media_uploads').insert(row);
}

export async function setStoreUpload(db: TenantDb, mediaId: string, id: string): Promise<void> {
  await db('media_uploads').where({ media_id: mediaId }).update({ store_upload_id: id });
}

export interface Incoming {
  readonly media: MediaRow;
  readonly upload: UploadRow | null;
}

/** A medium and how its bytes come in; with `maker`, only to whoever announced it. */
export async function findIncoming(db: TenantDb, mediaId: string, maker?: string): Promise<Incoming | null> {
  const media = await db('media')
    .where({ id: mediaId, ...(maker === undefined ? {} : { created_by: maker }) })
    .first();
  if (media === undefined) return null;
  const upload = await db('media_uploads').where({ media_id: mediaId }).first();
  // bigint comes as text where it might not fit a number; 5e9 does.
  return {
    media,
    upload: upload === undefined ? null : { ...upload, size: upload.size === null ? null : Number(upload.size) },
  };
}

/** Written before bytes go to a new place, so that none is forgotten there. False when the upload is over. */
export async function addRandom(db: TenantDb, mediaId: string, random: string): Promise<boolean> {
  const touched = await sql`
    update ${table('media_uploads')} set randoms = array_append(randoms, ${random}) where media_id = ${mediaId}`.run(
    db,
  );
  return touched > 0;
}

/** Uploads whose addresses ended before this instant. */
export const listEndedUploads = async (db: TenantDb, before: Date, limit: number): Promise<UploadRow[]> =>
  db('media_uploads').where('expires_at', '<', before).orderBy('expires_at').limit(limit);

export async function deleteUpload(db: TenantDb, mediaId: string): Promise<void> {
  await db('media_uploads').where({ media_id: mediaId }).delete();
}
