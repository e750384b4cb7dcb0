import { DomainError, type BodyOf } from '@backlot/contracts';
import type { DocumentedPost, reviewPost as reviewCall } from '@backlot/contracts/posts';
import type { TenantDb } from '@backlot/database';
import { defaultReviewAmount } from '@backlot/domain/limits';
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
import { moveTags, tagPost, untagPost } from '../../tags/index.ts';
import { wasEverSold } from '../../checkout/index.ts';
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
import { lockFirst, rankVersions } from '../version-rows.ts';

type Input = WithIds<BodyOf<typeof reviewCall>>;

/**
 * Completes a post whose media could not all be processed: without them, or with others in their place. What nobody has
 * seen is published at its time or, when that has passed, now; what people have bought keeps its date and loses nothing.
 * @throws the codes of the post form, `price-not-billable`, `review-not-needed`, `post-media-sold`, `not-found`
 */
export async function reviewPost(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  sent: BodyOf<typeof reviewCall>,
  { now, language }: { now: Date; language: string },
): Promise<DocumentedPost> {
  const settings = await ctx.settings.of(tenant);
  const input: Input = await withIds(ctx, tenant, actor, sent);
  const reviewed = await ctx.database.tenants.write(tenant, async (db) => {
    const before = await filesOfPost(db, input._id);
    const held = [...before.files, ...(before.preview ? [before.preview] : [])];
    const states = await lockMediaStates(
      db,
      [...new Set([...held, ...(chosenFiles(input) ?? []), ...(chosenPreviews(input) ?? [])])],
      { toChange: true },
    );
    await lockFirst(db, input._id);
    const row = await lockPost(db, input._id);
    if (row === null) throw new DomainError('not-found');
    if (row.media_failed === 0) throw new DomainError('review-not-needed');
    const isWhole = (id: string): boolean => states.get(id)?.state !== 'error';
    const whole = {
      files: before.files.filter(isWhole),
      preview: before.preview !== null && isWhole(before.preview) ? [before.preview] : [],
    };
    await applyReview(db, { ctx, tenant, row, before, whole, held, input, settings, by: actor.trueAuthor, now });
    return seeAsMaker(db, actor, row.id, now);
  });
  return documentedPost(reviewed.seen, await presenterFor(ctx, tenant, reviewed.viewer, { now, language }));
}

interface Reviewing {
  readonly ctx: AppContext;
  readonly tenant: Tenant;
  readonly row: PostRow;
  readonly before: PostFiles;
  readonly whole: { readonly files: readonly string[]; readonly preview: readonly string[] };
  readonly held: readonly string[];
  readonly input: Input;
  readonly settings: Settings;
  readonly by: string;
  readonly now: Date;
}

async function applyReview(
  db: TenantDb,
  { ctx, tenant, row, before: places, whole, held, input, settings, by, now }: Reviewing,
): Promise<void> {
  const visibility = input.visibility ?? row.visibility;
  if (visibility !== row.visibility && !offeredVisibilities(settings).includes(visibility))
    throw new DomainError('invalid-request', {}, { fields: [{ field: 'visibility', code: 'not-offered' }] });
  const before: PostForm = {
    ...emptyPostForm,
    visibility: row.visibility,
    amount: input.amount ?? (row.amount_minor === null ? defaultReviewAmount : toWire(row.amount_minor)),
    caption: input.description ?? row.caption,
    files: chosenFiles(input) ?? whole.files,
    preview: chosenPreviews(input) ?? whole.preview,
    tags: typedTags(input.feed_tags),
    blurMedia: input.privateBlur ?? row.private_blur,
    blurCaption: input.captionBlur ?? row.caption_blur,
    showContentLength: input.show_content_length ?? row.show_content_length,
    showMediaCount: input.showNumberOfGalleryImage ?? row.show_media_count,
  };
  const form = chooseVisibility(before, visibility);
  refuseProblems(postFormErrors(form, settings, now));
  const isSold = await wasEverSold(db, postKind, row.id);
  const publishAt = isSold || row.publish_at > now ? row.publish_at : now;
  const post = plannedOf(form, input.title ?? row.title, publishAt);
  if (post.amountMinor !== row.amount_minor) requireBillablePost(ctx, settings, tenant, post, row.currency);
  if (isSold && whole.files.some((id) => !post.files.includes(id)))
    throw new DomainError('post-media-sold', {}, { fields: [{ field: 'media_item', code: 'post-media-sold' }] });
  const counts = await requireUsable(db, post.files, post.preview, held);
  const categoryId = input.category === undefined ? row.category_id : await categoryFor(db, input.category, by, now);
  const given = await givenPreview(db, post, { isAsked: input.give_preview_away === true, by, now, before: places });
  await replaceMedia(db, row.id, { files: post.files, preview: post.preview, given });
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
    ...counts,
    media_failed: 0,
    show_content_length: post.showContentLength,
    show_media_count: post.showMediaCount,
  });
  if (categoryId !== null) await fileUnder(db, post.files, categoryId);
  if (input.feed_tags !== undefined) {
    await untagPost(db, row.id);
    await tagPost(db, { id: row.id, publishAt }, tagsOf(form.tags), now);
  } else await moveTags(db, row.id, publishAt);
  if (row.reuse_of !== null && counts.media_waiting === 0) await rankVersions(db, row.reuse_of);
}
