import { DomainError } from '@backlot/contracts';
import type { Actor } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { markDeleted } from '../post-rows.ts';
import { lockFirst, rankVersions } from '../version-rows.ts';

/**
 * Takes a post out of the feed; its buyers keep it. A version that nobody could have seen yet leaves the earlier one in
 * its place; one that was out takes it along. @throws `not-found`
 */
export async function deletePost(ctx: AppContext, tenant: Tenant, actor: Actor, id: string, now: Date): Promise<void> {
  await ctx.database.tenants.write(tenant, async (db) => {
    await lockFirst(db, id);
    const row = await markDeleted(db, id, actor.trueAuthor, now);
    if (row === null) throw new DomainError('not-found');
    if (row.reuse_of !== null) await rankVersions(db, row.reuse_of);
  });
}
