import { DomainError, type BodyOf } from '@backlot/contracts';
import type { createPost as createCall, PostView } from '@backlot/contracts/posts';
import type { TenantDb } from '@backlot/database';
import { createHash } from 'node:crypto';
import { v7 } from 'uuid';
import type { Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../tenant.ts';
import { categoryFor, fileUnder } from './category-rows.ts';
import { requireUsable } from './chosen-media.ts';
import { claimKey } from './idempotency-rows.ts';
import { plannedPost, type PlannedPost } from './planned-post.ts';
import { findFeedRow } from './feed-rows.ts';
import { presenterFor } from './list-posts.ts';
import { insertPost } from './post-rows.ts';
import { postViewerOf, type PostViewer } from './post-viewer.ts';
import { presentPost } from './present-post.ts';
import { listTags, tagPost, type CountedTag } from '../tags/index.ts';
import { allMedia, seePosts, type SeenPost } from './visible-post.ts';

export type CreatePostInput = BodyOf<typeof createCall>;

/**
 * Makes a post of uploaded files; sent twice with one key it is made once. Files that are still processing let it
 * wait, a file that failed or never came refuses it.
 * @throws the codes of the post form, `not-found` for files that this site does not have, `idempotency-key-reused`
 */
export async function createPost(
  ctx: AppContext, tenant: Tenant, actor: Actor, input: CreatePostInput, { key, now, language }: { key: string; now: Date; language: string },
): Promise<{ post: PostView; tags: readonly CountedTag[] }> {
  const settings = await ctx.settings.of(tenant);
  const requestHash = createHash('sha256').update(JSON.stringify(input)).digest('hex');
  const made = await ctx.database.tenants.write(tenant, async (db) => {
    const id = v7();
    const earlier = await claimKey(db, { user_id: actor.userId, call: 'add-new-blog', key, request_hash: requestHash, subject_id: id, created_at: now });
    if (earlier && earlier.request_hash !== requestHash) throw new DomainError('idempotency-key-reused');
    if (!earlier) {
      const post = plannedPost(input, settings, now);
      const categoryId = await categoryFor(db, input.category, actor.trueAuthor, now);
      await insertPlanned(db, { id, author: actor.trueAuthor, currency: settings.currency, post, categoryId, reuseOf: null, held: [], now });
    }
    return { ...await seeAsMaker(db, actor, earlier?.subject_id ?? id, now), tags: await listTags(db, now) };
  });
  return { post: presentPost(made.seen, await presenterFor(ctx, tenant, made.viewer, { now, language })), tags: made.tags };
}

/** A post as who made or changed it gets it, also while it waits for its media. @throws `not-found` */
export async function seeAsMaker(db: TenantDb, actor: Actor, id: string, now: Date): Promise<{ viewer: PostViewer; seen: SeenPost }> {
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
  readonly now: Date;
}

/** Writes a post with its media and tags; how many of its media are still on their way. */
export async function insertPlanned(db: TenantDb, { id, author, currency, post, categoryId, reuseOf, held, now }: InsertPlanned): Promise<number> {
  const counts = await requireUsable(db, post.files, post.preview, held, { toChange: categoryId !== null });
  await insertPost(db, {
    id, title: post.title, caption: post.caption, visibility: post.visibility, amount_minor: post.amountMinor, currency,
    private_blur: post.blurMedia, caption_blur: post.blurCaption, publish_at: post.publishAt, ...counts,
    media_failed: 0, likes_count: 0, created_by: author, created_at: now, source_key: null, source_hash: null,
    category_id: categoryId, reuse_of: reuseOf, show_content_length: post.showContentLength, show_media_count: post.showMediaCount,
  }, post.files, post.preview);
  await tagPost(db, { id, publishAt: post.publishAt }, post.tags, now);
  if (categoryId !== null) await fileUnder(db, post.files, categoryId);
  return counts.media_waiting;
}
