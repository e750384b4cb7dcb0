import { DomainError, type BodyOf } from '@backlot/contracts';
import type { createPost as createCall, DocumentedPost } from '@backlot/contracts/posts';
import type { TenantDb } from '@backlot/database';
import { v7 } from 'uuid';
import type { Actor } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { categoryFor } from '../category-rows.ts';
import { fileUnder } from '../../media/index.ts';
import { requireUsable } from '../media/chosen-media.ts';
import { makeOnce } from './idempotency-rows.ts';
import { plannedPost, requireBillablePost, type PlannedPost } from './planned-post.ts';
import { givenPreview, type PostFiles } from '../media/given-preview.ts';
import { findFeedRow } from '../read/feed-rows.ts';
import {
  allMedia,
  type PostViewer,
  postViewerOf,
  presenterFor,
  type SeenPost,
  seePosts,
} from '../read/visible-post.ts';
import { withIds, type WithIds } from '../media/named-files.ts';
import { insertPost } from '../post-rows.ts';
import { documentedPost } from '../read/present-post.ts';
import { listTags, tagPost, type CountedTag } from '../../tags/index.ts';

export type CreatePostInput = WithIds<BodyOf<typeof createCall>>;

/**
 * Makes a post of uploaded files; sent twice it is made once. Files that are still processing let it
 * wait, a file that failed or never came refuses it.
 * @throws the codes of the post form, `price-not-billable`, `not-found` for files that this site does not have,
 * `idempotency-key-reused`
 */
export async function createPost(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  sent: BodyOf<typeof createCall>,
  { key, now, language }: { key: string | null; now: Date; language: string },
): Promise<{ post: DocumentedPost; tags: readonly CountedTag[] }> {
  const settings = await ctx.settings.of(tenant);
  const input: CreatePostInput = await withIds(ctx, tenant, actor, sent);
  const made = await ctx.database.tenants.write(tenant, async (db) => {
    const fresh = v7();
    const id = await makeOnce(
      db,
      { userId: actor.userId, call: 'add-new-blog', key, content: contentOf(input), id: fresh, now, clock: ctx.clock },
      async () => {
        const post = plannedPost(input, settings, now);
        requireBillablePost(ctx, settings, tenant, post, settings.currency);
        const categoryId = await categoryFor(db, input.category, actor.trueAuthor, now);
        await insertPlanned(db, {
          id: fresh,
          author: actor.trueAuthor,
          currency: settings.currency,
          post,
          categoryId,
          reuseOf: null,
          held: [],
          isGivenAway: input.give_preview_away === true,
          now,
        });
      },
    );
    return { ...(await seeAsMaker(db, actor, id, now)), tags: await listTags(db, ctx.tagged, now) };
  });
  return {
    post: documentedPost(made.seen, await presenterFor(ctx, tenant, made.viewer, { now, language })),
    tags: made.tags,
  };
}

/** What makes two requests the same post: all but its time, which a client without a schedule sets to its own clock. */
export const contentOf = <T extends { readonly date?: unknown }>({ date: _date, ...content }: T): Omit<T, 'date'> =>
  content;

/** A post as who made or changed it gets it, also while it waits for its media. @throws `not-found` */
export async function seeAsMaker(
  db: TenantDb,
  actor: Actor,
  id: string,
  now: Date,
): Promise<{ viewer: PostViewer; seen: SeenPost }> {
  const viewer = await postViewerOf(db, actor, now);
  const row = await findFeedRow(db, id, viewer.userId);
  const [seen] = row ? await seePosts(db, viewer, [row], now, allMedia) : [];
  if (!seen) throw new DomainError('not-found');
  return { viewer, seen };
}

export interface InsertPlanned {
  readonly id: string;
  readonly author: string;
  readonly currency: string;
  readonly post: PlannedPost;
  readonly categoryId: string | null;
  /** The first version of what is published again. */
  readonly reuseOf: string | null;
  /** Media that an earlier version holds. */
  readonly held: readonly string[];
  /** Whoever sends this was asked whether the preview may give away what is sold. */
  readonly isGivenAway: boolean;
  readonly before?: PostFiles;
  readonly now: Date;
}

/** Writes a post with its media and tags; how many of its media are still on their way. */
export async function insertPlanned(
  db: TenantDb,
  { id, author, currency, post, categoryId, reuseOf, held, isGivenAway, before, now }: InsertPlanned,
): Promise<number> {
  const counts = await requireUsable(db, post.files, post.preview, held, { toChange: categoryId !== null });
  const given = await givenPreview(db, post, { isAsked: isGivenAway, by: author, now, ...(before ? { before } : {}) });
  await insertPost(
    db,
    {
      id,
      title: post.title,
      caption: post.caption,
      visibility: post.visibility,
      amount_minor: post.amountMinor,
      currency,
      private_blur: post.blurMedia,
      caption_blur: post.blurCaption,
      publish_at: post.publishAt,
      ...counts,
      media_failed: 0,
      likes_count: 0,
      created_by: author,
      created_at: now,
      source_key: null,
      source_hash: null,
      category_id: categoryId,
      reuse_of: reuseOf,
      show_content_length: post.showContentLength,
      show_media_count: post.showMediaCount,
    },
    { files: post.files, preview: post.preview, given },
  );
  await tagPost(db, { id, publishAt: post.publishAt }, post.tags, now);
  if (categoryId !== null) await fileUnder(db, post.files, categoryId);
  return counts.media_waiting;
}
