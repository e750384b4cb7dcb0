import { DomainError } from '@backlot/contracts';
import type { Actor } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { completeUpload } from './complete-upload.ts';
import { listMedia } from '../media-rows.ts';

/**
 * Takes files whose bytes were sent to a store of its own and whose sender, as the documents' client, does not say so. What
 * has not come, or is another's, is left as it is: whoever uses it says what is wrong.
 */
export async function takeSentFiles(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  ids: readonly string[],
): Promise<void> {
  const rows = await ctx.database.tenants.read(tenant, (db) => listMedia(db, [...new Set(ids)]));
  for (const { id } of rows.filter(({ state }) => state === 'waiting')) {
    await completeUpload(ctx, tenant, actor, id).catch((error: unknown) => {
      if (!(error instanceof DomainError)) throw error;
    });
  }
}
