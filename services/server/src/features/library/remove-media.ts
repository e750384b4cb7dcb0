import { DomainError } from '@backlot/contracts';
import type { Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { lockForRemoval, markTakenOut } from '../media/index.ts';
import { holdingsOf, heldMedia, nothingHeld, seesSales } from './holdings.ts';
import { listLibraryMedia } from './library-rows.ts';
import { presentUses } from './present-media.ts';

/**
 * Takes files out of the library. A post that holds one keeps it, and so does everybody who bought the post: a
 * creator who tidies up must not take from buyers what they paid for, nor leave holes in the feed, and refusing would
 * keep the library untidy for ever. The bytes of what nothing holds go a day later (`purge-media`).
 * Done twice it is done once. @throws `not-found`, `media-processing` for files that are not settled (MEDIA-26)
 */
export async function removeMedia(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  ids: readonly string[],
  now: Date,
): Promise<{ removed: string[]; kept_by_posts: string[] }> {
  return ctx.database.tenants.write(tenant, async (db) => {
    const rows = await lockForRemoval(db, ids);
    if (rows.length < new Set(ids).size) throw new DomainError('not-found');
    if (rows.some(({ state, deleted_at: gone }) => state === 'processing' && gone === null))
      throw new DomainError('media-processing');
    await markTakenOut(db, ids, actor.trueAuthor, now);
    const held = await heldMedia(ctx.mediaHolders, db, ids, now);
    return { removed: rows.map(({ id }) => id), kept_by_posts: rows.flatMap(({ id }) => (held.has(id) ? [id] : [])) };
  });
}

/** What taking these files out would touch, asked before it is done. @throws `not-found` */
export async function showUses(ctx: AppContext, tenant: Tenant, actor: Actor, ids: readonly string[], now: Date) {
  const areSalesShown = await seesSales(ctx, tenant, actor);
  return ctx.database.tenants.read(tenant, async (db) => {
    const rows = await listLibraryMedia(db, ids);
    if (rows.length < new Set(ids).size) throw new DomainError('not-found');
    const holdings = await holdingsOf(ctx.mediaHolders, db, ids, now, { eachPost: true });
    const held = await heldMedia(ctx.mediaHolders, db, ids, now);
    return rows.map((row) => {
      const holding = holdings.get(row.id) ?? nothingHeld;
      return {
        _id: row.id,
        name: row.file_name,
        uses: presentUses(holding, areSalesShown),
        sold_to: areSalesShown ? holding.soldTo : null,
        outcome: held.has(row.id) ? ('kept' as const) : ('destroyed' as const),
      };
    });
  });
}
