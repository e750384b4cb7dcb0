import type { MediaView, PostView } from '@backlot/contracts/posts';
import { postAccess } from '@backlot/domain/access';
import { seesMediaCounts } from '@backlot/domain/people/capabilities';
import { shownCounts, type ReactionSettings } from '@backlot/domain/posts/reactions';
import type { Viewer } from '@backlot/domain/people/roles';
import { isFilm, type UploadItem } from '../../../entities/upload/upload-item.ts';
import { amountOf } from './post-checks.ts';
import type { PostDraft } from './post-draft.ts';

export const eyes = ['member', 'guest', 'buyer'] as const;
export type Eyes = (typeof eyes)[number];

export interface DraftSurroundings {
  readonly who: Eyes;
  readonly settings: ReactionSettings & {
    readonly show_media_count_in_exclusive_content: boolean;
    readonly feed_tags_enable: boolean;
  };
  readonly currency: string;
  /** Of the post before it, and one more. */
  readonly serial: number;
  /** When it appears. */
  readonly at: Date;
}

/** The person whose eyes these are, as the rules know them. */
export const viewerAs = (who: Eyes): Viewer => (who === 'guest' ? null : { role: 'user', status: '2' });

/** The draft as the server would answer it, once it is out: by the same rules of access, to be drawn by the feed's own card. */
export function draftPost(
  draft: PostDraft,
  files: readonly UploadItem[],
  preview: UploadItem | null,
  { who, settings, currency, serial, at }: DraftSurroundings,
): PostView {
  const viewer = viewerAs(who);
  const access = postAccess({
    post: {
      visibility: draft.visibility,
      publishedAt: at,
      isRemoved: false,
      replacedAt: null,
      hasError: false,
      contentLeftForProcessing: 0,
      captionBlur: draft.blurCaption,
    },
    viewer,
    entitlements: who === 'buyer' ? [{ revokedAt: null }] : [],
    now: at,
  });
  const good = files.filter(({ phase }) => phase !== 'refused');
  const films = good.filter(isFilm);
  const seconds = films.reduce((sum, { duration }) => sum + (duration ?? 0), 0);
  const isCounted = access.canSee || (draft.showCount && seesMediaCounts(viewer, settings));
  const counts = shownCounts(settings, viewer, draft, access);
  const amount = draft.visibility === 'locked' && amountOf(draft) > 0 ? amountOf(draft) : null;
  const shown = draft.visibility === 'locked' && draft.hasPreview ? preview : null;
  const media = good.map((item) => (access.canSee ? openMedium(item) : closedMedium(item, draft.blurMedia)));
  const kind = good.length === 1 ? (films.length === 1 ? ('video' as const) : ('photo' as const)) : null;
  return {
    _id: 'draft',
    udid: 'draft',
    serial,
    title: '',
    format: 'modern',
    blogType: kind ?? 'gallery',
    blogSubType:
      kind ?? (films.length === 0 ? 'gallery' : films.length === good.length ? 'videoGallery' : 'mixGallery'),
    description: access.isCaptionHidden ? null : draft.caption.trim(),
    visibility: draft.visibility,
    public: draft.visibility === 'public',
    isLocked: draft.visibility === 'locked',
    amount,
    quote:
      access.state === 'locked_purchase' && amount !== null
        ? { amount, original_amount: amount, currency, reason: 'base', promotion_id: null }
        : null,
    state: access.state,
    action: access.action,
    purchased: access.reason === 'bought',
    paymentProcessing: false,
    privateBlur: draft.blurMedia,
    captionBlur: draft.blurCaption,
    date: at.toISOString(),
    is_published: true,
    media: isCounted ? media : media.slice(0, 1),
    media_preview: shown ? [openMedium(shown)] : [],
    contentCount: { photo: isCounted ? good.length - films.length : 0, video: isCounted ? films.length : 0 },
    contentLeftForProcessing: 0,
    isError: false,
    error_text: null,
    total_likes: counts.likes ? 0 : null,
    total_comments: counts.comments ? 0 : null,
    user_feed_like: false,
    feed_tags: settings.feed_tags_enable ? draft.tags.map((name) => ({ id: name, slug: name, name })) : [],
    isPreviewEnable: shown !== null,
    show_content_length: draft.showLength,
    showNumberOfGalleryImage: draft.showCount,
    content_length: seconds > 0 && (access.canSee || draft.showLength) ? seconds : null,
    category: null,
    reuse_of: null,
    replaced_at: null,
    gallery_process_error_index: null,
    sound_lost_index: null,
  };
}

const shapeOf = (item: UploadItem): Omit<MediaView, 'url' | 'thumbnail_url' | 'blur_url' | 'duration'> => ({
  _id: item.key,
  type: isFilm(item) ? 'video' : 'photo',
  width: item.width ?? 4,
  height: item.height ?? 3,
  hls_url: null,
  mp4_url: null,
  sprite: null,
  sources: [],
  placeholder: null,
  is_process: false,
  is_error: false,
});

const openMedium = (item: UploadItem): MediaView => ({
  ...shapeOf(item),
  duration: item.duration ?? null,
  url: item.preview,
  thumbnail_url: item.preview,
  blur_url: null,
});

/** What the server blurs is blurred by the page as long as the file is on this device. */
const closedMedium = (item: UploadItem, isBlurred: boolean): MediaView => ({
  ...shapeOf(item),
  duration: null,
  url: null,
  thumbnail_url: null,
  blur_url: isBlurred ? item.preview : null,
});
