import { DomainError, type BodyOf } from '@backlot/contracts';
import type { assignMedia as assignCall } from '@backlot/contracts/library';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { placeOf } from './categories.ts';
import { moveMedia } from '../media/index.ts';
import { listLibraryMedia } from './library-rows.ts';

/**
 * Moves files to a category of the site's own, or out of theirs. Failed ones stay (MEDIA-10).
 * @throws `invalid-request` for 'preview', which is no category to be chosen (MEDIA-03); `not-found`
 */
export async function assignMedia(ctx: AppContext, tenant: Tenant, body: BodyOf<typeof assignCall>): Promise<string[]> {
  const ids = typeof body.mediaId === 'string' ? [body.mediaId] : body.mediaId;
  return ctx.database.tenants.write(tenant, async (db) => {
    const to = await placeOf(db, body.categoryId);
    if (to.kind === 'preview')
      throw new DomainError('invalid-request', {}, { fields: [{ field: 'categoryId', code: 'category-invalid' }] });
    const from = await placeOf(db, body.activeCategoryId);
    if ((await listLibraryMedia(db, ids)).length < new Set(ids).size) throw new DomainError('not-found');
    return moveMedia(db, ids, to.kind === 'own' ? to.id : null, from.kind === 'own' ? from.id : null);
  });
}
