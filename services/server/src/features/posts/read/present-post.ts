import type { DocumentedMedia, DocumentedPost, MediaView, PostView } from '@backlot/contracts/posts';
import { seesMediaCounts, seesMediaSize, seesPrices } from '@backlot/domain/people/capabilities';
import { toWire } from '@backlot/domain/money/money';
import { quotePost } from '@backlot/domain/money/price';
import type { Promotion } from '@backlot/domain/money/promotion';
import { shownCounts } from '@backlot/domain/posts/reactions';
import { isAdmin } from '@backlot/domain/people/roles';
import type { Settings } from '@backlot/domain/settings';
import type { MediaLevel } from '@backlot/media';
import { textOf } from '../../../texts/texts.ts';
import { blurUrl, fileNameOf, hasLostSound, noFilm, type MediaRow, type MediaSigner } from '../../media/index.ts';
import { nameOf, type PostRow } from '../post-rows.ts';
import type { PostViewer, SeenPost } from './visible-post.ts';

export interface PresentFor {
  readonly viewer: PostViewer;
  readonly settings: Settings;
  /** The one that lowers posts for sale; null when none runs. */
  readonly promotion: Promotion | null;
  readonly signer: MediaSigner;
  readonly language: string;
  readonly now: Date;
}

/** A post as one viewer gets it. What they may not see is not sent: no address, no hidden caption, no hidden number. */
export function presentPost(seen: SeenPost, to: PresentFor): PostView {
  const { row, access } = seen;
  const { viewer, settings } = to;
  const counts = shownCounts(settings, viewer.person, row, access);
  const isStaff = isAdmin(viewer.person);
  const isCounted = access.canSee || isStaff || (row.show_media_count && seesMediaCounts(viewer.person, settings));
  const isLengthShown = access.canSee || row.show_content_length;
  return {
    _id: row.id,
    udid: row.id,
    serial: row.serial,
    ...typeOf(row),
    format: 'modern',
    title: access.isCaptionHidden ? row.title : seen.name,
    description: access.isCaptionHidden ? null : row.caption,
    visibility: row.visibility,
    public: row.visibility === 'public',
    isLocked: row.visibility === 'locked',
    amount: row.amount_minor === null || !seesPrices(viewer.person) ? null : toWire(row.amount_minor),
    quote: presentQuote(seen, to),
    state: access.state,
    action: access.action,
    purchased: access.reason === 'bought',
    paymentProcessing: seen.isPaying && access.state === 'locked_purchase',
    privateBlur: row.private_blur,
    captionBlur: row.caption_blur,
    date: row.publish_at.toISOString(),
    is_published: row.publish_at <= to.now,
    media: presentMedia(seen, to, isCounted),
    media_preview: seen.media
      .filter(({ isPreview }) => isPreview)
      .map(({ media }) => openMedium(media, to.signer, 'preview')),
    contentCount: { photo: isCounted ? row.photo_count : 0, video: isCounted ? row.video_count : 0 },
    contentLeftForProcessing: row.media_waiting,
    isError: row.media_failed > 0,
    error_text: access.state === 'error' ? textOf(to.language, 'post-state-error') : null,
    total_likes: counts.likes ? row.likes_count : null,
    total_comments: counts.comments ? row.comments_count : null,
    user_feed_like: row.is_liked,
    feed_tags: settings.feed_tags_enable ? row.tags.map(({ id, slug, name }) => ({ id, slug, name })) : [],
    isPreviewEnable: seen.media.some(({ isPreview }) => isPreview),
    show_content_length: row.show_content_length,
    showNumberOfGalleryImage: row.show_media_count,
    content_length: row.films_ms === null || !isLengthShown ? null : row.films_ms / 1000,
    category:
      isStaff && row.category_id !== null && row.category_name !== null
        ? { id: row.category_id, name: row.category_name }
        : null,
    reuse_of: isStaff ? row.reuse_of : null,
    replaced_at: isStaff ? (row.replaced_at?.toISOString() ?? null) : null,
    gallery_process_error_index: isStaff ? indexesOf(seen, ({ state }) => state === 'error') : null,
    sound_lost_index: isStaff ? indexesOf(seen, hasLostSound) : null,
  };
}

