import type { PostView } from '@backlot/contracts/posts';
import { useTranslation } from 'react-i18next';
import { Time } from '../../components/time.tsx';
import { useFormats } from '../../lib/site.tsx';
import { PostMenu } from './post-menu.tsx';
import { PostStateChip, SoundLost, usePostName, VisibilityChip } from './post-facts.tsx';
import { PostPicture } from './posts-grid.tsx';

export function PostsTable({ posts }: { posts: readonly PostView[] }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const nameOf = usePostName();
  return (
    <div className="table-card">
      <table className="data-table posts-table">
        <caption className="visually-hidden">{t('nav-posts')}</caption>
        <thead><tr><th scope="col">{t('posts-column-post')}</th><th scope="col">{t('create-visibility')}</th><th scope="col" className="posts-tags">{t('post-tags')}</th><th scope="col">{t('column-date')}</th><th scope="col" className="num posts-likes">{t('bell-likes')}</th><th scope="col"><span className="visually-hidden">{t('a11y-post-menu')}</span></th></tr></thead>
        <tbody>
          {posts.map((post) => (
            <tr key={post._id}>
              <th scope="row" aria-label={nameOf(post)}><span className="posts-name"><span className="posts-thumb"><PostPicture post={post} /></span><span className="posts-told"><span className="cut" dir="auto" title={nameOf(post)}>{nameOf(post)}</span><SoundLost post={post} /></span></span></th>
              <td><span className="posts-chips"><VisibilityChip post={post} /><PostStateChip post={post} /></span></td>
              <td className="posts-tags muted"><span className="cut" dir="auto">{post.feed_tags.map(({ name }) => name).join(', ')}</span></td>
              <td className="muted"><Time at={post.date} exact={!post.is_published} /></td>
              <td className="num posts-likes">{post.total_likes === null ? '' : number(post.total_likes)}</td>
              <td><PostMenu post={post} /></td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
