import type { MediaView, PostView } from '@backlot/contracts/posts';
import { useTranslation } from 'react-i18next';
import { MediaSlide } from '../gallery/media-slide.tsx';
import '../gallery/media-track.css';
import { usePostText } from '../card/post-display.ts';
import { useRenewedMedia } from './post-gallery.tsx';

/** The film that everybody may see of a post before it is bought. */
export function PostPreview({ post, film, sizes }: { post: PostView; film: MediaView; sizes: string }) {
  const { t } = useTranslation();
  const { title } = usePostText(post);
  const renew = useRenewedMedia(post._id);
  return (
    <div className="gallery" data-kind="video">
      <MediaSlide media={film} title={title} sizes={sizes} isShown isFirst className="" renew={renew} />
      <p className="pill gallery-count">{t('create-preview')}</p>
    </div>
  );
}
