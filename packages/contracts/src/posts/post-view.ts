import { Type, type Static } from 'typebox';
import { Id, Instant, Nullable, OneOf } from '../http/call.ts';

/** Small frames of a film in one picture, row by row, for the scrubbing bar. Sizes in pixels of one frame. */
export const SpriteView = Type.Object({
  url: Type.String(),
  columns: Type.Integer(),
  rows: Type.Integer(),
  width: Type.Integer(),
  height: Type.Integer(),
  /** Seconds between two frames. */
  interval: Type.Number(),
});
export type SpriteView = Static<typeof SpriteView>;

/** One picture or film of a post. Locked ones carry only their blur, shape and, where shown, length. */
export const MediaView = Type.Object({
  _id: Id,
  type: OneOf(['photo', 'video'] as const),
  width: Type.Integer(),
  height: Type.Integer(),
  /** Seconds, of a film; null for photos and where its length is not shown. */
  duration: Nullable(Type.Number()),
  /** Signed address of the film's HLS playlist. */
  hls_url: Nullable(Type.String()),
  /** Signed address of the film as one MP4; only short films have it. */
  mp4_url: Nullable(Type.String()),
  sprite: Nullable(SpriteView),
  /** Signed address of the largest size (of a film: of its poster); null while locked or not ready. */
  url: Nullable(Type.String()),
  thumbnail_url: Nullable(Type.String()),
  /** Signed sizes for `srcset`, ascending by width; empty while locked. */
  sources: Type.Array(Type.Object({ width: Type.Integer(), url: Type.String(), content_type: Type.String() })),
  /** Public, immutable, made from a tiny source. */
  blur_url: Nullable(Type.String()),
  /** Base64 thumbhash, drawn until anything has loaded. */
  placeholder: Nullable(Type.String()),
  is_process: Type.Boolean(),
  is_error: Type.Boolean(),
});
export type MediaView = Static<typeof MediaView>;

/** State of a card, highest precedence first (specification 001 §2 Post card). */
export const PostState = OneOf(['error', 'processing', 'locked_nonmember', 'locked_purchase', 'unlocked'] as const);

export const PostView = Type.Object({
  _id: Id,
  /** The same as `_id`, as some of the documents' answers name it. */
  udid: Id,
  serial: Type.Integer(),
  title: Type.String(),
  blogType: OneOf(['photo', 'video', 'gallery'] as const),
  /** `gallery`: photos; `videoGallery`: films; `mixGallery`: both. */
  blogSubType: OneOf(['photo', 'video', 'gallery', 'mixGallery', 'videoGallery'] as const),
  format: OneOf(['modern'] as const),
  /** Null when the caption is blurred for this viewer. */
  description: Nullable(Type.String()),
  visibility: OneOf(['locked', 'private', 'public'] as const),
  public: Type.Boolean(),
  isLocked: Type.Boolean(),
  amount: Nullable(Type.Number()),
  /** What this viewer would pay and why; null when nothing is for sale to them. */
  quote: Nullable(
    Type.Object({
      amount: Type.Number(),
      original_amount: Type.Number(),
      currency: Type.String(),
      reason: Type.String(),
      /** Sent back with `is_promotion_applied` when it is bought. */
      promotion_id: Nullable(Id),
    }),
  ),
  state: PostState,
  /** Where the button of a locked card leads. */
  action: OneOf(['none', 'register', 'membership', 'unlock', 'review'] as const),
  purchased: Type.Boolean(),
  paymentProcessing: Type.Boolean(),
  privateBlur: Type.Boolean(),
  captionBlur: Type.Boolean(),
  date: Instant,
  is_published: Type.Boolean(),
  media: Type.Array(MediaView),
  media_preview: Type.Array(MediaView),
  contentCount: Type.Object({ photo: Type.Integer(), video: Type.Integer() }),
  contentLeftForProcessing: Type.Integer(),
  isError: Type.Boolean(),
  error_text: Nullable(Type.String()),
  total_likes: Nullable(Type.Integer()),
  total_comments: Nullable(Type.Integer()),
  user_feed_like: Type.Boolean(),
  feed_tags: Type.Array(Type.Object({ id: Id, slug: Type.String(), name: Type.String() })),
  /** Whether one picture or film is shown to those who have not paid. */
  isPreviewEnable: Type.Boolean(),
  /** Whether a closed card tells the length of its films. */
  show_content_length: Type.Boolean(),
  /** Whether a closed card tells how many pictures and films it holds. */
  showNumberOfGalleryImage: Type.Boolean(),
  /** Seconds of all its films; null without films and where it is not told. */
  content_length: Nullable(Type.Number()),
  /** The rest is for staff, and null for others. */
  category: Nullable(Type.Object({ id: Id, name: Type.String() })),
  /** The first version of a post that was published again. */
  reuse_of: Nullable(Id),
  /** Since when, or from when on, a later version stands in its place. */
  replaced_at: Nullable(Instant),
  /** Places, from 0, of the pictures and films that could not be processed. */
  gallery_process_error_index: Nullable(Type.Array(Type.Integer())),
  /** Places, from 0, of the films that came with sound which could not be read, and play without. */
  sound_lost_index: Nullable(Type.Array(Type.Integer())),
});
export type PostView = Static<typeof PostView>;
