import type { PostView } from '@backlot/contracts/posts';
import { toggleLike } from '@backlot/domain/posts/reactions';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useToast } from '../../../components/toasts.tsx';
import { ApiError, api } from '../../../lib/api.ts';
import { editPost } from '../../../entities/post/post-cache.ts';
import { useSite } from '../../../lib/site.tsx';

interface Like {
  readonly is_like: 0 | 1;
  readonly total_likes: number;
}

const likeOf = (post: PostView): Like => ({ is_like: post.user_feed_like ? 1 : 0, total_likes: post.total_likes ?? 0 });
const withLike = (post: PostView, like: Like | { is_like: number; total_likes: number }): PostView => ({
  ...post,
  user_feed_like: like.is_like === 1,
  total_likes: like.total_likes,
});

/** POST-068, POST-069: the heart changes at once; a refusal takes it back and says why (POST-073). */
export function useLikePost(post: PostView) {
  const queries = useQueryClient();
  const { id: site } = useSite();
  const { t } = useTranslation();
  const toast = useToast();
  return useMutation({
    scope: { id: `like-${post._id}` },
    mutationFn: async (wanted: Like) =>
      (await api('POST /api/blog/like-dislike', { body: { id: post._id, ...wanted } })).data,
    onMutate: (wanted) => {
      const before = likeOf(post);
      editPost(queries, site, post._id, (shown) => withLike(shown, wanted));
      return before;
    },
    onSuccess: (settled) => editPost(queries, site, post._id, (shown) => withLike(shown, settled)),
    onError: (error, _wanted, before) => {
      if (before) editPost(queries, site, post._id, (shown) => withLike(shown, before));
      toast({ text: error instanceof ApiError && error.status > 0 ? error.message : t('like-failed'), tone: 'bad' });
    },
  });
}

export const nextLike = (post: PostView): Like => toggleLike(likeOf(post));
