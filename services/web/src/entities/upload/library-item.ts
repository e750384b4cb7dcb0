import type { LibraryMedia } from '@backlot/contracts/library';
import type { UploadItem } from './upload-item.ts';

/** A picture or film of the library, as a form's list of files takes it. */
export const libraryItem = (media: LibraryMedia): UploadItem => ({
  key: `library-${media._id}`,
  mediaId: media._id,
  name: media.name,
  size: media.size ?? 0,
  type: media.type === 'photo' ? 'image/jpeg' : 'video/mp4',
  phase: 'ready',
  sent: media.size ?? 0,
  problem: null,
  preview: media.thumbnail_url ?? media.small_thumb,
  width: media.width,
  height: media.height,
  duration: media.video_duration,
  isFromLibrary: true,
});
