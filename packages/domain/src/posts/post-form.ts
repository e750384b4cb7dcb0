import type { Visibility } from '../access.ts';
import type { AmountSettings } from '../money/amount-rules.ts';
import { unlockAmount } from '../money/amount-rules.ts';
import { defaultSchedule } from '../formats/dates.ts';
import {
  captionMax,
  categoryNameMax,
  defaultPostAmount,
  isPhotoType,
  isUploadType,
  maxFiles,
  maxPhotoBytes,
  maxPhotoPixels,
  maxVideoBytes,
  tagNameMax,
} from '../limits.ts';
import type { Instant } from '../formats/when.ts';
import { msOf } from '../formats/when.ts';

export interface PostForm {
  readonly visibility: Visibility;
  /** Dollars; counts only when locked. */
  readonly amount: number;
  readonly caption: string;
  /** Ids of files, in the order they are shown. */
  readonly files: readonly string[];
  readonly preview: readonly string[];
  readonly blurMedia: boolean;
  readonly blurCaption: boolean;
  /** A closed card tells the length of its films. */
  readonly showContentLength: boolean;
  /** A closed card tells how many pictures and films there are, where the site's setting lets it. */
  readonly showMediaCount: boolean;
  readonly scheduledAt: Instant | null;
  readonly tags: readonly string[];
}

/** POST-054: what the form begins with, and goes back to after a post. */
export const emptyPostForm: PostForm = {
  visibility: 'locked',
  amount: defaultPostAmount,
  caption: '',
  files: [],
  preview: [],
  blurMedia: true,
  blurCaption: false,
  showContentLength: true,
  showMediaCount: true,
  scheduledAt: null,
  tags: [],
};

/** POST-047, POST-005. */
export const offeredVisibilities = (settings: { readonly enable_public_post: boolean }): readonly Visibility[] =>
  settings.enable_public_post ? ['locked', 'private', 'public'] : ['locked', 'private'];

/** POST-048 to POST-052: what a choice takes with it. */
export function chooseVisibility(form: PostForm, visibility: Visibility): PostForm {
  if (visibility === 'public') return { ...form, visibility, blurMedia: false, blurCaption: false, preview: [] };
  if (visibility === 'private')
    return { ...form, visibility, preview: [], showContentLength: false, showMediaCount: false };
  return { ...form, visibility };
}

/** POST-053, POST-061. */
export const isPreviewOffered = (form: Pick<PostForm, 'visibility'>): boolean => form.visibility === 'locked';
export const isReorderOffered = (form: Pick<PostForm, 'files'>): boolean => form.files.length > 1;

