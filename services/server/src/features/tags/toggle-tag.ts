import { DomainError, type BodyOf } from '@backlot/contracts';
import type { toggleTag as toggleTagCall } from '@backlot/contracts/tags';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { findTag, putTag, tagsOfPost, takeTag } from './tag-rows.ts';

/** Puts a tag on a post or takes it off. Doing it twice does it once. @throws `not-found` */
export async function toggleTag(
  ctx: AppContext,
  tenant: Tenant,
  { blogId, id, is_selected: asked }: BodyOf<typeof toggleTagCall>,
) {
  return ctx.database.tenants.write(tenant, async (db) => {
    const isOn = (await tagsOfPost(db, blogId)).some((tag) => tag.id === id);
    const isSelected = asked ?? !isOn;
    if ((await findTag(db, id)) === null) throw new DomainError('not-found');
    if (isSelected) {
      if (!(await putTag(db, ctx.tagged, blogId, id))) throw new DomainError('not-found');
    } else if ((await takeTag(db, blogId, id)) === 0 && (await ctx.tagged.hold(db, blogId)) === null)
      throw new DomainError('not-found');
    return { blogId, is_selected: isSelected, feed_tags: await tagsOfPost(db, blogId) };
  });
}
