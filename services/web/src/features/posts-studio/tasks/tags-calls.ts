import { queryKeys } from '@backlot/contracts/bootstrap';
import type { PostView } from '@backlot/contracts/posts';
import type { TagView } from '@backlot/contracts/tags';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '../../../components/toasts.tsx';
import { api } from '../../../lib/api.ts';
import { useErrorText } from '../../../lib/texts/error-text.ts';
import { editPost } from '../../../entities/post/post-cache.ts';
import { useSite } from '../../../lib/site.tsx';
import { postKeys } from '../list/studio-posts.ts';

type PostTags = PostView['feed_tags'];

interface Put {
  readonly id: string;
  readonly isOn: boolean;
}

/**
 * What the tag selector does; each answer is shown at once, where the tag is and on the post. Presses that follow each
 * other are sent one after the other; `onRefused` takes one back.
 */
export function useTagCalls(postId: string, onPostTags: (tags: PostTags) => void, onRefused: (put: Put) => void) {
  const { t } = useTranslation();
  const { id: site } = useSite();
  const queries = useQueryClient();
  const toast = useToast();
  const errorText = useErrorText();
  const again = (): void => {
    for (const queryKey of postKeys(site)) void queries.invalidateQueries({ queryKey });
  };
  const setTags = (step: (tags: readonly TagView[]) => readonly TagView[]): void => {
    queries.setQueryData<readonly TagView[]>(queryKeys.tags(site), (tags) => tags && step(tags));
  };
  const onError = (error: unknown): void => toast({ text: errorText(error), tone: 'bad' });
  const waiting = useRef(0);
  const put = useMutation({
    scope: { id: `tags-${postId}` },
    onMutate: () => {
      waiting.current += 1;
    },
    onSettled: () => {
      waiting.current -= 1;
    },
    mutationFn: ({ id, isOn }: Put) =>
      api('POST /api/feed-tags/add-or-remove-tag', { body: { blogId: postId, id, is_selected: isOn } }),
    onSuccess: ({ data }) => {
      // What was pressed since is not in this answer.
      if (waiting.current === 1) onPostTags(data.feed_tags);
      editPost(queries, site, postId, (post) => ({ ...post, feed_tags: data.feed_tags }));
      again();
    },
    onError: (error, refused) => {
      onRefused(refused);
      onError(error);
    },
  });
  const save = useMutation({
    mutationFn: ({ id, name }: { id: string | null; name: string }) =>
      api('POST /api/feed-tags/add-or-update', { body: id === null ? { name, blogId: postId } : { id, name } }),
    onSuccess: ({ data, message }, { id }) => {
      setTags((tags) =>
        tags.some((tag) => tag.id === data.id) ? tags.map((tag) => (tag.id === data.id ? data : tag)) : [...tags, data],
      );
      toast({ text: message || t('tag-updated'), tone: 'good' });
      again();
      if (id === null) put.mutate({ id: data.id, isOn: true });
    },
  });
  const remove = useMutation({
    mutationFn: (id: string) => api('DELETE /api/feed-tags/delete/:id', { params: { id } }),
    onSuccess: (_, id) => {
      setTags((tags) => tags.filter((tag) => tag.id !== id));
      editPost(queries, site, postId, (post) => ({
        ...post,
        feed_tags: post.feed_tags.filter((tag) => tag.id !== id),
      }));
      again();
    },
    onError,
  });
  return { put, save, remove };
}
