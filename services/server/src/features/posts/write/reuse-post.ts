import { DomainError, errorCatalogue, type BodyOf } from '@backlot/contracts';
import type { DocumentedPost, reusePost as reuseCall } from '@backlot/contracts/posts';
import type { TenantDb } from '@backlot/database';
import { reuseAmount } from '@backlot/domain/money/amount-rules';
import {
  chooseVisibility,
  emptyPostForm,
  postFormErrors,
  reuseDate,
  type PostForm,
} from '@backlot/domain/posts/post-form';
import type { Settings } from '@backlot/domain/settings';
import { v7 } from 'uuid';
import type { Actor } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { textOf } from '../../../texts/texts.ts';
import { tagsOfPost } from '../../tags/index.ts';
import { categoryFor } from '../category-rows.ts';
import { chosenFiles, chosenPreviews } from '../media/chosen-media.ts';
import { contentOf, insertPlanned, seeAsMaker } from './create-post.ts';
import { makeOnce } from './idempotency-rows.ts';
import { presenterFor } from '../read/visible-post.ts';
import { withIds, type WithIds } from '../media/named-files.ts';
import { plannedOf, refuseProblems, requireBillablePost, typedTags } from './planned-post.ts';
import { filesOfPost, type PostRow } from '../post-rows.ts';
import { documentedPost } from '../read/present-post.ts';
import { firstOf, rankVersions } from '../version-rows.ts';

type Input = WithIds<BodyOf<typeof reuseCall>>;

/**
 * Publishes a post again as a new one, for those who have not bought any version of it; the others keep theirs (REUSE-29,
 * REUSE-30). Its visibility stays; the price is a whole number between the bounds of tips (DECISIONS 30).
 * @throws the codes of the reuse form, `price-not-billable`, `not-found`, `idempotency-key-reused`
 */
export async function reusePost(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  sent: BodyOf<typeof reuseCall>,
  { key, now, language }: { key: string | null; now: Date; language: string },
): Promise<DocumentedPost> {
  const settings = await ctx.settings.of(tenant);
  const input: Input = await withIds(ctx, tenant, actor, sent);
  const made = await ctx.database.tenants.write(tenant, async (db) => {
    const fresh = v7();
    const id = await makeOnce(
      db,
      { userId: actor.userId, call: 'reuse-blog', key, content: contentOf(input), id: fresh, now, clock: ctx.clock },
      () => insertVersion(db, { ctx, tenant, id: fresh, actor, input, settings, now }),
    );
    return seeAsMaker(db, actor, id, now);
  });
  return documentedPost(made.seen, await presenterFor(ctx, tenant, made.viewer, { now, language }));
}

interface Version {
  readonly ctx: AppContext;
  readonly tenant: Tenant;
  readonly id: string;
  readonly actor: Actor;
  readonly input: Input;
  readonly settings: Settings;
  readonly now: Date;
}

async function insertVersion(db: TenantDb, { ctx, tenant, id, actor, input, settings, now }: Version): Promise<void> {
  const source = await db('posts').where({ id: input._id }).whereNull('deleted_at').first();
  if (source === undefined) throw new DomainError('not-found');
  const postFiles = await filesOfPost(db, source.id);
  const tags =
    input.feed_tags === undefined
      ? (await tagsOfPost(db, source.id)).map(({ name }) => name)
      : typedTags(input.feed_tags);
  const post = plannedOf(reusedForm(source, postFiles, tags, input, settings, now), input.title ?? source.title, now);
  requireBillablePost(ctx, settings, tenant, post, settings.currency);
  const waiting = await insertPlanned(db, {
    id,
    author: actor.trueAuthor,
    currency: settings.currency,
    post,
    now,
    reuseOf: firstOf(source),
    isGivenAway: input.give_preview_away === true,
    before: postFiles,
    held: [...postFiles.files, ...(postFiles.preview ? [postFiles.preview] : [])],
    categoryId:
      input.category === undefined ? source.category_id : await categoryFor(db, input.category, actor.trueAuthor, now),
  });
  // The earlier version stands in the feed until this one is complete.
  if (waiting === 0) await rankVersions(db, firstOf(source));
}

/** A refusal with its words where the documents' clients look for them too (REUSE-35). */
export function asReuseError(error: unknown, language: string): unknown {
  if (!(error instanceof DomainError)) return error;
  const message = textOf(language, errorCatalogue[error.code].text, error.params);
  return new DomainError(error.code, error.params, {
    fields: error.fields,
    details: { ...error.details, data: { reuseBlog: { message } } },
  });
}

function reusedForm(
  source: PostRow,
  postFiles: { files: readonly string[]; preview: string | null },
  tags: readonly string[],
  input: Input,
  settings: Settings,
  now: Date,
): PostForm {
  const isLocked = source.visibility === 'locked';
  const price = isLocked ? reuseAmount(input.amount, settings) : null;
  const date = reuseDate({
    chosen: input.date == null ? null : new Date(input.date),
    keepsDate: input.keep_date === true,
    original: source.publish_at,
    now,
  });
  const form: PostForm = {
    ...emptyPostForm,
    visibility: source.visibility,
    amount: input.amount ?? Number.NaN,
    caption: input.description,
    files: chosenFiles(input) ?? postFiles.files,
    preview: chosenPreviews(input) ?? (postFiles.preview === null ? [] : [postFiles.preview]),
    blurMedia: input.privateBlur ?? source.private_blur,
    blurCaption: input.captionBlur ?? source.caption_blur,
    tags,
    showContentLength: input.show_content_length ?? source.show_content_length,
    showMediaCount: input.showNumberOfGalleryImage ?? source.show_media_count,
    scheduledAt: date === 'schedule-past' || date === 'date' ? null : date,
  };
  if (date === 'date') throw new DomainError('invalid-request', {}, { fields: [{ field: 'date', code: 'date' }] });
  refuseProblems([
    // The price has bounds of its own here, and words are no must.
    ...postFormErrors(form, settings, new Date(0)).filter(
      ({ field, code }) => field !== 'amount' && code !== 'caption-required',
    ),
    ...(price?.ok === false ? [{ field: 'amount' as const, ...price.error }] : []),
    ...(date === 'schedule-past' ? [{ field: 'scheduledAt' as const, code: 'schedule-past' }] : []),
  ]);
  return source.visibility === 'locked' ? form : chooseVisibility(form, source.visibility);
}
