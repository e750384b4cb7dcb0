import type { PurchasedContent } from '@backlot/contracts/posts/post-lists';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { SiteLink } from '../../../components/site-link.tsx';
import { useFormats } from '../../../lib/site.tsx';
import { usePostText } from './post-display.ts';
import { PostMedia } from './post-media.tsx';
import { PostBanner } from './post-banner.tsx';

const sizes = '(min-width: 1100px) min(33vw, 440px), (min-width: 700px) 50vw, 100vw';

/** A bought post: its picture, its words, when and for how much. */
export function PurchasedCard({
  content: { post, purchased_at: at, amount },
  isFirst,
}: {
  content: PurchasedContent;
  isFirst: boolean;
}) {
  const { t } = useTranslation();
  const { date, money } = useFormats();
  const shown = usePostText(post);
  const state = { background: useLocation() };
  const to = paths.post(post._id);
  return (
    <article className="post-card" data-state={post.state} data-kind="bought">
      <div className="post-media">
        <SiteLink to={to} state={state} className="post-cover" aria-hidden="true" tabIndex={-1}>
          {null}
        </SiteLink>
        {post.state === 'processing' || post.state === 'error' ? (
          <PostBanner post={post} />
        ) : (
          <PostMedia post={post} sizes={sizes} isFirst={isFirst} />
        )}
      </div>
      <p className="post-caption" dir="auto">
        <SiteLink to={to} state={state}>
          {shown.preview}
        </SiteLink>
      </p>
      <div className="post-foot">
        <span className="post-time">{t('purchase-when', { date: date(at) })}</span>
        <span className="figures">{money(amount)}</span>
      </div>
    </article>
  );
}
