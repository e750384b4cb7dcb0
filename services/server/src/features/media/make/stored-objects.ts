import { filmObjectNames, photoVariantNames, storageKey } from '@backlot/media';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { isOriginalShared } from './processing-rows.ts';
import { findMedia } from '../media-rows.ts';

/**
 * Removes the original of a medium and everything that may have been made of it. What is not there is no error: cut
 * off, it is done again.
 */
export async function removeObjectsOf(ctx: AppContext, tenant: Tenant, mediaId: string): Promise<void> {
  const media = await ctx.database.tenants.read(tenant, (db) => findMedia(db, mediaId));
  if (media === null) return;
  // A trailer is made from its film's original, whichever of them goes first.
  const isShared = await ctx.database.tenants.read(tenant, (db) => isOriginalShared(db, media));
  if (!isShared) await ctx.storage.remove(storageKey(tenant, 'original', media.original_random));
  const names = new Set<string>([
    ...photoVariantNames,
    ...filmObjectNames,
    'manifest',
    ...media.variants.map(({ name }) => name),
  ]);
  for (const name of names) {
    await ctx.storage.remove(
      name === 'blur'
        ? storageKey(tenant, 'public', media.public_random, name)
        : storageKey(tenant, 'private', media.private_random, name),
    );
  }
}
