import type { MediaView, PostView } from '@backlot/contracts/posts';
import { captionPreview } from '@backlot/domain/limits';
import { useTranslation } from 'react-i18next';
import { filmClock } from '../../../lib/media/film-length.ts';
import { isolated, useContents } from '../../../entities/post/post-contents.ts';

export const isLocked = (post: PostView): boolean =>
  post.state === 'locked_nonmember' || post.state === 'locked_purchase';

/** The media themselves are open to this viewer. */
export const canSee = (post: PostView): boolean => !isLocked(post);

/** What a card says it is, for its legend. */
export type PostKind = 'error' | 'processing' | 'bought' | 'locked' | 'private' | 'public';
export function kindOf(post: PostView): PostKind {
  if (post.state === 'error' || post.state === 'processing') return post.state;
  return post.purchased ? 'bought' : post.visibility;
}

/** POST-033: the first 80 characters on a card; the number where there are no words. */
export function usePostText(post: PostView): {
  readonly preview: string;
  readonly title: string;
  readonly isHidden: boolean;
} {
  const { t } = useTranslation();
  const caption = (post.description ?? '').trim() || post.title.trim();
  const isHidden = caption === '' && post.captionBlur && isLocked(post);
  // Cut roughly before it is cut by what readers call characters: captions can be a page long.
  const preview = captionPreview(caption.slice(0, 1200));
  const fallback = t('post-no-caption', { serial: post.serial });
  return {
    preview: preview || (isHidden ? t('post-caption-hidden') : fallback),
    title: post.title.trim() || preview || fallback,
    isHidden,
  };
}

/** '3 photos · 1 video 2:10', or what kind of lock it is where the site does not tell how much is inside. */
export function useInside(post: PostView): string {
  const { t } = useTranslation();
  const contents = useContents(post);
  if (contents !== '') return contents;
  const kind = t(post.visibility === 'locked' ? 'post-for-sale' : 'post-members-only');
  return post.content_length === null ? kind : `${kind} · ${isolated(filmClock(Math.round(post.content_length)))}`;
}

/** The picture that a card shows: the open preview of a closed post, else its first. */
export function coverOf(post: PostView): { readonly media: MediaView | undefined; readonly isOpen: boolean } {
  if (!isLocked(post)) return { media: post.media[0] ?? post.media_preview[0], isOpen: true };
  const preview = post.media_preview.find((media) => media.url !== null);
  return preview ? { media: preview, isOpen: true } : { media: post.media[0] ?? post.media_preview[0], isOpen: false };
}
