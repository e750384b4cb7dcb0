import type { TenantDb } from '@backlot/database';
import type { FilmManifest } from '@backlot/media';
import { storedVariants, type MediaRow } from './media-rows.ts';

/** Null when it was settled before: a result is told once. */
export async function markFilmReady(db: TenantDb, id: string, film: FilmManifest, now: Date): Promise<MediaRow | null> {
  const [row] = await db('media').where({ id, state: 'processing' }).update({ ...filmColumns(film), state: 'ready', progress: null, settled_at: now }).returning('*');
  return row ?? null;
}

/** What a row keeps of a film that was made. */
export const filmColumns = ({ width, height, durationMs, thumbhash, dominantColor, variants, film }: FilmManifest) => ({
  width, height, duration_ms: durationMs, thumbhash, dominant_color: dominantColor,
  variants: storedVariants(variants), film: JSON.stringify(film) as never,
});

/** Its maker is told: fans hear nothing where something was to be heard. */
export const hasLostSound = ({ state, film }: Pick<MediaRow, 'state' | 'film'>): boolean => state === 'ready' && film?.isSoundLost === true;

export async function setProgress(db: TenantDb, id: string, percent: number): Promise<void> {
  await db('media').where({ id, state: 'processing' }).update({ progress: percent });
}

/** Films of the site on their way, without this one and those that came with the site. */
export async function countFilmsInWork(db: TenantDb, without: string): Promise<number> {
  const [row] = await db('media').where({ kind: 'video', state: 'processing' }).whereNotNull('created_by').whereNot({ id: without }).count<Array<{ count: string }>>('* as count');
  return Number(row?.count ?? 0);
}
