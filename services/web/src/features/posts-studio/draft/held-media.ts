import type { MediaView, PostView } from '@backlot/contracts/posts';
import { clockIn } from '@backlot/domain/formats/dates';
import type { UploadItem } from '../../../entities/upload/upload-item.ts';
import { emptyDraft, type PostDraft } from './post-draft.ts';

/** What a post holds already, as a form's list of files takes it. `name`: it has none of its own. */
export const heldItem = (media: MediaView, name: string): UploadItem => ({
  key: `held-${media._id}`,
  mediaId: media._id,
  name,
  size: 0,
  type: media.type === 'photo' ? 'image/jpeg' : 'video/mp4',
  phase: media.is_error ? 'refused' : media.is_process ? 'processing' : 'ready',
  sent: 0,
  problem: media.is_error ? { code: 'media-damaged', params: { name } } : null,
  preview: media.thumbnail_url ?? media.url ?? media.blur_url,
  width: media.width,
  height: media.height,
  duration: media.duration,
  isFromLibrary: true,
});

type NameOf = (media: MediaView, index: number) => string;

/** A post as its form begins with it. */
export function draftOf(post: PostView, nameOf: NameOf, timeZone = 'UTC'): PostDraft {
  const items = post.media.map((media, index) => heldItem(media, nameOf(media, index)));
  const [shown] = post.media_preview;
  const preview =
    shown === undefined
      ? null
      : (items.find(({ mediaId }) => mediaId === shown._id) ?? heldItem(shown, nameOf(shown, items.length)));
  return {
    ...emptyDraft,
    visibility: post.visibility,
    amount: post.amount === null ? emptyDraft.amount : String(post.amount),
    caption: post.description ?? '',
    files: items.map(({ key }) => key),
    picked: preview && !items.includes(preview) ? [...items, preview] : items,
    preview: preview?.key ?? null,
    hasPreview: post.isPreviewEnable && preview !== null,
    blurMedia: post.privateBlur,
    blurCaption: post.captionBlur,
    showLength: post.show_content_length,
    showCount: post.showNumberOfGalleryImage,
    tags: post.feed_tags.map(({ name }) => name),
    category: post.category,
    ...(post.is_published ? {} : { isScheduled: true, ...clockIn(new Date(post.date), timeZone) }),
  };
}

/** Whether the form holds other media, another order or another preview than the post. */
export function isOtherMedia(
  draft: Pick<PostDraft, 'preview' | 'hasPreview' | 'visibility'>,
  files: readonly UploadItem[],
  preview: UploadItem | null,
  post: PostView,
): boolean {
  const ids = files.map(({ mediaId }) => mediaId);
  const before = post.media.map(({ _id }) => _id);
  const chosen = draft.visibility === 'locked' && draft.hasPreview ? (preview?.mediaId ?? null) : null;
  const shown = post.isPreviewEnable ? (post.media_preview[0]?._id ?? null) : null;
  return chosen !== shown || ids.length !== before.length || ids.some((id, index) => id !== before[index]);
}
