import type { PhotoIdReason } from '@backlot/contracts/photo-ids';
import type { TableOf, TenantDb } from '@backlot/database';
import { validate as isUuid } from 'uuid';
import type { Opening } from '../../joints/openings.ts';

export interface PhotoIdRow {
  id: string;
  user_id: string;
  sent_at: Date;
  state: 'waiting' | 'accepted' | 'rejected' | 'replaced' | 'expired';
  content_type: 'image/jpeg' | 'application/pdf';
  storage_random: string;
  /** Null from when it is to be deleted. */
  sealed_key: string | null;
  removed_at: Date | null;
  decided_at: Date | null;
  decided_by: string | null;
  reason: PhotoIdReason | null;
}

export interface PhotoIdOpeningRow extends Opening {
  photo_id: string;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    photo_ids: TableOf<PhotoIdRow>;
    photo_id_openings: TableOf<PhotoIdOpeningRow>;
  }
}

/** Whether a photo id of this fan waits for a decision. */
export const hasWaitingPhotoId = async (db: TenantDb, userId: string): Promise<boolean> =>
  (await db('photo_ids').where({ user_id: userId, state: 'waiting' }).first('id')) !== undefined;

/** Also one that is deleted by now. */
export const hasSentPhotoId = async (db: TenantDb, userId: string): Promise<boolean> =>
  (await findNewestPhotoId(db, userId)) !== null;

export const findNewestPhotoId = async (db: TenantDb, userId: string): Promise<PhotoIdRow | null> =>
  (await db('photo_ids').where({ user_id: userId }).orderBy('sent_at', 'desc').orderBy('id', 'desc').first()) ?? null;

/** The newest first. */
export const listPhotoIdsOf = (db: TenantDb, userId: string, limit: number): Promise<PhotoIdRow[]> =>
  db('photo_ids').where({ user_id: userId }).orderBy('sent_at', 'desc').orderBy('id', 'desc').limit(limit);

export const findPhotoId = async (db: TenantDb, id: string): Promise<PhotoIdRow | null> =>
  (await db('photo_ids').where({ id }).first()) ?? null;

/** Locked until the transaction ends: of two decisions at once the second finds the first. */
export async function lockPhotoId(db: TenantDb, id: string): Promise<PhotoIdRow> {
  const [row] = await db('photo_ids').where({ id }).forUpdate();
  return row!;
}

/** Replaces one that nobody has decided on, and drops its key; the caller has locked the fan. */
export async function insertPhotoId(
  db: TenantDb,
  row: Pick<PhotoIdRow, 'id' | 'user_id' | 'sent_at' | 'content_type' | 'storage_random' | 'sealed_key'>,
): Promise<void> {
  await db('photo_ids')
    .where({ user_id: row.user_id, state: 'waiting' })
    .update({ state: 'replaced', sealed_key: null });
  await db('photo_ids').insert(row);
}

export async function markDecided(
  db: TenantDb,
  id: string,
  decision: Pick<PhotoIdRow, 'state' | 'decided_at' | 'decided_by' | 'reason'>,
): Promise<void> {
  await db('photo_ids').where({ id }).update(decision);
}

export const countWaitingPhotoIds = async (db: TenantDb): Promise<number> => {
  const row = await db('photo_ids')
    .where({ state: 'waiting' })
    .count<{ count: string | number }>('id as count')
    .first();
  return Number(row?.count ?? 0);
};

/** The oldest first. */
export const listWaitingPhotoIds = (
  db: TenantDb,
  { limit, offset }: { limit: number; offset: number },
): Promise<PhotoIdRow[]> =>
  db('photo_ids').where({ state: 'waiting' }).orderBy('sent_at').orderBy('id').limit(limit).offset(offset);

/** Drops the keys of documents that were kept long enough; one that nobody decided on expires. */
export async function dropOldKeys(
  db: TenantDb,
  { decidedBefore, sentBefore }: { decidedBefore: Date; sentBefore: Date },
): Promise<void> {
  const kept = () => db('photo_ids').whereNotNull('sealed_key');
  await kept().where('decided_at', '<=', decidedBefore).update({ sealed_key: null });
  await kept()
    .where({ state: 'waiting' })
    .where('sent_at', '<=', sentBefore)
    .update({ state: 'expired', sealed_key: null });
}

/** Without a key and still in the store. */
export const listUnremoved = (db: TenantDb, limit: number): Promise<PhotoIdRow[]> =>
  db('photo_ids').whereNull('removed_at').whereNull('sealed_key').orderBy('id').limit(limit);

export async function markRemoved(db: TenantDb, id: string, now: Date): Promise<void> {
  await db('photo_ids').where({ id }).update({ removed_at: now });
}

export async function insertOpening(db: TenantDb, row: PhotoIdOpeningRow): Promise<void> {
  await db('photo_id_openings').insert(row);
}

/** Null also for what is no id. */
export const findOpening = async (db: TenantDb, id: string): Promise<PhotoIdOpeningRow | null> =>
  isUuid(id) ? ((await db('photo_id_openings').where({ id }).first()) ?? null) : null;

/** Of some photo ids, the newest first. */
export const listOpenings = async (
  db: TenantDb,
  photoIds: readonly string[],
  limit: number,
): Promise<PhotoIdOpeningRow[]> =>
  db('photo_id_openings')
    .whereIn('photo_id', [...photoIds])
    .orderBy('opened_at', 'desc')
    .limit(limit);

export const hasOpened = async (db: TenantDb, photoId: string, by: string): Promise<boolean> =>
  (await db('photo_id_openings').where({ photo_id: photoId, opened_by: by }).first('id')) !== undefined;
