import { DomainError, type BodyOf } from '@backlot/contracts';
import type { LibraryMedia, registerMedia as registerCall } from '@backlot/contracts/library';
import { previewSlug } from '@backlot/domain/posts/built-in-categories';
import type { Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { getMediaIdIn, moveMedia, sendToPreview, takeSentFiles } from '../media/index.ts';
import { placeOf } from './categories.ts';
import { listLibraryMedia } from './library-rows.ts';
import { presentAll, type For } from './list-media.ts';

/**
 * Files that were uploaded stand in the library by themselves; this puts them under the category that was open.
 * @throws `library-upload-error` for a file whose bytes have not come, `not-found` for a category that is none
 */
export async function registerMedia(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  body: BodyOf<typeof registerCall>,
  to: For,
): Promise<LibraryMedia[]> {
  const ids = body.mediaIds ?? (body.path === undefined ? [] : [getMediaIdIn(body.path, tenant, 'path')]);
  if (ids.length === 0)
    throw new DomainError('invalid-request', {}, { fields: [{ field: 'mediaIds', code: 'invalid-request' }] });
  await takeSentFiles(ctx, tenant, actor, ids);
  const rows = await ctx.database.tenants.write(tenant, async (db) => {
    const place = await placeOf(db, body.categorySlug === previewSlug ? previewSlug : body.category);
    if ((await listLibraryMedia(db, ids)).length < new Set(ids).size) throw new DomainError('library-upload-error');
    if (place.kind === 'own') await moveMedia(db, ids, place.id, null);
    if (place.kind === 'preview') await sendToPreview(db, ids);
    return listLibraryMedia(db, ids);
  });
  return presentAll(ctx, tenant, actor, rows, to);
}
