import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '../../components/avatar.tsx';
import { useErrorText } from '../../lib/texts/error-text.ts';
import { useMe } from '../../lib/site.tsx';
import { CommentText } from './comment-text.tsx';
import type { Sending } from './send-comment.ts';

/** One's own words on their way, and where they could not go, what may be done about it. */
export function SendingComment({
  comment,
  onRetry,
  onForget,
}: {
  comment: Sending;
  onRetry: () => void;
  onForget: () => void;
}) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const me = useMe();
  return (
    <li className="comment" data-sending={!comment.hasFailed || undefined}>
      <Avatar name={me?.name ?? ''} url={me?.avatarUrl ?? null} size={32} />
      <div className="comment-body">
        <p className="comment-by">
          <b>{me?.name}</b>
          {comment.hasFailed ? null : <span role="status">{t('comment-sending')}</span>}
        </p>
        <CommentText text={comment.text} />
        {comment.hasFailed ? (
          <div className="comment-failed" role="alert">
            <p className="field-error">
              <CircleAlert className="icon" aria-hidden />
              {errorText(comment.error)}
            </p>
            <button type="button" className="link-button" onClick={onRetry}>
              {t('btn-try-again')}
            </button>
            <button type="button" className="link-button" onClick={onForget}>
              {t('btn-remove')}
            </button>
          </div>
        ) : null}
      </div>
    </li>
  );
}
