import { DomainError } from '@backlot/contracts';
import * as calls from '@backlot/contracts/tags';
import { route, type CallRoute } from '../../call-route.ts';
import type { AppContext } from '../../context.ts';
import { saveTag } from './save-tag.ts';
import { shownTags } from './shown-tags.ts';
import { deleteTagRow } from './tag-rows.ts';
import { toggleTag } from './toggle-tag.ts';

export const tagRoutes = (ctx: AppContext): readonly CallRoute[] => [
  route(calls.listTags, async ({ tenant, actor, now }) => {
    const tags = await shownTags(ctx, tenant, actor, now);
    return { data: tags.map(({ id, name, slug, count }) => ({ _id: id, id, name, slug, count })) };
  }),
  route(calls.saveTag, async ({ tenant, body, now }) => {
    const { tag, isNew } = await saveTag(ctx, tenant, body, now);
    return { message: isNew ? 'tag-created' : 'tag-updated', data: tag };
  }),
  route(calls.deleteTag, async ({ tenant, params }) => {
    if (!(await ctx.database.tenants.write(tenant, (db) => deleteTagRow(db, params.id))))
      throw new DomainError('not-found');
    return { message: 'tag-deleted' };
  }),
  route(calls.toggleTag, async ({ tenant, body }) => ({
    message: 'blog-updated',
    data: await toggleTag(ctx, tenant, body),
  })),
];
