import { ExternalLink, Trash2 } from 'lucide-react';
import type { PostView } from '@backlot/contracts/posts';
import { useTranslation } from 'react-i18next';
import { paths } from '../../app/paths.ts';
import { SiteLink } from '../../components/site-link.tsx';
import { usePostName } from './post-facts.tsx';

export function PostActions({ post, onDelete }: { post: PostView; onDelete: (post: PostView) => void }) {
  const { t } = useTranslation();
  const name = usePostName()(post).slice(0, 60);
  return (
    <span className="post-actions">
      {post.is_published && post.state !== 'processing' && post.state !== 'error' ? <SiteLink to={paths.post(post._id)} className="btn" data-size="s" data-square aria-label={t('posts-open', { name })} title={t('btn-see-post')}><ExternalLink className="icon" aria-hidden /></SiteLink> : null}
      <button type="button" className="btn" data-size="s" data-square data-tone="bad" aria-label={t('posts-delete', { name })} title={t('btn-delete')} onClick={() => onDelete(post)}><Trash2 className="icon" aria-hidden /></button>
    </span>
  );
}
