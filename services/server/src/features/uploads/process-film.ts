import type { TenantDb } from '@backlot/database';
import { enqueueJob } from '@backlot/database/shared-functions';
import { PROCESS_ATTEMPTS } from './process-photo.ts';

const PROCESS_FILM = 'process-film';

/** Behind photos, which take a second. */
const PRIORITY = 20;

/** Asks for a film to be made playable, with the transaction that says its bytes are there. */
export async function processFilmLater(db: TenantDb, mediaId: string): Promise<void> {
  await enqueueJob(db, PROCESS_FILM, { mediaId }, { jobKey: `${PROCESS_FILM}:${mediaId}`, maxAttempts: PROCESS_ATTEMPTS, priority: PRIORITY });
}
