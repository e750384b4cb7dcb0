import { DomainError } from '@backlot/contracts';
import type { TenantDb } from '@backlot/database';
import { newCategoryError, normaliseTag } from '@backlot/domain/post-form';
import { v7 } from 'uuid';

export interface TypedCategory { readonly id?: string | null; readonly name?: string; readonly isNew?: boolean }

const refused = (code: 'category-invalid' | 'category-name-30'): DomainError => new DomainError(code, {}, { fields: [{ field: 'category', code }] });
const idPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The category that was chosen for a post; one that is new is made (POST-095, POST-096).
 * @throws `category-name-30`; `category-invalid` for one that this site has not, and for a new name that is taken
 */
export async function categoryFor(db: TenantDb, typed: TypedCategory | null | undefined, by: string, now: Date): Promise<string | null> {
  if (typed == null || (!typed.isNew && !typed.id)) return null;
  if (!typed.isNew) {
    const id = typed.id ?? '';
    const { rows } = idPattern.test(id)
      ? await db.raw<{ rows: unknown[] }>('select 1 from ?? where id = ? and deleted_at is null', [db.table('media_categories'), id])
      : { rows: [] };
    if (rows.length === 0) throw refused('category-invalid');
    return id;
  }
  const name = (typed.name ?? '').trim();
  const problem = newCategoryError(name, []);
  if (problem) throw refused(problem);
  const { rows } = await db.raw<{ rows: Array<{ id: string }> }>(
    `insert into ?? (id, name, slug, created_by, created_at) values (?, ?, ?, ?, ?)
     on conflict (slug) where deleted_at is null do nothing returning id`,
    [db.table('media_categories'), v7(), name, normaliseTag(name), by, now] as never);
  const [made] = rows;
  if (made === undefined) throw refused('category-invalid');
  return made.id;
}

/** Files that came with the post go to its category; what had one keeps it. */
export async function fileUnder(db: TenantDb, mediaIds: readonly string[], categoryId: string): Promise<void> {
  await db('media').whereIn('id', [...mediaIds]).whereNull('category_id').update({ category_id: categoryId });
}
