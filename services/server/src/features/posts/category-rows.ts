import { DomainError } from '@backlot/contracts';
import type { TenantDb } from '@backlot/database';
import { newCategoryError, normaliseTag } from '@backlot/domain/posts/post-form';
import { v7 } from 'uuid';
import { findCategory, insertCategory } from '../media/index.ts';

export interface TypedCategory {
  readonly id?: string | null;
  readonly name?: string;
  readonly isNew?: boolean;
}

const refused = (code: 'category-invalid' | 'category-name-30'): DomainError =>
  new DomainError(code, {}, { fields: [{ field: 'category', code }] });
const idPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The category that was chosen for a post; one that is new is made (POST-095, POST-096).
 * @throws `category-name-30`; `category-invalid` for one that this site has not, and for a new name that is taken
 */
export async function categoryFor(
  db: TenantDb,
  typed: TypedCategory | null | undefined,
  by: string,
  now: Date,
): Promise<string | null> {
  if (typed == null || (!typed.isNew && !typed.id)) return null;
  if (!typed.isNew) {
    const id = typed.id ?? '';
    if (!idPattern.test(id) || (await findCategory(db, id)) === null) throw refused('category-invalid');
    return id;
  }
  const name = (typed.name ?? '').trim();
  const problem = newCategoryError(name, []);
  if (problem) throw refused(problem);
  const id = v7();
  if (!(await insertCategory(db, { id, name, slug: normaliseTag(name), created_by: by, created_at: now })))
    throw refused('category-invalid');
  return id;
}
