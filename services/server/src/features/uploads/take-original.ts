import type { TenantDb } from '@backlot/database';
import { enqueueJob } from '@backlot/database/shared-functions';
import { newStorageRandom, storageKey } from '@backlot/media';
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { v7 } from 'uuid';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../tenant.ts';
import { insertMedia, type NewMedia } from './media-rows.ts';
import { PROCESS_ATTEMPTS, PROCESS_PHOTO } from './process-photo.ts';

/** An original that was put into the store by us, its row still to be written. */
export type TakenOriginal = NewMedia & { readonly id: string };

/** Stores the bytes of a file that is declared for a site. */
export async function takeOriginal(ctx: AppContext, tenant: Tenant, file: { path: string; bytes: Buffer }): Promise<TakenOriginal> {
  const now = ctx.clock.now();
  const random = newStorageRandom();
  await ctx.storage.put(storageKey(tenant, 'original', random), file.bytes, { contentType: 'application/octet-stream', maxBytes: file.bytes.length });
  return {
    id: v7(), state: 'processing', file_name: basename(file.path), created_by: null, created_at: now, received_at: now,
    original_random: random, private_random: newStorageRandom(), public_random: newStorageRandom(),
    size: file.bytes.length, sha256: createHash('sha256').update(file.bytes).digest('hex'),
  };
}

/** Writes the row and asks for its sizes, with the transaction. Lower `priority` runs first. */
export async function registerOriginal(db: TenantDb, original: TakenOriginal, priority: number): Promise<void> {
  await insertMedia(db, original);
  await enqueueJob(db, PROCESS_PHOTO, { mediaId: original.id }, { jobKey: `${PROCESS_PHOTO}:${original.id}`, maxAttempts: PROCESS_ATTEMPTS, priority });
}
