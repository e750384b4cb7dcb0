import type { PostView } from '@backlot/contracts/posts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListEntry, TableColumn } from '../../../components/kit/table/table-types.ts';
import { Time } from '../../../components/text/time.tsx';
import { useFormats } from '../../../lib/site.tsx';
import { PostMenu } from './post-menu.tsx';
import { PostStateChip, SoundLost, usePostName, VisibilityChip } from './post-labels.tsx';
import { PostPicture } from './posts-grid.tsx';

export function usePostColumns(): readonly TableColumn<PostView>[] {
  const { t } = useTranslation();
  const { number } = useFormats();
  return useMemo(
    () => [
      {
        id: 'post',
        head: t('posts-column-post'),
        isName: true,
        takesRest: true,
        cell: (post) => (
          <span className="posts-name">
            <PostThumb post={post} />
            <span className="posts-told">
              <PostName post={post} />
              <SoundLost post={post} />
            </span>
          </span>
        ),
      },
      {
        id: 'visibility',
        head: t('create-visibility'),
        cell: (post) => (
          <span className="posts-chips">
            <VisibilityChip post={post} />
            <PostStateChip post={post} />
          </span>
        ),
      },
      {
        id: 'tags',
        head: t('post-tags'),
        kind: 'muted',
        from: 'wide',
        cell: (post) => (
          <span className="posts-tags cut" dir="auto">
            {post.feed_tags.map(({ name }) => name).join(', ')}
          </span>
        ),
      },
      {
        id: 'date',
        head: t('column-date'),
        kind: 'muted',
        cell: (post) => <Time at={post.date} exact={!post.is_published} />,
      },
      {
        id: 'likes',
        head: t('bell-likes'),
        kind: 'number',
        cell: (post) => (post.total_likes === null ? '' : number(post.total_likes)),
      },
      { id: 'menu', head: t('a11y-post-menu'), hidesHead: true, cell: (post) => <PostMenu post={post} /> },
    ],
    [t, number],
  );
}

/** The same on a phone. */
export function usePostEntry(): (post: PostView) => ListEntry {
  return (post) => ({
    picture: <PostThumb post={post} />,
    title: <PostName post={post} />,
    note: (
      <>
        <Time at={post.date} exact={!post.is_published} />
        <SoundLost post={post} />
      </>
    ),
    end: (
      <span className="posts-end">
        <span className="posts-chips">
          <VisibilityChip post={post} />
          <PostStateChip post={post} />
        </span>
        <PostMenu post={post} />
      </span>
    ),
  });
}

export const PostThumb = ({ post }: { post: PostView }) => (
  <span className="posts-thumb">
    <PostPicture post={post} />
  </span>
);

export function PostName({ post }: { post: PostView }) {
  const name = usePostName()(post);
  return (
    <span className="cut" dir="auto" title={name}>
      {name}
    </span>
  );
}
