import type { TableOf, TenantDb } from '@backlot/database';
import { type FilmManifest, filmObjectNames, photoVariantNames } from '@backlot/media';
import { v7 } from 'uuid';
import { type MediaRow, storedVariants } from '../media-rows.ts';

/** Null when it was settled before: a result is told once. */
export async function markFilmReady(db: TenantDb, id: string, film: FilmManifest, now: Date): Promise<MediaRow | null> {
  const [row] = await db('media')
    .where({ id, state: 'processing' })
    .update({ ...filmColumns(film), state: 'ready', progress: null, settled_at: now })
    .returning('*');
  return row ?? null;
}

/** What a row keeps of a film that was made. */
export const filmColumns = ({ width, height, durationMs, thumbhash, dominantColor, variants, film }: FilmManifest) => ({
  width,
  height,
  duration_ms: durationMs,
  thumbhash,
  dominant_color: dominantColor,
  variants: storedVariants(variants),
  film,
});

/** Its maker is told: fans hear nothing where something was to be heard. */
export const hasLostSound = ({ state, film }: Pick<MediaRow, 'state' | 'film'>): boolean =>
  state === 'ready' && film?.isSoundLost === true;

/** @returns whether that is new */
export async function setProgress(db: TenantDb, id: string, percent: number): Promise<boolean> {
  const changed = await db('media')
    .where({ id, state: 'processing' })
    .where((one) => one.whereNull('progress').orWhereNot({ progress: percent }))
    .update({ progress: percent });
  return changed > 0;
}

/** Films of the site on their way, without this one and those that came with the site. */
export async function countFilmsInWork(db: TenantDb, without: string): Promise<number> {
  const [row] = await db('media')
    .where({ kind: 'video', state: 'processing' })
    .whereNotNull('created_by')
    .whereNot({ id: without })
    .count<Array<{ count: string }>>('* as count');
  return Number(row?.count ?? 0);
}

/** What was sent past us, in parts or to a store of its own, is known by its bytes from here on. */
export async function setDigest(db: TenantDb, id: string, sha256: string): Promise<void> {
  await db('media').where({ id }).whereNull('sha256').update({ sha256 });
}

/** Ready media whose bytes nobody has looked at, in the order of their ids. A trailer has no bytes of its own. */
export const listWithoutDigest = async (
  db: TenantDb,
  afterId: string,
  limit: number,
): Promise<Array<Pick<MediaRow, 'id' | 'original_random'>>> =>
  db('media')
    .whereNull('sha256')
    .where({ state: 'ready' })
    .whereNull('purged_at')
    .whereNull('trailer_start_ms')
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .select('id', 'original_random');

/** Whether another medium, whose bytes are still wanted, is made from this one's original. */
export const isOriginalShared = async (
  db: TenantDb,
  { id, original_random: random }: Pick<MediaRow, 'id' | 'original_random'>,
): Promise<boolean> =>
  (await db('media').where({ original_random: random }).whereNot({ id }).whereNull('purged_at').first('id')) !==
  undefined;

interface MediaLeftoverRow {
  id: string;
  private_random: string;
  public_random: string;
  names: readonly string[];
  left_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    media_leftovers: TableOf<MediaLeftoverRow>;
  }
}

/** Names of all objects that a medium of this kind may have beside its original: `blur` is public, the others private. */
const objectNamesOf = (kind: MediaRow['kind']): readonly string[] =>
  kind === 'video' ? filmObjectNames : [...photoVariantNames, 'manifest'];

/** With the transaction that gives the medium others: its objects so far are removed a day later. */
export async function leaveObjects(
  db: TenantDb,
  media: Pick<MediaRow, 'kind' | 'private_random' | 'public_random'>,
  now: Date,
  names: readonly string[] = objectNamesOf(media.kind),
): Promise<void> {
  await db('media_leftovers').insert({
    id: v7(),
    private_random: media.private_random,
    public_random: media.public_random,
    names: [...names],
    left_at: now,
  });
}

export const listLeftovers = async (db: TenantDb, before: Date, limit: number): Promise<MediaLeftoverRow[]> =>
  await db('media_leftovers').where('left_at', '<', before).orderBy('left_at').limit(limit);

export const forgetLeftover = async (db: TenantDb, id: string): Promise<void> => {
  await db('media_leftovers').where({ id }).delete();
};
