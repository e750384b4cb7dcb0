import type { FeedPage, MediaView, PostView } from '@backlot/contracts/posts';
import { queryKeys, type FeedData } from '@backlot/contracts/bootstrap';

const site = 'abcdefghijkl';
let made = 0;
const nextId = (): string => `01900000-0000-7000-8000-${String((made += 1)).padStart(12, '0')}`;

export const media = (over: Partial<MediaView> = {}): MediaView => ({
  _id: nextId(),
  type: 'photo',
  width: 1600,
  height: 1200,
  duration: null,
  hls_url: null,
  mp4_url: null,
  sprite: null,
  url: '/media/sharp.jpg',
  thumbnail_url: '/media/thumb.webp',
  sources: [
    { width: 400, url: '/media/400.webp', content_type: 'image/webp' },
    { width: 1600, url: '/media/1600.webp', content_type: 'image/webp' },
  ],
  blur_url: '/media/blur.webp',
  placeholder: null,
  is_process: false,
  is_error: false,
  ...over,
});
export const closed: Partial<MediaView> = {
  url: null,
  thumbnail_url: null,
  sources: [],
  hls_url: null,
  mp4_url: null,
  sprite: null,
};

export const post = (over: Partial<PostView> = {}): PostView => ({
  ...identity(),
  serial: 41,
  title: '',
  blogType: 'photo',
  blogSubType: 'photo',
  format: 'modern',
  description: 'Opening kiln 41.',
  visibility: 'public',
  public: true,
  isLocked: false,
  amount: null,
  quote: null,
  state: 'unlocked',
  action: 'none',
  purchased: false,
  paymentProcessing: false,
  privateBlur: true,
  captionBlur: false,
  date: '2026-11-20T10:00:00.000Z',
  is_published: true,
  media: [media()],
  media_preview: [],
  contentCount: { photo: 1, video: 0 },
  contentLeftForProcessing: 0,
  isError: false,
  error_text: null,
  total_likes: 4,
  total_comments: 0,
  user_feed_like: false,
  feed_tags: [],
  isPreviewEnable: false,
  show_content_length: true,
  showNumberOfGalleryImage: true,
  content_length: null,
  category: null,
  reuse_of: null,
  replaced_at: null,
  gallery_process_error_index: null,
  sound_lost_index: null,
  ...over,
});
function identity(): { _id: string; udid: string } {
  const id = nextId();
  return { _id: id, udid: id };
}

/** A film that is open: HLS in two qualities, a minute and more. */
export const film = (over: Partial<MediaView> = {}): MediaView =>
  media({
    type: 'video',
    width: 1280,
    height: 720,
    duration: 130,
    hls_url: '/media/film/master',
    url: '/media/poster.jpg',
    sprite: { url: '/media/sprite.webp', columns: 5, rows: 5, width: 160, height: 90, interval: 5.2 },
    ...over,
  });

export const forSale = (over: Partial<PostView> = {}): PostView =>
  post({
    visibility: 'locked',
    public: false,
    isLocked: true,
    amount: 15,
    state: 'locked_purchase',
    action: 'unlock',
    quote: { amount: 15, original_amount: 15, currency: 'USD', reason: 'base', promotion_id: null },
    media: [media(closed)],
    contentCount: { photo: 3, video: 0 },
    ...over,
  });

/** The feed as the server puts it into the page. */
export function feedOf(posts: readonly PostView[]): { key: readonly unknown[]; data: FeedData } {
  const page: FeedPage = { blogs: [...posts], currentPage: 1, totalPages: 1, totalRows: posts.length, next: null };
  return { key: queryKeys.feed(site, null), data: { pages: [page], pageParams: [1] } };
}
export const postQuery = (one: PostView): { key: readonly unknown[]; data: PostView } => ({
  key: queryKeys.post(site, one._id),
  data: one,
});
