import { DomainError, type BodyOf } from '@backlot/contracts';
import type { cutTrailer as cutCall } from '@backlot/contracts/uploads-work';
import type { TenantDb } from '@backlot/database';
import { newStorageRandom } from '@backlot/media';
import { v7 } from 'uuid';
import type { Actor } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { insertMedia, type MediaRow } from '../media-rows.ts';
import { processFilmLater } from './process-film.ts';

/**
 * Makes a trailer of a film: a medium of its own in the library's 'Preview', processed like any film (DECISIONS 45). The
 * film may still be on its way through processing. Asked twice for the same stretch, there is one trailer.
 * @throws `not-found`, also for a film whose bytes are not there; `media-format` for what is no film
 */
export async function cutTrailer(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  input: BodyOf<typeof cutCall>,
  now: Date,
): Promise<MediaRow> {
  const startMs = Math.round(input.start * 1000);
  return ctx.database.tenants.write(tenant, async (db) => {
    // Two that ask at once wait for each other here.
    const film = await db('media').where({ id: input.mediaId }).whereNull('deleted_at').forUpdate().first();
    if (film === undefined || (film.state !== 'ready' && film.state !== 'processing'))
      throw new DomainError('not-found');
    if (film.kind !== 'video' || film.trailer_start_ms !== null) throw new DomainError('media-format');
    const known = await db('media')
      .where({ trailer_of: film.id, trailer_start_ms: startMs })
      .whereNull('deleted_at')
      .whereNot({ state: 'error' })
      .first();
    return known ?? (await insertTrailer(db, film, startMs, actor.trueAuthor, now));
  });
}

async function insertTrailer(db: TenantDb, film: MediaRow, startMs: number, by: string, now: Date): Promise<MediaRow> {
  const id = v7();
  await insertMedia(db, {
    id,
    kind: 'video',
    state: 'processing',
    file_name: trailerName(film.file_name),
    created_by: by,
    created_at: now,
    received_at: now,
    is_preview: true,
    original_random: film.original_random,
    private_random: newStorageRandom(),
    public_random: newStorageRandom(),
    trailer_of: film.id,
    trailer_start_ms: startMs,
  });
  await processFilmLater(db, { mediaId: id, isTrailer: true });
  return (await db('media').where({ id }).first())!;
}

/** `kiln.mov` → `kiln.trailer.mp4` */
const trailerName = (name: string): string => `${name.replace(/\.\w{2,4}$/, '').slice(0, 240)}.trailer.mp4`;
