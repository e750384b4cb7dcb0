import type { CommentView } from '@backlot/contracts/comments';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useToast } from '../../components/toasts.tsx';
import { api } from '../../lib/api.ts';
import { useErrorText } from '../../lib/texts/error-text.ts';
import { useSite } from '../../lib/site.tsx';
import { editComments } from './comments-query.ts';

/** What may be done with a comment. Each changes the list when the server agreed, and says so. */
export function useCommentActs(comment: CommentView, post: string) {
  const queries = useQueryClient();
  const { id: site } = useSite();
  const { t } = useTranslation();
  const toast = useToast();
  const errorText = useErrorText();
  const { _id: id, user } = comment;
  const run = (act: () => Promise<string>) => (): void => {
    act().then(
      (text) => toast({ text, tone: 'good' }),
      (error: unknown) => toast({ text: errorText(error), tone: 'bad' }),
    );
  };
  const hide = (isHidden: boolean) =>
    run(async () => {
      const { data } = await api('POST /api/blog/hide-blog-comment', { body: { comment_id: id, is_hidden: isHidden } });
      editComments(
        queries,
        site,
        post,
        (comments) => comments.map((one) => (one._id === id ? data.comment : one)),
        data.total_comments,
      );
      return t(isHidden ? 'comment-hidden' : 'comment-shown');
    });
  const block = (isBlocked: boolean) =>
    run(async () => {
      await api('POST /api/blog/block-user-from-commenting', {
        body: { user_id: user._id ?? '', is_blocked: isBlocked },
      });
      editComments(queries, site, post, (comments) =>
        comments.map((one) => (one.user._id === user._id ? { ...one, is_user_blocked: isBlocked } : one)),
      );
      return t(isBlocked ? 'comment-user-blocked' : 'comment-user-unblocked');
    });
  return {
    remove: run(async () => {
      const { data } = await api('POST /api/blog/remove-blog-comment', { body: { comment_id: id, blog_id: post } });
      editComments(queries, site, post, (comments) => comments.filter((one) => one._id !== id), data.total_comments);
      return t('comment-removed');
    }),
    hide: hide(true),
    show: hide(false),
    block: block(true),
    unblock: block(false),
  };
}
