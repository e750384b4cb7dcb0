import { Type, type Static } from 'typebox';
import { Id, Nullable, OneOf } from '../http/call.ts';
import { MediaView, PostView } from './post-view.ts';

/** A picture or film with the documents' further fields. Its name, path and size are for staff, and null for others. */
export const DocumentedMedia = Type.Object({
  ...MediaView.properties,
  content_type: OneOf(['photo', 'video'] as const),
  is_new_file: Type.Boolean(),
  format: OneOf(['modern'] as const),
  small_thumb: Nullable(Type.String()),
  name: Nullable(Type.String()),
  /** What names the file in `url` and `path` of other calls. */
  path: Nullable(Type.String()),
  /** Bytes of the file as it was sent, for the super admin (MEDIA-20). */
  size: Nullable(Type.Integer()),
});
export type DocumentedMedia = Static<typeof DocumentedMedia>;

/** A post with every field of the documents; what they say twice is said twice. Our own pages do without the second. */
export const DocumentedPost = Type.Object({
  ...PostView.properties,
  media: Type.Array(DocumentedMedia),
  media_preview: Type.Array(DocumentedMedia),
  category: Nullable(Type.Object({ id: Id, name: Type.String(), isNew: Type.Boolean() })),
  /** The creator, as cards show who posted. */
  author: Type.String(),
  user: Type.Object({ name: Type.String(), avatarUrl: Nullable(Type.String()) }),
  model: Nullable(Type.String()),
  /** Addresses of the first picture or film; null while locked. */
  url: Nullable(Type.String()),
  thumbnailUrl: Nullable(Type.String()),
  blurUrl: Nullable(Type.String()),
  /** The same of a gallery, as far as they are open; empty for single files. */
  gallery: Type.Array(Type.String()),
  thumbnailUrlGallery: Type.Array(Type.String()),
  blurUrlGallery: Type.Array(Type.String()),
  processing: Type.Boolean(),
  is_media_error: Type.Boolean(),
  /** All files in their order, also where `media` is a card's first six. */
  media_item: Type.Array(Id),
  media_preview_item: Nullable(Id),
  /** Addresses of the preview. */
  previewEnableImages: Type.Array(Type.String()),
  /** Bytes of all files, for the super admin where all are listed. */
  content_size: Nullable(Type.Integer()),
  /** Files of a post stand in the library. */
  selectFromContentManager: Type.Boolean(),
});
export type DocumentedPost = Static<typeof DocumentedPost>;
