import type { UploadView } from '@backlot/contracts/uploads';
import { textOf } from '../../texts.ts';
import { blurUrl, type MediaSigner } from './media-addresses.ts';
import type { MediaRow } from './media-rows.ts';

export function presentUpload(media: MediaRow, signer: MediaSigner, language: string): UploadView {
  return {
    _id: media.id, name: media.file_name, type: media.kind, progress: media.progress,
    duration: media.duration_ms === null ? null : media.duration_ms / 1000, state: media.state, error_code: media.error_code,
    message: media.error_code === null ? null : textOf(language, media.error_code, { name: media.file_name }),
    width: media.width, height: media.height, placeholder: media.thumbhash,
    thumbnail_url: media.state === 'ready' ? signer.url(media, 'thumb') : null,
    blur_url: blurUrl(media),
  };
}
