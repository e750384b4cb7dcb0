import { minorOf } from '@backlot/domain/money/money';
import { dayMs } from '@backlot/domain/formats/when';
import { join } from 'node:path';
import type { AppContext } from '../context.ts';
import { importPosts, type DeclaredPost as PostToImport } from '../features/posts/index.ts';
import type { Tenant } from '../sites/tenant.ts';
import type { DeclaredPost, DeclaredSite } from './read-site.ts';

/** What the first screen of a feed shows; the rest becomes ready while people look, and films always do. */
const READY_AT_ONCE = 6;

/** The declared posts, oldest first so that their numbers follow time. @returns their ids by key */
export async function applyPosts(
  ctx: AppContext,
  tenant: Tenant,
  site: DeclaredSite,
  onProgress: (done: number, of: number) => void,
): Promise<ReadonlyMap<string, string>> {
  const now = ctx.clock.now();
  const names = new Map(site.tags.map((tag) => [tag.slug, tag.name]));
  const posts = site.posts
    .map((post) => toImport(site, post, names, now))
    .toSorted((a, b) => a.publishAt.getTime() - b.publishAt.getTime());
  const published = posts.filter(({ publishAt }) => publishAt <= now);
  const first = new Set(
    published
      .filter(({ files }) => !files.some((file) => file.endsWith('.mp4')))
      .slice(-READY_AT_ONCE)
      .map(({ sourceKey }) => sourceKey),
  );
  const { ids } = await importPosts(ctx, tenant, posts, {
    onProgress,
    readyAtOnce: ({ sourceKey }) => first.has(sourceKey),
  });
  return ids;
}

function toImport(site: DeclaredSite, post: DeclaredPost, names: ReadonlyMap<string, string>, now: Date): PostToImport {
  return {
    sourceKey: post.key,
    caption: post.caption,
    visibility: post.visibility,
    amountMinor: post.visibility === 'locked' ? minorOf(post.amount ?? 0) : null,
    tags: post.tags.map((slug) => ({ slug, name: names.get(slug) ?? slug })),
    publishAt: publishedAt(post, now),
    likes: post.likes ?? 0,
    files: post.media.map(({ file }) => join(site.folder, file)),
    previewFile: post.preview === undefined ? null : join(site.folder, post.preview),
  };
}

/** Days before now; with a time of day, that time (UTC) of the day, yet never later than the days say. */
function publishedAt({ daysAgo, time }: DeclaredPost, now: Date): Date {
  const at = new Date(now.getTime() - daysAgo * dayMs);
  const [hours, minutes] = (time ?? '').split(':').map(Number);
  if (hours === undefined || minutes === undefined || Number.isNaN(hours)) return at;
  const timed = new Date(at);
  timed.setUTCHours(hours, minutes, 0, 0);
  return daysAgo > 0 && timed > at ? new Date(timed.getTime() - (daysAgo < 1 ? dayMs : 0)) : timed;
}
