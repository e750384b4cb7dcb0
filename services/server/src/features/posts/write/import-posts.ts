import type { TenantDb } from '@backlot/database';
import type { Visibility } from '@backlot/domain/access';
import type { Minor } from '@backlot/domain/money/money';
import { normaliseTag } from '@backlot/domain/posts/post-form';
import { createHash } from 'node:crypto';
import { v7 } from 'uuid';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import {
  lockMediaStates,
  processDeclaredLater,
  processPhoto,
  readDeclared,
  registerOriginal,
  takeOriginals,
  type TakenOriginal,
} from '../../media/index.ts';
import { insertPost, insertPostMedia } from '../post-rows.ts';
import { tagPost, untagPost } from '../../tags/index.ts';
import { listImportedPosts } from './imported-posts.ts';

/** A post that is declared with a site. */
export interface DeclaredPost {
  /** Names it for ever: applied again it is the same post. */
  readonly sourceKey: string;
  readonly caption: string;
  readonly title?: string;
  readonly visibility: Visibility;
  /** Locked posts only. */
  readonly amountMinor: Minor | null;
  readonly tags: ReadonlyArray<{ readonly name: string; readonly slug: string }>;
  /** Counts when the post is made; a post that is there keeps its date and its likes. */
  readonly publishAt: Date;
  readonly likes: number;
  /** Absolute paths, in the order they are shown. */
  readonly files: readonly string[];
  readonly previewFile?: string | null;
  readonly blurMedia?: boolean;
  readonly blurCaption?: boolean;
}

export interface ImportOptions {
  /** Whose photos are to be ready before the answer; those of the others, and all films, follow in jobs, the last of the list first. */
  readonly readyAtOnce?: (post: DeclaredPost, index: number) => boolean;
  readonly onProgress?: (done: number, of: number) => void;
}

export interface Imported {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  /** Ids by `sourceKey`. */
  readonly ids: ReadonlyMap<string, string>;
}

/** Applies the declared posts of a site, oldest first so that their numbers follow time: what is unchanged costs one look at its files and nothing else. */
export async function importPosts(
  ctx: AppContext,
  tenant: Tenant,
  posts: readonly DeclaredPost[],
  options: ImportOptions = {},
): Promise<Imported> {
  const known = new Map(
    (await ctx.database.tenants.read(tenant, (db) => listImportedPosts(db))).map((row) => [row.source_key, row]),
  );
  const { currency } = await ctx.settings.of(tenant);
  const ids = new Map<string, string>();
  const counts = { created: 0, updated: 0, unchanged: 0 };
  const processing: Promise<void>[] = [];
  for (const [index, post] of posts.entries()) {
    options.onProgress?.(index, posts.length);
    const files = await Promise.all([...post.files, ...(post.previewFile ? [post.previewFile] : [])].map(readDeclared));
    const hash = digestOf(
      post,
      files.map(({ sha256 }) => sha256),
    );
    const before = known.get(post.sourceKey);
    ids.set(post.sourceKey, before?.id ?? v7());
    if (before?.source_hash === hash) {
      counts.unchanged += 1;
      continue;
    }
    const taken = await takeOriginals(ctx, tenant, files, post.publishAt);
    const id = ids.get(post.sourceKey) ?? v7();
    await ctx.database.tenants.write(tenant, (db) =>
      writePost(db, {
        id,
        isNew: !before,
        post,
        place: posts.length - 1 - index,
        hash,
        taken,
        currency,
        now: ctx.clock.now(),
      }),
    );
    counts[before ? 'updated' : 'created'] += 1;
    if (options.readyAtOnce?.(post, index))
      processing.push(...taken.map((one) => processPhoto(ctx, tenant, one.id, { attempt: 1 })));
  }
  await Promise.all(processing);
  options.onProgress?.(posts.length, posts.length);
  return { ...counts, ids };
}

/** Everything that a change of the declaration may change on a post that is there. */
function digestOf(post: DeclaredPost, files: readonly string[]): string {
  const { caption, title, visibility, amountMinor, tags, previewFile, blurMedia, blurCaption } = post;
  const parts = [
    caption,
    title ?? '',
    visibility,
    amountMinor,
    tags.map(({ name, slug }) => [name, slug]),
    files,
    previewFile ? 1 : 0,
    blurMedia ?? true,
    blurCaption ?? false,
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

interface Writing {
  id: string;
  isNew: boolean;
  post: DeclaredPost;
  place: number;
  hash: string;
  taken: readonly TakenOriginal[];
  currency: string;
  now: Date;
}

async function writePost(db: TenantDb, { id, isNew, post, place, hash, taken, currency, now }: Writing): Promise<void> {
  // People see the latest first, and what is still to come last.
  for (const original of taken) await registerOriginal(db, original, place + (post.publishAt > now ? 10_000 : 0));
  await processDeclaredLater(db);
  const ids = taken.map((one) => one.id);
  const media = [...new Set(ids.slice(0, post.files.length))];
  const preview = post.previewFile ? (ids.at(-1) ?? null) : null;
  const states = await lockMediaStates(db, ids);
  const isIn = (state: string) =>
    [...media, ...(preview ? [preview] : [])].filter((one) => states.get(one)?.state === state).length;
  const kindsOf = (kind: string) => media.filter((one) => states.get(one)?.kind === kind).length;
  const values = {
    title: post.title ?? '',
    caption: post.caption,
    visibility: post.visibility,
    currency,
    amount_minor: post.visibility === 'locked' ? post.amountMinor : null,
    private_blur: post.visibility !== 'public' && (post.blurMedia ?? true),
    caption_blur: post.blurCaption ?? false,
    photo_count: kindsOf('photo'),
    video_count: kindsOf('video'),
    media_waiting: isIn('processing'),
    media_failed: isIn('error'),
    source_hash: hash,
  };
  let publishAt = post.publishAt;
  if (isNew) {
    await insertPost(
      db,
      {
        ...values,
        id,
        publish_at: publishAt,
        likes_count: post.likes,
        created_by: null,
        created_at: now,
        source_key: post.sourceKey,
      },
      { files: media, preview },
    );
  } else {
    await db('post_media').where({ post_id: id }).delete();
    await insertPostMedia(db, id, { files: media, preview });
    const [row] = await db('posts').where({ id }).update(values).returning('publish_at');
    publishAt = row?.publish_at ?? publishAt;
    await untagPost(db, id);
  }
  await tagPost(
    db,
    { id, publishAt },
    post.tags.map(({ name, slug }) => ({ name, slug: normaliseTag(slug) })),
    now,
  );
}
