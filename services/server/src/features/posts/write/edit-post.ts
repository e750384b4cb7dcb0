import { DomainError, type BodyOf } from '@backlot/contracts';
import type { editPost as editCall, DocumentedPost } from '@backlot/contracts/posts';
import type { TenantDb } from '@backlot/database';
import type { Visibility } from '@backlot/domain/access';
import { toWire } from '@backlot/domain/money/money';
import {
  chooseVisibility,
  emptyPostForm,
  offeredVisibilities,
  postFormErrors,
  type PostForm,
} from '@backlot/domain/posts/post-form';
import type { Settings } from '@backlot/domain/settings';
import type { Actor } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { wasEverSold } from '../../checkout/index.ts';
import { moveTags, tagPost, untagPost } from '../../tags/index.ts';
import { lockMediaStates } from '../../media/index.ts';
import { categoryFor } from '../category-rows.ts';
import { fileUnder } from '../../media/index.ts';
import { postKind } from './post-kind.ts';
import { chosenFiles, chosenPreviews, requireUsable } from '../media/chosen-media.ts';
import { givenPreview, type PostFiles } from '../media/given-preview.ts';
import { seeAsMaker } from './create-post.ts';
import { presenterFor } from '../read/visible-post.ts';
import { withIds, type WithIds } from '../media/named-files.ts';
import { plannedOf, refuseProblems, requireBillablePost, tagsOf, typedTags } from './planned-post.ts';
import { changePost, lockPost, filesOfPost, replaceMedia, type PostRow } from '../post-rows.ts';
import { documentedPost } from '../read/present-post.ts';
import { firstOf, lockFirst, rankVersions } from '../version-rows.ts';

type Input = WithIds<BodyOf<typeof editCall>>;

/**
 * Changes a post; what was not sent stays. What people have bought loses nothing.
 * @throws the codes of the post form, `price-not-billable`, `edit-one-content`, `post-is-published`, `post-media-sold`, `not-found`
 */
export async function editPost(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  sent: BodyOf<typeof editCall>,
  { now, language }: { now: Date; language: string },
): Promise<DocumentedPost> {
  const settings = await ctx.settings.of(tenant);
  const input: Input = await withIds(ctx, tenant, actor, sent);
  const edited = await ctx.database.tenants.write(tenant, async (db) => {
    // Media first, as the jobs that settle them do: neither waits for the other.
    const wanted = isMediaTouched(input) ? [...(chosenFiles(input) ?? []), ...(chosenPreviews(input) ?? [])] : [];
    await lockMediaStates(db, [...new Set([...(await filesOfPost(db, input.postId)).files, ...wanted])], {
      toChange: input.category != null,
    });
    await lockFirst(db, input.postId);
    const row = await lockPost(db, input.postId);
    if (row === null) throw new DomainError('not-found');
    await applyEdit(db, { ctx, tenant, row, input, settings, by: actor.trueAuthor, now });
    return seeAsMaker(db, actor, row.id, now);
  });
  return documentedPost(edited.seen, await presenterFor(ctx, tenant, edited.viewer, { now, language }));
}

const isMediaTouched = (input: Input): boolean => input.isMediaUpdate !== false;

interface Edit {
  readonly ctx: AppContext;
  readonly tenant: Tenant;
  readonly row: PostRow;
  readonly input: Input;
  readonly settings: Settings;
  readonly by: string;
  readonly now: Date;
}

async function applyEdit(db: TenantDb, { ctx, tenant, row, input, settings, by, now }: Edit): Promise<void> {
  const postFiles = await filesOfPost(db, row.id);
  const form = editedForm(row, postFiles, input, settings, now);
  const post = plannedOf(form, input.title ?? row.title, row.publish_at);
  // A price of before is charged as long as it can be.
  if (post.amountMinor !== row.amount_minor) requireBillablePost(ctx, settings, tenant, post, row.currency);
  const publishAt = publishTime(row, input.date, now);
  const isSame = same(post.files, postFiles.files) && post.preview === postFiles.preview;
  const lost = postFiles.files.filter((id) => !post.files.includes(id));
  if (lost.length > 0 && (await wasEverSold(db, postKind, row.id)))
    throw new DomainError('post-media-sold', {}, { fields: [{ field: 'media_item', code: 'post-media-sold' }] });
  const counts = isSame
    ? {}
    : {
        ...(await requireUsable(db, post.files, post.preview, [
          ...postFiles.files,
          ...(postFiles.preview ? [postFiles.preview] : []),
        ])),
        media_failed: 0,
      };
  const categoryId = input.category === undefined ? row.category_id : await categoryFor(db, input.category, by, now);
  if (!isSame) {
    const given = await givenPreview(db, post, {
      isAsked: input.give_preview_away === true,
      by,
      now,
      before: postFiles,
    });
    await replaceMedia(db, row.id, { files: post.files, preview: post.preview, given });
  }
  await changePost(db, row.id, {
    title: post.title,
    caption: post.caption,
    visibility: post.visibility,
    amount_minor: post.amountMinor,
    private_blur: post.blurMedia,
    caption_blur: post.blurCaption,
    publish_at: publishAt,
    category_id: categoryId,
    edited_at: now,
    show_content_length: post.showContentLength,
    show_media_count: post.showMediaCount,
    ...counts,
  });
  if (categoryId !== null && categoryId !== row.category_id) await fileUnder(db, post.files, categoryId);
  if (input.feed_tags !== undefined) {
    await untagPost(db, row.id);
    await tagPost(db, { id: row.id, publishAt }, tagsOf(form.tags), now);
  } else if (publishAt.getTime() !== row.publish_at.getTime()) await moveTags(db, row.id, publishAt);
  if (row.reuse_of !== null) await rankVersions(db, firstOf(row));
}

