import type { GalleryItem } from '@backlot/contracts/posts/post-lists';
import { Lock, Play } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import { BlurredPicture, Picture } from '../../../components/picture.tsx';
import { SiteLink } from '../../../components/site-link.tsx';
import { useFilmLength } from '../../../lib/media/film-length.ts';
import { paidMedia } from '../../../lib/media/paid-media.ts';
import { useMe } from '../../../lib/site.tsx';

const sizes = '(min-width: 1100px) 30vw, (min-width: 700px) 45vw, 60vw';

/** One picture or film of the wall, in its own shape. What is closed leads to its post. */
export function GalleryTile({
  item: { media, post },
  isFirst,
  onOpen,
}: {
  item: GalleryItem;
  isFirst: boolean;
  onOpen: () => void;
}) {
  const { t } = useTranslation();
  // A guest is shown public posts alone; of others the list does not say which they are.
  const isPaid = useMe() !== null;
  const lengthOf = useFilmLength();
  const ratio = media.width > 0 && media.height > 0 ? Math.min(2, Math.max(0.6, media.width / media.height)) : 1;
  const length = media.type === 'video' && media.duration !== null ? lengthOf(media.duration) : null;
  const title = post.title || t('a11y-picture');
  return (
    <li
      className="media-tile"
      style={{
        flexGrow: Math.round(ratio * 100),
        flexBasis: `${(ratio * 14).toFixed(2)}rem`,
        aspectRatio: ratio.toFixed(3),
      }}
    >
      {media.url === null ? (
        <SiteLink to={paths.post(post._id)} aria-label={t('a11y-locked-media')}>
          <BlurredPicture media={media} />
          <span className="media-tile-lock">
            <Lock className="icon" aria-hidden />
          </span>
        </SiteLink>
      ) : (
        <button type="button" onClick={onOpen} {...paidMedia(isPaid)}>
          <Picture media={media} alt={title} sizes={sizes} isFirst={isFirst} />
          {media.type === 'video' ? (
            <span className="play-mark" aria-hidden="true">
              <Play className="icon" />
            </span>
          ) : null}
          {length ? (
            <span className="pill figures">
              <span aria-hidden="true">{length.short}</span>
              <span className="visually-hidden">{t('film-of-length', { length: length.spoken })}</span>
            </span>
          ) : null}
        </button>
      )}
    </li>
  );
}
