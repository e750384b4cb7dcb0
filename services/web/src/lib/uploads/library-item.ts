import type { UploadItem } from './upload-item.ts';

/** A picture or film of the library, as a form's list of files takes it. */
export interface LibraryMedia {
  readonly _id: string;
  readonly type: 'photo' | 'video';
  readonly name: string;
  readonly size?: number | null;
  readonly width: number | null;
  readonly height: number | null;
  /** Seconds. */
  readonly duration: number | null;
  readonly thumbnail_url: string | null;
}

export const libraryItem = (media: LibraryMedia): UploadItem => ({
  key: `library-${media._id}`, mediaId: media._id, name: media.name, size: media.size ?? 0, type: media.type === 'photo' ? 'image/jpeg' : 'video/mp4',
  phase: 'ready', sent: media.size ?? 0, problem: null, preview: media.thumbnail_url, width: media.width, height: media.height, duration: media.duration, isFromLibrary: true,
});
