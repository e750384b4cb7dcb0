import { DomainError, type BodyOf, type ErrorCode } from '@backlot/contracts';
import type { createPost as createCall, PostView } from '@backlot/contracts/posts';
import type { TenantDb } from '@backlot/database';
import { createHash } from 'node:crypto';
import { v7 } from 'uuid';
import type { Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../tenant.ts';
import { lockMediaStates } from '../uploads/index.ts';
import { claimKey } from './idempotency-rows.ts';
import { plannedPost, type PlannedPost } from './planned-post.ts';
import { findFeedRow } from './feed-rows.ts';
import { presenterFor } from './list-posts.ts';
import { insertPost } from './post-rows.ts';
import { postViewerOf } from './post-viewer.ts';
import { presentPost } from './present-post.ts';
import { listTags, tagPost, type CountedTag } from './tag-rows.ts';
import { allMedia, seePosts } from './visible-post.ts';

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
    if (!earlier) await insertPlanned(db, { id, author: actor.trueAuthor, currency: settings.currency, post: plannedPost(input, settings, now), now });
    const viewer = await postViewerOf(db, actor, now);
    const row = await findFeedRow(db, earlier?.subject_id ?? id, viewer.userId);
    const [seen] = row ? await seePosts(db, viewer, [row], now, allMedia) : [];
    if (!seen) throw new DomainError('not-found');
    return { viewer, seen, tags: await listTags(db, now) };
  });
  return { post: presentPost(made.seen, await presenterFor(ctx, tenant, made.viewer, { now, language })), tags: made.tags };
}

async function insertPlanned(db: TenantDb, { id, author, currency, post, now }: { id: string; author: string; currency: string; post: PlannedPost; now: Date }): Promise<void> {
  const waiting = await requireUsable(db, post);
  await insertPost(db, {
    id, title: post.title, caption: post.caption, visibility: post.visibility, amount_minor: post.amountMinor, currency,
    private_blur: post.blurMedia, caption_blur: post.blurCaption, publish_at: post.publishAt, photo_count: post.files.length,
    media_waiting: waiting, media_failed: 0, likes_count: 0, created_by: author, created_at: now, source_key: null, source_hash: null,
  }, post.files, post.preview);
  await tagPost(db, { id, publishAt: post.publishAt }, post.tags, now);
}

/** How many of its places are still processing. The states stand still until the post is there. */
async function requireUsable(db: TenantDb, { files, preview }: PlannedPost): Promise<number> {
  const places = [...files, ...(preview === null ? [] : [preview])];
  const states = await lockMediaStates(db, places);
  const refuse = (code: ErrorCode, index: number): DomainError =>
    new DomainError(code, code === 'image-number-format' ? { n: index + 1 } : {}, { fields: [{ field: index < files.length ? `media_item.${index}` : 'media_preview_item', code }] });
  let waiting = 0;
  for (const [index, id] of places.entries()) {
    const found = states.get(id);
    if (!found) throw refuse('not-found', index);
    // Its bytes have not come.
    if (found.state === 'waiting') throw refuse('media-required', index);
    if (found.state === 'error') throw refuse(index >= files.length ? 'preview-format' : files.length > 1 ? 'image-number-format' : 'media-format', index);
    if (found.state === 'processing') waiting += 1;
  }
  return waiting;
}
