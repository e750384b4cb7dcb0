import { DomainError, errorCatalogue, type ErrorCode } from '@backlot/contracts';
import type { Visibility } from '@backlot/domain/access';
import { minorOf, type Minor } from '@backlot/domain/money';
import { chooseVisibility, emptyPostForm, normaliseTag, offeredVisibilities, postFormErrors, type PostForm } from '@backlot/domain/post-form';
import type { Settings } from '@backlot/domain/settings';
import type { CreatePostInput } from './create-post.ts';

/** A post that the rules let through, as it is to be written. */
export interface PlannedPost {
  readonly title: string;
  readonly caption: string;
  readonly visibility: Visibility;
  readonly amountMinor: Minor | null;
  readonly blurMedia: boolean;
  readonly blurCaption: boolean;
  readonly publishAt: Date;
  readonly files: readonly string[];
  readonly preview: string | null;
  readonly tags: ReadonlyArray<{ name: string; slug: string }>;
}

/** @throws the first problem of the form, with all of them as fields */
export function plannedPost(input: CreatePostInput, settings: Settings, now: Date): PlannedPost {
  const form = formOf(input);
  // The 60th second of a minute is a good instant to the schema and none to a clock.
  if (form.scheduledAt !== null && Number.isNaN(new Date(form.scheduledAt).getTime())) throw new DomainError('invalid-request', {}, { fields: [{ field: 'date', code: 'date' }] });
  if (!offeredVisibilities(settings).includes(form.visibility)) throw new DomainError('invalid-request', {}, { fields: [{ field: 'visibility', code: 'not-offered' }] });
  const problems = postFormErrors(form, settings, now);
  const [first] = problems;
  if (first) {
    const code = first.code in errorCatalogue ? first.code as ErrorCode : 'invalid-request';
    throw new DomainError(code, first.params ?? {}, { fields: problems.map((problem) => ({ field: fieldOf[problem.field] ?? problem.field, code: problem.code })) });
  }
  return {
    title: (input.title ?? '').trim(), caption: form.caption, visibility: form.visibility,
    amountMinor: form.visibility === 'locked' ? minorOf(form.amount) : null,
    blurMedia: form.blurMedia, blurCaption: form.blurCaption,
    publishAt: form.scheduledAt === null ? now : new Date(form.scheduledAt),
    files: form.files, preview: form.preview[0] ?? null, tags: tagsOf(form.tags),
  };
}

const fieldOf: Partial<Record<keyof PostForm, string>> = {
  files: 'media_item', caption: 'description', preview: 'media_preview_item', scheduledAt: 'date', tags: 'feed_tags',
};

function formOf(input: CreatePostInput): PostForm {
  const form: PostForm = {
    ...emptyPostForm,
    // An amount that is missing is no amount, not the form's default.
    amount: input.amount ?? Number.NaN, caption: input.description,
    // A file that was chosen twice is there once (POST-093).
    files: [...new Set(input.media_item)], preview: input.media_preview_item == null ? [] : [input.media_preview_item],
    blurMedia: input.privateBlur ?? true, blurCaption: input.captionBlur ?? false,
    scheduledAt: input.date === undefined ? null : new Date(input.date), tags: input.feed_tags ?? [],
  };
  return chooseVisibility(form, visibilityOf(input));
}

/** The documents' older clients say it in two booleans. */
function visibilityOf(input: CreatePostInput): Visibility {
  if (input.visibility !== undefined) return input.visibility;
  if (input.public === true) return 'public';
  return input.isLocked === true || input.isLocked === 'locked' ? 'locked' : 'private';
}

function tagsOf(typed: readonly string[]): Array<{ name: string; slug: string }> {
  const bySlug = new Map(typed.map((tag) => [normaliseTag(tag), tag.trim()]));
  return [...bySlug].map(([slug, name]) => ({ slug, name }));
}