/** Its title, else how its caption begins, where that is not hidden. */
export const titleOf = (
  row: Pick<PostRow, 'title' | 'caption'>,
  access: Pick<SeenPost['access'], 'isCaptionHidden'>,
): string => (access.isCaptionHidden ? row.title : nameOf(row));

const indexesOf = ({ media }: SeenPost, is: (media: MediaRow) => boolean): number[] =>
  media.filter(({ isPreview }) => !isPreview).flatMap((one, index) => (is(one.media) ? [index] : []));

function presentQuote({ row, access }: SeenPost, { settings, viewer, promotion, now }: PresentFor): PostView['quote'] {
  if (access.state !== 'locked_purchase' || row.amount_minor === null) return null;
  const quote = quotePost({
    post: { amountMinor: row.amount_minor },
    settings: { enable_promotion: settings.enable_promotion, currency: row.currency },
    viewer: { isSubscribedEver: viewer.isSubscribedEver },
    promotion,
    now,
  });
  return {
    amount: toWire(quote.amountMinor),
    original_amount: toWire(quote.baseMinor),
    currency: quote.currency,
    reason: quote.reason,
    promotion_id: quote.promotionId ?? null,
  };
}

function presentMedia({ row, access, media }: SeenPost, { signer }: PresentFor, isCounted: boolean): MediaView[] {
  const pictures = media.filter(({ isPreview }) => !isPreview).map((one) => one.media);
  if (access.canSee) return pictures.map((picture) => openMedium(picture, signer, 'full'));
  // How many there are shows in the length too.
  return (isCounted ? pictures : pictures.slice(0, 1)).map((picture) => closedMedium(picture, row));
}

/** `level`: as what the rule opens it to the viewer, as the very thing or as what advertises it. */
export function openMedium(media: MediaRow, signer: MediaSigner, level: MediaLevel): MediaView {
  const addresses = signer.of(media, level);
  const sources = media.state === 'ready' ? addresses.sources() : [];
  return {
    ...shapeOf(media),
    ...addresses.film(),
    sources,
    duration: secondsOf(media),
    url: sources.at(-1)?.url ?? null,
    thumbnail_url: media.state === 'ready' ? addresses.url('thumb') : null,
    blur_url: blurUrl(media),
    placeholder: media.thumbhash,
  };
}

/** Nothing of it but its shape and, unless its maker switched that off, its blur. */
const closedMedium = (media: MediaRow, post: Pick<PostRow, 'private_blur' | 'show_content_length'>): MediaView => ({
  ...shapeOf(media),
  ...noFilm,
  sources: [],
  url: null,
  thumbnail_url: null,
  duration: post.show_content_length ? secondsOf(media) : null,
  blur_url: post.private_blur ? blurUrl(media) : null,
  placeholder: post.private_blur ? media.thumbhash : null,
});

const secondsOf = ({ duration_ms: ms }: MediaRow): number | null => (ms === null ? null : ms / 1000);

function typeOf({
  photo_count: photos,
  video_count: films,
}: Pick<PostRow, 'photo_count' | 'video_count'>): Pick<PostView, 'blogType' | 'blogSubType'> {
  if (photos + films === 1)
    return films === 1 ? { blogType: 'video', blogSubType: 'video' } : { blogType: 'photo', blogSubType: 'photo' };
  return { blogType: 'gallery', blogSubType: films === 0 ? 'gallery' : photos === 0 ? 'videoGallery' : 'mixGallery' };
}

const shapeOf = (media: MediaRow) => ({
  _id: media.id,
  type: media.kind,
  width: media.width ?? 0,
  height: media.height ?? 0,
  is_process: media.state === 'waiting' || media.state === 'processing',
  is_error: media.state === 'error',
});

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
