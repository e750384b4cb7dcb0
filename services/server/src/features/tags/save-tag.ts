import { DomainError, type BodyOf } from '@backlot/contracts';
import type { saveTag as saveTagCall, TagView } from '@backlot/contracts/tags';
import type { TenantDb } from '@backlot/database';
import { normaliseTag, tagNameError } from '@backlot/domain/posts/post-form';
import { v7 } from 'uuid';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { findTag, insertTag, isTagTaken, listTags, putTag, renameTag } from './tag-rows.ts';

/**
 * Makes a tag or renames one; a name that says the same as before changes nothing (TAG-12).
 * @throws `tag-blank`, `tag-too-long`, `tag-exists`, `not-found` for a tag or a post that this site has not
 */
export async function saveTag(
  ctx: AppContext,
  tenant: Tenant,
  input: BodyOf<typeof saveTagCall>,
  now: Date,
): Promise<{ tag: TagView; isNew: boolean }> {
  const problem = tagNameError(input.name);
  if (problem) throw new DomainError(problem, {}, { fields: [{ field: 'name', code: problem }] });
  const name = input.name.trim();
  const slug = normaliseTag(name);
  const known = input._id ?? input.id ?? null;
  return ctx.database.tenants.write(tenant, async (db) => {
    const id = known === null ? await makeTag(db, name, slug, now) : await changeTag(db, known, name, slug);
    if (known === null && input.blogId !== undefined && !(await putTag(db, ctx.tagged, input.blogId, id)))
      throw new DomainError('not-found');
    const tag = (await listTags(db, ctx.tagged, now)).find((one) => one.id === id);
    if (!tag) throw new DomainError('not-found');
    return { tag: { _id: id, ...tag }, isNew: known === null };
  });
}

const taken = () => new DomainError('tag-exists', {}, { fields: [{ field: 'name', code: 'tag-exists' }] });

async function makeTag(db: TenantDb, name: string, slug: string, now: Date): Promise<string> {
  const row = await insertTag(db, { id: v7(), name, slug, created_at: now });
  if (row === null) throw taken();
  return row.id;
}

async function changeTag(db: TenantDb, id: string, name: string, slug: string): Promise<string> {
  const tag = await findTag(db, id);
  if (tag === null) throw new DomainError('not-found');
  if (await isTagTaken(db, { name, slug }, id)) throw taken();
  if (tag.name !== name) await renameTag(db, id, { name, slug });
  return id;
}
