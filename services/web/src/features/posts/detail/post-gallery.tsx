import type { PostView } from '@backlot/contracts/posts';
import { useQueryClient } from '@tanstack/react-query';
import { Maximize2 } from 'lucide-react';
import { lazy, Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refreshPost } from '../../../entities/post/post-cache.ts';
import { useSite } from '../../../lib/site.tsx';
import { MediaTrack } from '../gallery/media-track.tsx';
import { usePostText } from '../card/post-display.ts';

const MediaViewer = lazy(async () => ({ default: (await import('../gallery/media-viewer.tsx')).MediaViewer }));

interface GalleryProps {
  readonly post: PostView;
  readonly sizes: string;
  /** The first picture is there. */
  readonly onReady: () => void;
  /** Of the first picture, while it sharpens. */
  readonly className: string;
  /** It was opened in place, by a purchase or a membership. */
  readonly wasOpened?: boolean;
}

/** All that is in a post; a press on a picture shows it over the whole window. */
export function PostGallery({ post, sizes, onReady, className, wasOpened = false }: GalleryProps) {
  const { t } = useTranslation();
  const { title } = usePostText(post);
  const renew = useRenewedMedia(post._id);
  const isPaid = post.visibility !== 'public';
  const [viewed, setViewed] = useState<number | null>(null);
  return (
    <>
      <MediaTrack
        media={post.media}
        title={title}
        sizes={sizes}
        isPaid={isPaid}
        renew={renew}
        onReady={onReady}
        className={className}
        startsMuted={wasOpened}
        onPress={setViewed}
      >
        {(index) =>
          post.media[index]?.type === 'photo' ? (
            <button
              type="button"
              className="round-button gallery-full"
              aria-label={t('a11y-full-screen')}
              onClick={() => setViewed(index)}
            >
              <Maximize2 className="icon" aria-hidden />
            </button>
          ) : null
        }
      </MediaTrack>
      {viewed === null ? null : (
        <Suspense fallback={null}>
          <MediaViewer
            media={post.media}
            title={title}
            isPaid={isPaid}
            start={viewed}
            renew={renew}
            onClose={() => setViewed(null)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Asks for the post again and gives the item with its fresh addresses. */
export function useRenewedMedia(post: string) {
  const queries = useQueryClient();
  const { id: site } = useSite();
  return useCallback(
    async (id: string) => {
      const fresh = await refreshPost(queries, site, post);
      return fresh === null ? null : ([...fresh.media, ...fresh.media_preview].find((one) => one._id === id) ?? null);
    },
    [queries, site, post],
  );
}