export interface PostFormError {
  readonly field: keyof PostForm;
  readonly code: string;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** Everything that keeps a post from being sent, in the order of the form. */
export function postFormErrors(form: PostForm, settings: AmountSettings, now: Instant): readonly PostFormError[] {
  const errors: PostFormError[] = [];
  if (form.files.length === 0) errors.push({ field: 'files', code: 'media-required' });
  if (form.files.length > maxFiles) errors.push({ field: 'files', code: 'max-45', params: { n: form.files.length } });
  // A single picture may stand alone; a gallery needs words (POST-083).
  if (form.files.length > 1 && form.caption.trim() === '') errors.push({ field: 'caption', code: 'caption-required' });
  if (form.caption.length > captionMax) errors.push({ field: 'caption', code: 'chat-too-long' });
  if (form.preview.length > 1) errors.push({ field: 'preview', code: 'one-preview' });
  if (form.visibility === 'locked') {
    const checked = unlockAmount(form.amount, settings);
    if (!checked.ok) errors.push({ field: 'amount', ...checked.error });
  }
  if (form.scheduledAt !== null && msOf(form.scheduledAt) <= msOf(now))
    errors.push({ field: 'scheduledAt', code: 'schedule-past' });
  const tags = tagListError(form.tags);
  if (tags) errors.push({ field: 'tags', code: tags });
  return errors;
}

/** TAG-03, TAG-09. */
export const normaliseTag = (typed: string): string => typed.trim().toLowerCase();

/** TAG-04, TAG-08: what is wrong with the tags that came with a post. */
export function tagListError(tags: readonly string[]): 'tag-empty' | 'tag-too-long' | null {
  if (tags.some((tag) => normaliseTag(tag) === '')) return 'tag-empty';
  return tags.some((tag) => [...normaliseTag(tag)].length > tagNameMax) ? 'tag-too-long' : null;
}

/** TAG-07, TAG-08, TAG-11: the name of a tag in its own dialog. */
export function tagNameError(typed: string): 'tag-blank' | 'tag-too-long' | null {
  const tag = normaliseTag(typed);
  if (tag === '') return 'tag-blank';
  return [...tag].length > tagNameMax ? 'tag-too-long' : null;
}

/** POST-095, POST-096: a category that is made with a post. Slugs that the library keeps for itself are taken. */
export function newCategoryError(
  name: string,
  takenSlugs: readonly string[],
): 'category-invalid' | 'category-name-30' | null {
  const slug = normaliseTag(name);
  if ([...name.trim()].length > categoryNameMax) return 'category-name-30';
  return slug === '' || reservedCategories.includes(slug) || takenSlugs.includes(slug) ? 'category-invalid' : null;
}
const reservedCategories: readonly string[] = ['all media', 'preview'];

/** TAG-04, TAG-05, TAG-08. */
export function tagError(typed: string, chosen: readonly string[]): 'tag-empty' | 'tag-added' | 'tag-too-long' | null {
  const tag = normaliseTag(typed);
  if (tag === '') return 'tag-empty';
  if ([...tag].length > tagNameMax) return 'tag-too-long';
  return chosen.includes(tag) ? 'tag-added' : null;
}

export interface ChosenFile {
  readonly name: string;
  readonly size: number;
  readonly type: string;
  readonly pixels?: number;
}

/** POST-093: the same name and size is the same file. */
export const isSameFile = (one: ChosenFile, other: ChosenFile): boolean =>
  one.name === other.name && one.size === other.size;

/** POST-088, POST-089, POST-092: what is wrong with a chosen file; `n` is its place in a gallery, 1 for the first. */
export function fileError(
  file: ChosenFile,
  place: { readonly n: number; readonly isGallery: boolean; readonly isPreview: boolean },
): { code: string; params: Record<string, string | number> } | null {
  if (!isUploadType(file.type)) {
    if (place.isPreview) return { code: 'preview-format', params: {} };
    return place.isGallery
      ? { code: 'image-number-format', params: { n: place.n } }
      : { code: 'media-format', params: {} };
  }
  const isPhoto = isPhotoType(file.type);
  const isTooLarge =
    file.size > (isPhoto ? maxPhotoBytes : maxVideoBytes) || (isPhoto && (file.pixels ?? 0) > maxPhotoPixels);
  return isTooLarge ? { code: 'file-too-large', params: { name: file.name } } : null;
}

/** A client that has no schedule may send its own clock's time, which has passed when it arrives: up to a minute is now. */
export const isClientNow = (date: Instant, now: Instant): boolean =>
  msOf(date) <= msOf(now) && msOf(now) - msOf(date) <= 60_000;

/**
 * REUSE-05 to REUSE-07, REUSE-23: when a post that is published again is dated. A chosen instant lies ahead, or is the
 * original one, which is how older clients say that the date is kept. `date` for what is no instant.
 */
export function reuseDate({
  chosen,
  keepsDate,
  original,
  now,
}: {
  readonly chosen: Instant | null;
  readonly keepsDate: boolean;
  readonly original: Instant;
  readonly now: Instant;
}): Date | 'schedule-past' | 'date' {
  if (chosen === null) return new Date(keepsDate ? msOf(original) : msOf(now));
  const at = msOf(chosen);
  if (Number.isNaN(at)) return 'date';
  if (at > msOf(now) || at === msOf(original)) return new Date(at);
  return isClientNow(at, now) ? new Date(msOf(now)) : 'schedule-past';
}

/** REUSE-02 to REUSE-04: what the schedule begins with. On only when the post is still to come; else tomorrow at this time. */
export const reuseSchedule = ({
  original,
  now,
  timeZone,
}: {
  readonly original: Instant;
  readonly now: Instant;
  readonly timeZone: string;
}): { readonly isOn: boolean; readonly at: Date } =>
  msOf(original) > msOf(now)
    ? { isOn: true, at: new Date(msOf(original)) }
    : { isOn: false, at: defaultSchedule(now, timeZone) };
