import type { TenantDb } from '@backlot/database';
import type { MediaRow } from './media-rows.ts';

/** Moves files to a category or out of all. `from`: those that are elsewhere by now stay there. Failed files have no category. */
export async function moveMedia(
  db: TenantDb,
  ids: readonly string[],
  to: string | null,
  from: string | null,
): Promise<string[]> {
  const query = db('media')
    .whereIn('id', [...ids])
    .whereNull('deleted_at')
    .whereIn('state', ['processing', 'ready']);
  if (from !== null) query.where({ category_id: from });
  return (await query.update({ category_id: to }).returning('id')).map(({ id }) => id);
}

export async function sendToPreview(db: TenantDb, ids: readonly string[]): Promise<void> {
  await db('media')
    .whereIn('id', [...ids])
    .whereNull('deleted_at')
    .update({ is_preview: true });
}

/** The new name, or null when there is no such file. */
export async function renameFile(db: TenantDb, id: string, name: string): Promise<string | null> {
  const [row] = await db('media')
    .where({ id })
    .whereNull('deleted_at')
    .whereNot({ state: 'waiting' })
    .update({ file_name: name })
    .returning('file_name');
  return row?.file_name ?? null;
}

/** Their states stand still until the transaction ends. Also those that were taken out before. */
export const lockForRemoval = async (
  db: TenantDb,
  ids: readonly string[],
): Promise<Array<Pick<MediaRow, 'id' | 'state' | 'deleted_at'>>> =>
  db('media')
    .whereIn('id', [...ids])
    .whereNot({ state: 'waiting' })
    .orderBy('id')
    .forUpdate()
    .select('id', 'state', 'deleted_at');

export async function markTakenOut(db: TenantDb, ids: readonly string[], by: string, now: Date): Promise<void> {
  await db('media')
    .whereIn('id', [...ids])
    .whereNull('deleted_at')
    .update({ deleted_at: now, deleted_by: by });
}

/** Taken out before an instant and still in the store, in the order of their ids. */
export const listUnpurged = async (db: TenantDb, before: Date, afterId: string, limit: number): Promise<MediaRow[]> =>
  db('media')
    .whereNull('purged_at')
    .where('deleted_at', '<', before)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit);

/** Nobody can put them into a post from here on. Answers those that were not marked before. */
export const markPurged = async (db: TenantDb, ids: readonly string[], now: Date): Promise<string[]> =>
  (
    await db('media')
      .whereIn('id', [...ids])
      .whereNull('purged_at')
      .update({ purged_at: now })
      .returning('id')
  ).map(({ id }) => id);
