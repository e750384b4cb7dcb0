import { categoryNameMax, segment } from '../limits.ts';

/** Names that no category of the site's own may have (MEDIA-03, MEDIA-04). */
export const reservedCategories: readonly string[] = ['all media', 'preview'];
/** MEDIA-41: the call takes more than the form (DECISIONS 31). */
export const libraryCategoryMax = 100;

/** MEDIA-45: trimmed; the slug tells names apart without their case. */
export function normaliseCategory(given: string): { readonly name: string; readonly slug: string } {
  const name = given.normalize('NFC').replace(/\s+/gu, ' ').trim();
  return { name, slug: name.toLowerCase() };
}

export type CategoryProblem =
  | 'library-category-required'
  | 'library-category-100'
  | 'library-category-exists'
  | 'category-name-30';

/** MEDIA-40, MEDIA-41 and the reserved names; whether another category has the name only the site's rows know. */
export function libraryCategoryProblem(given: string): Exclude<CategoryProblem, 'category-name-30'> | null {
  const { name, slug } = normaliseCategory(given);
  if (name === '') return 'library-category-required';
  if (segment(name).length > libraryCategoryMax || name.length > libraryCategoryMax * 8) return 'library-category-100';
  return reservedCategories.includes(slug) ? 'library-category-exists' : null;
}

/** MEDIA-40, MEDIA-42 to MEDIA-44: what the form says before it sends. `others`: names of the other categories. */
export function categoryFormProblem(given: string, others: readonly string[]): CategoryProblem | null {
  const { name, slug } = normaliseCategory(given);
  if (name === '') return 'library-category-required';
  if (segment(name).length > categoryNameMax) return 'category-name-30';
  const isTaken = reservedCategories.includes(slug) || others.some((other) => normaliseCategory(other).slug === slug);
  return isTaken ? 'library-category-exists' : null;
}
