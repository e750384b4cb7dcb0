import type { PostView } from '@backlot/contracts/posts';
import { useTranslation } from 'react-i18next';
import { filmClock } from '../../lib/media/film-length.ts';

/** What a post holds, as far as this viewer is told; empty when they are not. */
export function useContents(post: PostView): string {
  const { t } = useTranslation();
  const { photo, video } = post.contentCount;
  const length = post.content_length;
  return [
    ...(photo > 0 ? [t('photo-count', { count: photo })] : []),
    ...(video > 0
      ? [t('video-count', { count: video }) + (length === null ? '' : ` ${isolated(filmClock(Math.round(length)))}`)]
      : []),
  ].join(' · ');
}

/** Figures keep their order among words that run right to left. */
export const isolated = (text: string): string => `\u2066${text}\u2069`;
