import { queryKeys } from '@backlot/contracts/bootstrap';
import { DomainError } from '@backlot/contracts';
import { isLandingOn } from '@backlot/domain/sites/landing';
import type { StoredRole } from '@backlot/contracts';
import { feedAll, MediaView, PostView, type DocumentedMedia, type DocumentedPost } from '@backlot/contracts/posts';
import type { AppContext } from '../../../context.ts';
import type { PageQuery, PageRequest } from '../../../feature.ts';
import { listPosts } from './list-posts.ts';
import { getPost } from './visible-post.ts';
import { tagsOfPage } from '../../tags/index.ts';

const idPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What the feed and a post's page show first. */
export async function postPageQueries(ctx: AppContext, page: PageRequest): Promise<readonly PageQuery[]> {
  if (page.path === '/' || page.path === '/home') return (await showsLanding(ctx, page)) ? [] : feedQueries(ctx, page);
  const id = /^\/(?:feed|single-gallery)\/([^/]+)/.exec(page.path)?.[1];
  return id !== undefined && idPattern.test(id) ? postQueries(ctx, page, id) : [];
}

/** No post is on it: its page need not carry them. */
async function showsLanding(ctx: AppContext, { tenant, actor, path }: PageRequest): Promise<boolean> {
  if (actor !== null || path !== '/') return false;
  const settings = await ctx.settings.of(tenant);
  return isLandingOn((key) => settings[key]);
}

/** Who reads the feed with everything in it (001 §6). */
export const readsAllPosts = (role: StoredRole | undefined): boolean =>
  role !== undefined &&
  feedAll.access.kind === 'roles' &&
  (feedAll.access.roles as readonly StoredRole[]).includes(role);

async function feedQueries(ctx: AppContext, page: PageRequest): Promise<readonly PageQuery[]> {
  const { tenant, actor, search, now } = page;
  const asked = search.get('feed_tag_id');
  const tagId = asked !== null && idPattern.test(asked) ? asked : null;
  const scope = readsAllPosts(actor?.role) ? ('staff' as const) : ('published' as const);
  const feed = await listPosts(ctx, tenant, actor, { scope, page: 1, tagId }, page);
  const { feed_tags_enable: hasTags } = await ctx.settings.of(tenant);
  const tags = hasTags ? await tagsOfPage(ctx, tenant, actor, now) : null;
  return [
    {
      key: queryKeys.feed(tenant.id, tagId),
      data: { pages: [{ ...feed, blogs: feed.blogs.map(ofPage) }], pageParams: [1] },
    },
    ...(tags
      ? [{ key: queryKeys.tags(tenant.id), data: tags.map(({ id, ...tag }) => ({ _id: id, id, ...tag })) }]
      : []),
  ];
}

/** Without what the documents say twice: the page's HTML is the longer for it, and our pages read the other. */
function ofPage(post: DocumentedPost): PostView {
  const media = (one: DocumentedMedia): MediaView =>
    Object.fromEntries(mediaFields.map((field) => [field, one[field]])) as unknown as MediaView;
  const view = Object.fromEntries(postFields.map((field) => [field, post[field]])) as unknown as PostView;
  return { ...view, media: post.media.map(media), media_preview: post.media_preview.map(media) };
}

const postFields = Object.keys(PostView.properties) as Array<keyof PostView>;
const mediaFields = Object.keys(MediaView.properties) as Array<keyof MediaView>;

async function postQueries(ctx: AppContext, page: PageRequest, id: string): Promise<readonly PageQuery[]> {
  try {
    return [
      { key: queryKeys.post(page.tenant.id, id), data: ofPage(await getPost(ctx, page.tenant, page.actor, id, page)) },
    ];
  } catch (error) {
    // The page itself says that it is not there.
    if (error instanceof DomainError && error.code === 'not-found') return [];
    throw error;
  }
}
