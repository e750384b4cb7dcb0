import { DomainError } from '@backlot/contracts';
import type { MediaCategory } from '@backlot/contracts/library';
import { allMediaSlug, previewSlug } from '@backlot/domain/posts/built-in-categories';
import { libraryCategoryProblem, normaliseCategory } from '@backlot/domain/posts/media-category';
import { v7 } from 'uuid';
import type { Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { textOf } from '../../texts/texts.ts';
import { findCategory, insertCategory, listCategories, renameCategory } from '../media/index.ts';
import { countMedia, noMedia, type MediaCounts } from './count-media.ts';

/** The built-in ones first, then the site's own by name. */
export async function showCategories(ctx: AppContext, tenant: Tenant, language: string): Promise<MediaCategory[]> {
  const { rows, counts } = await ctx.database.tenants.read(tenant, async (db) => ({
    rows: await listCategories(db),
    counts: await countMedia(db),
  }));
  return [
    builtIn(allMediaSlug, textOf(language, 'category-all-media'), counts.all),
    builtIn(previewSlug, textOf(language, 'category-preview'), counts.preview),
    ...rows.map((row) => present(row, counts.byCategory.get(row.id) ?? noMedia)),
  ];
}

/** @throws `library-category-required`, `library-category-100`, `library-category-exists` */
export async function addCategory(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  given: string,
  now: Date,
): Promise<MediaCategory> {
  const name = requireName(given);
  const row = { id: v7(), ...name, created_by: actor.trueAuthor, created_at: now };
  if (!(await ctx.database.tenants.write(tenant, (db) => insertCategory(db, row)))) throw taken();
  return present(row, noMedia);
}

/** The same name again is no change (MEDIA-44). @throws as `addCategory`, and `not-found` */
export async function updateCategory(
  ctx: AppContext,
  tenant: Tenant,
  id: string,
  given: string,
): Promise<MediaCategory> {
  const name = requireName(given);
  const { row, counts } = await ctx.database.tenants.write(tenant, async (db) => {
    const changed = await renameCategory(db, id, name);
    if (changed === null) throw new DomainError('not-found');
    if (changed === false) throw taken();
    return { row: changed, counts: await countMedia(db) };
  });
  return present(row, counts.byCategory.get(row.id) ?? noMedia);
}

/** Where files go that are sent with a category: by id, or by the slug of a built-in one. @throws `not-found` */
export type ChosenCategory =
  | { readonly kind: 'none' }
  | { readonly kind: 'preview' }
  | { readonly kind: 'own'; readonly id: string };

export async function placeOf(
  db: Parameters<typeof findCategory>[0],
  key: string | null | undefined,
): Promise<ChosenCategory> {
  if (key === null || key === undefined || key === '' || key === allMediaSlug) return { kind: 'none' };
  if (key === previewSlug) return { kind: 'preview' };
  const row = isId(key) ? await findCategory(db, key) : null;
  if (row === null) throw new DomainError('not-found');
  return { kind: 'own', id: row.id };
}

const isId = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

function requireName(given: string): { name: string; slug: string } {
  const problem = libraryCategoryProblem(given);
  if (problem !== null) throw new DomainError(problem, {}, { fields: [{ field: 'name', code: problem }] });
  return normaliseCategory(given);
}

const taken = (): DomainError =>
  new DomainError('library-category-exists', {}, { fields: [{ field: 'name', code: 'library-category-exists' }] });

const builtIn = (slug: string, name: string, counts: MediaCounts): MediaCategory => ({
  _id: slug,
  name,
  slug,
  is_built_in: true,
  is_deleted: false,
  ...countsOf(counts),
});

const present = (row: { id: string; name: string; slug: string }, counts: MediaCounts): MediaCategory => ({
  _id: row.id,
  name: row.name,
  slug: row.slug,
  is_built_in: false,
  is_deleted: false,
  ...countsOf(counts),
});

const countsOf = (counts: MediaCounts) => ({
  photo_count: counts.photos,
  video_count: counts.videos,
  processed_photo_count: counts.readyPhotos,
  processed_video_count: counts.readyVideos,
});
