import type { PostView } from '@backlot/contracts/posts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '../../components/toasts.tsx';
import { api } from '../../lib/api.ts';
import { useErrorText } from '../../lib/texts/error-text.ts';
import { dropPost, refreshPost } from '../../entities/post/post-cache.ts';
import { useSite } from '../../lib/site.tsx';

/** What the menu does without leaving the page. */
export function usePostActs({ _id: id }: Pick<PostView, '_id'>, onGone?: () => void) {
  const queries = useQueryClient();
  const { id: site } = useSite();
  const { t } = useTranslation();
  const toast = useToast();
  const errorText = useErrorText();
  const [isDeleting, setDeleting] = useState(false);
  const run = async (act: () => Promise<unknown>, text: string): Promise<boolean> => {
    try {
      await act();
      toast({ text, tone: 'good' });
      return true;
    } catch (error) {
      toast({ text: errorText(error), tone: 'bad' });
      return false;
    }
  };
  const runAndRefresh = async (act: () => Promise<unknown>, text: string): Promise<void> => {
    if (await run(act, text)) await refreshPost(queries, site, id);
  };
  return {
    isDeleting,
    /** POST-081, POST-109: the card leaves when the server took the post out. */
    remove: async (): Promise<void> => {
      setDeleting(true);
      const isGone = await run(
        () => api('POST /api/blogs/delete', { body: { id, requestFrom: 'feed' } }),
        t('post-deleted'),
      );
      setDeleting(false);
      if (!isGone) return;
      onGone?.();
      dropPost(queries, site, id);
    },
    refreshBlur: (): void => {
      void runAndRefresh(
        () => api('POST /api/upload/refresh_blur_picture', { body: { id, type: 'blog', format: 'modern' } }),
        t('blur-refreshed'),
      );
    },
    processFilms: (): void => {
      void runAndRefresh(
        () => api('POST /api/admin/send_video_process_request', { body: { id, udid: id, videoFrom: 'blog' } }),
        t('video-process-sent'),
      );
    },
  };
}