/** The post as it would be, if the rules let it. */
function editedForm(row: PostRow, postFiles: PostFiles, input: Input, settings: Settings, now: Date): PostForm {
  // Blank only counts when somebody typed it: a single picture may have come without words (POST-097).
  if (input.description !== undefined && input.description.trim() === '')
    throw new DomainError('caption-required', {}, { fields: [{ field: 'description', code: 'caption-required' }] });
  const visibility = visibilityOf(row, input);
  if (visibility !== row.visibility && !offeredVisibilities(settings).includes(visibility))
    throw new DomainError('invalid-request', {}, { fields: [{ field: 'visibility', code: 'not-offered' }] });
  const files = (isMediaTouched(input) ? chosenFiles(input) : null) ?? postFiles.files;
  const before: PostForm = {
    ...emptyPostForm,
    visibility: row.visibility,
    amount: input.amount ?? (row.amount_minor === null ? Number.NaN : toWire(row.amount_minor)),
    caption: input.description ?? row.caption,
    files,
    preview: previewsOf(input, files) ?? (postFiles.preview === null ? [] : [postFiles.preview]),
    blurMedia: input.privateBlur ?? row.private_blur,
    blurCaption: input.isCaptionBlur ?? row.caption_blur,
    showContentLength: input.show_content_length ?? row.show_content_length,
    showMediaCount: input.showNumberOfGalleryImage ?? row.show_media_count,
    tags: typedTags(input.feed_tags),
  };
  // Posts that were never locked have no blur to keep.
  const form = visibility === row.visibility && visibility === 'locked' ? before : chooseVisibility(before, visibility);
  const isPriceKept = input.amount === undefined && row.visibility === 'locked';
  refuseProblems(postFormErrors(form, settings, now).filter(({ field }) => !(field === 'amount' && isPriceKept)));
  return form;
}

function visibilityOf(row: PostRow, input: Input): Visibility {
  if (input.visibility !== undefined) return input.visibility;
  if (input.isPublicPost === true) return 'public';
  return input.isPublicPost === false && row.visibility === 'public' ? 'private' : row.visibility;
}

/** Undefined when nothing was said of it. One is the most, in the words of wherever it came from (POST-098, POST-099). */
function previewsOf(input: Input, files: readonly string[]): readonly string[] | undefined {
  if (!isMediaTouched(input)) return undefined;
  const uploaded = new Set(input.media_preview?.map(({ _id }) => _id));
  const refuse = (code: 'edit-one-content' | 'edit-max-1', field: string): DomainError =>
    new DomainError(code, { n: uploaded.size }, { fields: [{ field, code }] });
  if (uploaded.size > 1) throw refuse('edit-max-1', 'media_preview');
  if (Array.isArray(input.media_preview_item) && input.media_preview_item.length > 1)
    throw refuse('edit-one-content', 'media_preview_item');
  const picked = chosenPreviews({
    ...(input.media_preview_item === undefined ? {} : { media_preview_item: input.media_preview_item }),
  });
  const chosen =
    picked === undefined && uploaded.size === 0 ? undefined : [...new Set([...(picked ?? []), ...uploaded])];
  if (chosen !== undefined || input.selectedPreviewIndex == null) return chosen;
  const file = files[input.selectedPreviewIndex];
  return file === undefined ? [] : [file];
}

/** A post that is out keeps its time; one that waits may get another, or be published now (null). */
function publishTime(row: PostRow, date: Input['date'], now: Date): Date {
  const asked = date === undefined ? row.publish_at : date === null ? now : new Date(date);
  if (Number.isNaN(asked.getTime()))
    throw new DomainError('invalid-request', {}, { fields: [{ field: 'date', code: 'date' }] });
  if (asked.getTime() === row.publish_at.getTime()) return row.publish_at;
  if (row.publish_at <= now)
    throw new DomainError('post-is-published', {}, { fields: [{ field: 'date', code: 'post-is-published' }] });
  if (date !== null && asked <= now)
    throw new DomainError('schedule-past', {}, { fields: [{ field: 'date', code: 'schedule-past' }] });
  return asked;
}

const same = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id, index) => id === other[index]);
