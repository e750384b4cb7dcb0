import { DomainError, errorCatalogue, type ErrorCode } from '@backlot/contracts';
import type { Visibility } from '@backlot/domain/access';
import { minorOf, type Minor } from '@backlot/domain/money/money';
import {
  chooseVisibility,
  emptyPostForm,
  isClientNow,
  normaliseTag,
  offeredVisibilities,
  postFormErrors,
  type PostForm,
  type PostFormError,
} from '@backlot/domain/posts/post-form';
import type { Settings } from '@backlot/domain/settings';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { requireBillablePrices } from '../../checkout/index.ts';
import { chosenFiles, chosenPreviews } from '../media/chosen-media.ts';
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
  readonly showContentLength: boolean;
  readonly showMediaCount: boolean;
}

/** @throws the first problem of the form, with all of them as fields */
export function plannedPost(input: CreatePostInput, settings: Settings, now: Date): PlannedPost {
  const form = formOf(input, now);
  // The 60th second of a minute is a good instant to the schema and none to a clock.
  if (form.scheduledAt !== null && Number.isNaN(new Date(form.scheduledAt).getTime()))
    throw new DomainError('invalid-request', {}, { fields: [{ field: 'date', code: 'date' }] });
  if (!offeredVisibilities(settings).includes(form.visibility))
    throw new DomainError('invalid-request', {}, { fields: [{ field: 'visibility', code: 'not-offered' }] });
  refuseProblems(postFormErrors(form, settings, now));
  return plannedOf(form, input.title ?? '', now);
}

/** @throws the first of the problems, with all of them as fields */
export function refuseProblems(problems: readonly PostFormError[]): void {
  const [first] = problems;
  if (first === undefined) return;
  const code = first.code in errorCatalogue ? (first.code as ErrorCode) : 'invalid-request';
  throw new DomainError(code, first.params ?? {}, {
    fields: problems.map((problem) => ({ field: fieldOf[problem.field] ?? problem.field, code: problem.code })),
  });
}

/**
 * Refuses a price that nobody could pay: by no card of the site's account, nor from a wallet. @throws price-not-billable
 */
export function requireBillablePost(
  ctx: AppContext,
  settings: Settings,
  { locale }: Tenant,
  { amountMinor }: PlannedPost,
  currency: string,
): void {
  if (amountMinor === null) return;
  const amounts = [{ field: 'amount', minor: amountMinor }];
  requireBillablePrices(ctx, settings, locale, { amounts, currency, isWalletEnough: true });
}

/** A form without problems, as it is to be written. */
export function plannedOf(form: PostForm, title: string, now: Date): PlannedPost {
  return {
    title: title.trim(),
    caption: form.caption,
    visibility: form.visibility,
    amountMinor: form.visibility === 'locked' ? minorOf(form.amount) : null,
    blurMedia: form.blurMedia,
    blurCaption: form.blurCaption,
    publishAt: form.scheduledAt === null ? now : new Date(form.scheduledAt),
    files: form.files,
    preview: form.preview[0] ?? null,
    tags: tagsOf(form.tags),
    showContentLength: form.showContentLength,
    showMediaCount: form.showMediaCount,
  };
}

const fieldOf: Partial<Record<keyof PostForm, string>> = {
  files: 'media_item',
  caption: 'description',
  preview: 'media_preview_item',
  scheduledAt: 'date',
  tags: 'feed_tags',
};

function formOf(input: CreatePostInput, now: Date): PostForm {
  const form: PostForm = {
    ...emptyPostForm,
    // An amount that is missing is no amount, not the form's default.
    amount: input.amount ?? Number.NaN,
    caption: input.description,
    files: chosenFiles(input) ?? [],
    preview: input.isPreviewEnable === false ? [] : (chosenPreviews(input) ?? []),
    blurMedia: input.privateBlur ?? true,
    blurCaption: input.captionBlur ?? false,
    scheduledAt: input.date == null || isClientNow(new Date(input.date), now) ? null : new Date(input.date),
    tags: typedTags(input.feed_tags),
    showContentLength: input.show_content_length ?? true,
    showMediaCount: input.showNumberOfGalleryImage ?? true,
  };
  return chooseVisibility(form, visibilityOf(input));
}

/** The documents' older clients say it in two booleans. */
function visibilityOf(input: CreatePostInput): Visibility {
  if (input.visibility !== undefined) return input.visibility;
  if (input.public === true) return 'public';
  return input.isLocked === true || input.isLocked === 'locked' ? 'locked' : 'private';
}

type TypedTags = CreatePostInput['feed_tags'];
/** Names, of tags that were typed or chosen. */
export const typedTags = (typed: TypedTags): string[] =>
  (typed ?? []).map((tag) => (typeof tag === 'string' ? tag : (tag.label ?? tag.name ?? tag.slug ?? tag.value ?? '')));

export function tagsOf(typed: readonly string[]): Array<{ name: string; slug: string }> {
  const bySlug = new Map(typed.map((tag) => [normaliseTag(tag), tag.trim()]));
  return [...bySlug].map(([slug, name]) => ({ slug, name }));
}
