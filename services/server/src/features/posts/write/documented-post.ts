import type { DocumentedMedia, DocumentedPost, MediaView, PostView } from '@backlot/contracts/posts';
import { seesMediaSize } from '@backlot/domain/people/capabilities';
import { isAdmin } from '@backlot/domain/people/roles';
import { fileNameOf, type MediaRow } from '../../media/index.ts';
import { presentPost, type PresentFor } from '../read/present-post.ts';
import type { SeenPost } from '../read/visible-post.ts';

/** A post as one viewer gets it, with all of the documents' fields. Nothing in them that `presentPost` does not show them. */
export function documentedPost(seen: SeenPost, to: PresentFor): DocumentedPost {
  const post = presentPost(seen, to);
  const rows = new Map(seen.media.map(({ media }) => [media.id, media]));
  const media = post.media.map((one) => documentedMedium(one, rows.get(one._id), to));
  const preview = post.media_preview.map((one) => documentedMedium(one, rows.get(one._id), to));
  const [first] = media;
  const isGallery = post.blogType === 'gallery';
  const all = seen.access.canSee || isAdmin(to.viewer.person) ? seen.row.media_ids : null;
  return {
    ...post,
    media,
    media_preview: preview,
    ...creatorOf(to),
    category: post.category && { ...post.category, isNew: false },
    url: first?.url ?? null,
    thumbnailUrl: first?.thumbnail_url ?? null,
    blurUrl: first?.blur_url ?? null,
    gallery: isGallery ? there(media.map(({ url }) => url)) : [],
    thumbnailUrlGallery: isGallery ? there(media.map(({ thumbnail_url: url }) => url)) : [],
    blurUrlGallery: isGallery ? there(media.map(({ blur_url: url }) => url)) : [],
    processing: post.contentLeftForProcessing > 0,
    is_media_error: post.isError,
    media_item: [...(all ?? media.map(({ _id }) => _id))],
    media_preview_item: preview[0]?._id ?? null,
    previewEnableImages: there(preview.map(({ url }) => url)),
    content_size: sizeOf(media, post),
    selectFromContentManager: true,
  };
}

function documentedMedium(view: MediaView, row: MediaRow | undefined, { viewer }: PresentFor): DocumentedMedia {
  const known = row !== undefined && isAdmin(viewer.person) ? row : null;
  return {
    ...view,
    content_type: view.type,
    is_new_file: false,
    format: 'modern',
    small_thumb: view.thumbnail_url,
    name: known?.file_name ?? null,
    path: known && fileNameOf(known.id, known.kind),
    size: seesMediaSize(viewer.person) ? (known?.size ?? null) : null,
  };
}

const creatorOf = ({ settings }: PresentFor): Pick<DocumentedPost, 'author' | 'user' | 'model'> => ({
  author: settings.model_name,
  model: settings.model_id || null,
  user: { name: settings.model_name, avatarUrl: settings.avatar_url || null },
});

/** Null while one is unknown or not listed. */
function sizeOf(media: readonly DocumentedMedia[], { contentCount }: PostView): number | null {
  if (media.length < contentCount.photo + contentCount.video) return null;
  return media.reduce<number | null>((sum, { size }) => (sum === null || size === null ? null : sum + Number(size)), 0);
}

const there = (addresses: ReadonlyArray<string | null>): string[] => addresses.filter((address) => address !== null);
