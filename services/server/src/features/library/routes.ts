import { DomainError } from '@backlot/contracts';
import * as calls from '@backlot/contracts/library';
import * as categoryCalls from '@backlot/contracts/library-categories';
import { route, type CallRoute } from '../../call-route.ts';
import type { AppContext } from '../../context.ts';
import { markCategoryDeleted, renameFile } from '../media/index.ts';
import { assignMedia } from './assign-media.ts';
import { addCategory, showCategories, updateCategory } from './categories.ts';
import { listMedia, showMedia } from './list-media.ts';
import { listBuyers, showSold } from './media-buyers.ts';
import { registerMedia } from './register-media.ts';
import { removeMedia, showUses } from './remove-media.ts';

export const libraryRoutes = (ctx: AppContext): readonly CallRoute[] => [
  route(calls.listMedia, async ({ tenant, actor, body, now, language }) =>
    listMedia(ctx, tenant, actor, body, { now, language }),
  ),
  route(calls.getMedia, async ({ tenant, actor, body, now, language }) => ({
    data: await showMedia(ctx, tenant, actor, body.mediaId, { now, language }),
  })),
  route(calls.registerMedia, async ({ tenant, actor, body, now, language }) => ({
    message: 'media-uploaded',
    data: await registerMedia(ctx, tenant, actor, body, { now, language }),
  })),
  route(calls.removeMedia, async ({ tenant, actor, body, now }) => ({
    data: await removeMedia(ctx, tenant, actor, body.mediaIds, now),
  })),
  route(calls.renameMedia, async ({ tenant, body }) => {
    const name = body.name.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '').trim();
    if (name === '') throw new DomainError('library-category-required');
    if ((await ctx.database.tenants.write(tenant, (db) => renameFile(db, body.mediaId, name))) === null)
      throw new DomainError('not-found');
    return { data: { _id: body.mediaId, name } };
  }),
  route(calls.assignMedia, async ({ tenant, body }) => ({ data: { moved: await assignMedia(ctx, tenant, body) } })),
  route(calls.mediaUses, async ({ tenant, actor, body, now }) => ({
    data: await showUses(ctx, tenant, actor, body.mediaIds, now),
  })),
  route(calls.mediaBuyers, async ({ tenant, actor, body, now }) => ({
    data: await listBuyers(ctx, tenant, actor, body.mediaId, { page: body.page_num ?? 1, now }),
  })),
  route(calls.mediaSold, async ({ tenant, actor, body, now }) => ({
    data: await showSold(ctx, tenant, actor, body.mediaIds, body.userId, now),
  })),
  route(categoryCalls.listCategories, async ({ tenant, language }) => ({
    data: await showCategories(ctx, tenant, language),
  })),
  route(categoryCalls.addCategory, async ({ tenant, actor, body, now }) => ({
    data: await addCategory(ctx, tenant, actor, body.name, now),
  })),
  route(categoryCalls.updateCategory, async ({ tenant, body }) => ({
    data: await updateCategory(ctx, tenant, body.id, body.name),
  })),
  route(categoryCalls.deleteCategory, async ({ tenant, body, now }) => {
    if (!(await ctx.database.tenants.write(tenant, (db) => markCategoryDeleted(db, body.id, now))))
      throw new DomainError('not-found');
    return {};
  }),
];
