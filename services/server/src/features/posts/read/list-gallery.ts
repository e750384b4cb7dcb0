import type { Answer, QueryOf } from '@backlot/contracts';
import type { gallery as galleryCall } from '@backlot/contracts/posts';
import { postAccess, type Visibility } from '@backlot/domain/access';
import { isAdmin, isSubscribed } from '@backlot/domain/people/roles';
import type { Actor } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { contentHoldsOf } from '../../checkout/index.ts';
import { openMediaSigner } from '../../media/index.ts';
import { postKind } from '../write/post-kind.ts';
import { listGallery, type GalleryAsk } from './gallery-rows.ts';
import { markerOf, readMarker } from './markers.ts';
import { accessInputOf } from '../post-rows.ts';
import { postViewerOf, type PostViewer } from './visible-post.ts';
import { openMedium, titleOf } from './present-post.ts';

export const GALLERY_PAGE = 30;

/** Everything that is open to the viewer, a page at a time: at most four statements. @throws `invalid-request` */
export async function showGallery(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor | null,
  query: QueryOf<typeof galleryCall>,
  now: Date,
): Promise<Answer<typeof galleryCall>['data']> {
  const after = query.after === undefined ? null : readMarker(query.after);
  const kind = query.type === 'photo' || query.type === 'video' ? query.type : null;
  const { viewer, rows, posts, holds } = await ctx.database.tenants.read(tenant, async (db) => {
    const viewer = await postViewerOf(db, actor, now);
    const ask: GalleryAsk = { userId: viewer.userId, open: openTo(viewer), kind, after, limit: GALLERY_PAGE, now };
    const rows = await listGallery(db, ask);
    const ids = [...new Set(rows.map((row) => row.post_id))];
    const posts = ids.length === 0 ? [] : await db('posts').whereIn('id', ids);
    const isFan = viewer.userId !== null && !isAdmin(viewer.person);
    return {
      viewer,
      rows,
      posts,
      holds: isFan ? await contentHoldsOf(db, viewer.userId, postKind, ids) : new Map<string, { isOwned: boolean }>(),
    };
  });
  const signer = await openMediaSigner(ctx, tenant, viewer.userId, now);
  const byId = new Map(
    posts.map((post) => {
      const entitlements = holds.get(post.id)?.isOwned ? [{ revokedAt: null }] : [];
      return [
        post.id,
        { post, access: postAccess({ post: accessInputOf(post), viewer: viewer.person, entitlements, now }) },
      ];
    }),
  );
  const last = rows.at(-1);
  return {
    items: rows.flatMap((row) => {
      const found = byId.get(row.post_id);
      // The same rule as for feed and detail has the last word.
      if (!found?.access.canSee) return [];
      const { post, access } = found;
      return [
        {
          media: openMedium(row, signer, 'full'),
          post: {
            _id: post.id,
            title: titleOf(post, access),
            date: post.publish_at.toISOString(),
            purchased: access.reason === 'bought',
          },
        },
      ];
    }),
    next: last && rows.length === GALLERY_PAGE ? markerOf(last.publish_at, last.post_id, last.position) : null,
  };
}

function openTo({ person }: PostViewer): readonly Visibility[] | 'all' {
  if (isAdmin(person)) return 'all';
  return person !== null && isSubscribed(person.status) ? ['public', 'private'] : ['public'];
}
