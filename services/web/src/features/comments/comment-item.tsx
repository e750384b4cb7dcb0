import type { CommentView } from '@backlot/contracts/comments';
import { Ellipsis, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '../../components/avatar.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Popover } from '../../components/popover.tsx';
import { Time } from '../../components/text/time.tsx';
import { useSetting } from '../../lib/site.tsx';
import { CommentText } from './comment-text.tsx';
import { useCommentActs } from './comment-acts.ts';

type Asked = 'remove' | 'hide' | 'block';
const questions = {
  remove: 'comment-remove-confirm',
  hide: 'comment-hide-confirm',
  block: 'comment-block-confirm',
} as const;
const answers = { remove: 'btn-remove', hide: 'comment-hide', block: 'comment-block' } as const;

/** One comment; its writer may remove it, staff may also hide it and keep its writer from commenting. */
export function CommentItem({ comment, post }: { comment: CommentView; post: string }) {
  const { t } = useTranslation();
  const acts = useCommentActs(comment, post);
  const [asked, setAsked] = useState<Asked | null>(null);
  const siteAvatar = useSetting('avatar_url') || null;
  const { user } = comment;
  const entries = [
    ...(comment.can_remove ? [{ label: t('btn-remove'), run: () => setAsked('remove') }] : []),
    ...(comment.can_hide
      ? [
          comment.is_hidden
            ? { label: t('comment-show'), run: acts.show }
            : { label: t('comment-hide'), run: () => setAsked('hide') },
        ]
      : []),
    ...(comment.is_user_blocked === null || user._id === null || user.isAdmin
      ? []
      : [
          comment.is_user_blocked
            ? { label: t('comment-unblock'), run: acts.unblock }
            : { label: t('comment-block'), run: () => setAsked('block') },
        ]),
  ];
  return (
    <li className="comment" data-hidden={comment.is_hidden || undefined}>
      <Avatar name={user.name} url={user.avatarUrl ?? (user.isAdmin ? siteAvatar : null)} size={32} />
      <div className="comment-body">
        <p className="comment-by">
          <b dir="auto">{user.name}</b>
          {user.isAdmin ? <span className="comment-mark">{t('comment-by-creator')}</span> : null}
          <Time at={comment.date} />
          {comment.is_hidden ? (
            <span className="comment-hidden-mark">
              <EyeOff className="icon" aria-hidden />
              {t('comment-hidden-mark')}
            </span>
          ) : null}
        </p>
        <CommentText text={comment.comment} />
      </div>
      {entries.length === 0 ? null : (
        <Popover
          label={t('comment-menu', { name: user.name })}
          className="comment-menu"
          trigger={<Ellipsis className="icon" aria-hidden />}
        >
          {(close) => (
            <div className="menu-list">
              {entries.map(({ label, run }) => (
                <button
                  key={label}
                  type="button"
                  className="menu-button"
                  onClick={() => {
                    close();
                    run();
                  }}
                >
                  {label}
                </button>
              ))}
            </div>
          )}
        </Popover>
      )}
      {asked === null ? null : (
        <ConfirmDialog
          title={t(questions[asked])}
          confirmLabel={t(answers[asked])}
          onCancel={() => setAsked(null)}
          onConfirm={() => {
            setAsked(null);
            acts[asked]();
          }}
        >
          <p className="comment-asked" dir="auto">
            {asked === 'block' ? t('comment-block-text', { name: user.name }) : comment.comment.slice(0, 200)}
          </p>
        </ConfirmDialog>
      )}
    </li>
  );
}
