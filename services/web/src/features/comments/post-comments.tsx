import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { Button } from '../../components/button.tsx';
import type { CommentsProps } from '../../entities/post/post-slots.tsx';
import { useFormats, useMe, useSetting } from '../../lib/site.tsx';
import { CommentForm } from './comment-form.tsx';
import { CommentItem } from './comment-item.tsx';
import { CommentRefused } from './comment-refused.tsx';
import { useComments } from './comments-query.ts';
import { SendingComment } from './sending-comment.tsx';
import { useSendComment } from './send-comment.ts';
import './comments.css';

/** What people say under a post, newest first, and the place to say something. Absent where the site has none. */
export function PostComments({ post, level }: CommentsProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const me = useMe();
  const isOn = useSetting('is_feed_comment_enabled') === true;
  const isOpen = post.state === 'unlocked';
  const { data, isPending, isError, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useComments(
    post._id,
    isOpen,
    isOn,
  );
  const { sending, send, again, forget } = useSendComment(post);
  const box = useRef<HTMLElement>(null);
  const { hash } = useLocation();
  const isWanted = hash === '#comments' && !isPending;
  useEffect(() => {
    if (isWanted) box.current?.scrollIntoView({ block: 'start' });
  }, [isWanted]);
  const first = data?.pages[0];
  if (!isOn || (first?.refusal === 'closed' && first.comments.length === 0)) return null;
  const comments = data?.pages.flatMap((page) => page.comments) ?? [];
  const total = first?.total_comments ?? null;
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section ref={box} className="comments" id="comments" aria-labelledby="comments-heading">
      <Heading id="comments-heading">
        {t('bell-comments')}
        {total === null || total === 0 ? null : <span className="figures">{number(total)}</span>}
      </Heading>
      {first === undefined ? null : first.can_comment ? (
        <CommentForm name={`comment:${post._id}:${me?._id ?? ''}`} max={first.max_length} onSend={send} />
      ) : (
        <CommentRefused reason={first.refusal} post={post} />
      )}
      {isPending ? (
        <div className="skeleton-lines" role="status" aria-label={t('a11y-loading')}>
          <span />
          <span />
          <span />
        </div>
      ) : null}
      {isError && !first ? (
        <p className="comments-note" role="alert">
          {t('comments-load-failed')}{' '}
          <Button
            tone="quiet"
            size="s"
            onClick={() => {
              void refetch();
            }}
          >
            {t('btn-try-again')}
          </Button>
        </p>
      ) : null}
      {first && comments.length + sending.length === 0 && first.can_comment ? (
        <p className="comments-note">{t('comments-empty')}</p>
      ) : null}
      {comments.length + sending.length === 0 ? null : (
        <ol className="comment-list">
          {sending.map((one) => (
            <SendingComment key={one.key} comment={one} onRetry={() => again(one)} onForget={() => forget(one.key)} />
          ))}
          {comments.map((comment) => (
            <CommentItem key={comment._id} comment={comment} post={post._id} />
          ))}
        </ol>
      )}
      {hasNextPage ? (
        <Button
          tone="quiet"
          size="s"
          busy={isFetchingNextPage}
          onClick={() => {
            void fetchNextPage();
          }}
        >
          {t('comments-more')}
        </Button>
      ) : null}
    </section>
  );
}
