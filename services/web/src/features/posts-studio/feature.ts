import { Images, LockKeyhole, SquarePlus } from 'lucide-react';
import type { ScreenRoute, StudioFeature } from '../../lib/feature.ts';
import { paths } from '../../lib/paths.ts';
import { withMoneyTexts } from '../../lib/texts/studio-texts.ts';
import { searchPosts } from './search-posts.ts';

/** The list, and over it the dialogs about one post. */
const tasks = [
  '',
  '/:id/edit',
  '/:id/tags',
  '/:id/reuse',
  '/:id/review',
  '/:id/rotate',
  '/:id/refresh-blur',
  '/:id/delete',
];
const list: Omit<ScreenRoute, 'path'> = {
  screen: { name: 'posts-studio/posts-page', load: () => import('./posts-page.tsx') },
  title: 'nav-posts',
};

export const postsStudio = {
  screens: [
    ...tasks.map((task): ScreenRoute => ({ path: `/admin/posts${task}`, ...list })),
    {
      path: '/admin/locked-exclusive-content',
      screen: { name: 'posts-studio/locked-content-page', load: () => import('./locked-content-page.tsx') },
      title: 'nav-locked-content',
    },
    {
      path: '/admin/purchased-by/locked-exclusive-content/:blogId/:promotion_id?',
      screen: {
        name: 'posts-studio/purchased-by-page',
        load: () => withMoneyTexts(import('./purchased-by-page.tsx')),
      },
      title: 'nav-locked-content',
    },
    {
      path: '/admin/create-post',
      screen: { name: 'posts-studio/create-post-page', load: () => import('./create-post-page.tsx') },
      title: 'create-title',
    },
  ],
  menu: [
    {
      group: 'content',
      order: 1,
      to: paths.studioPosts,
      text: 'nav-posts',
      icon: Images,
      go: 'p',
      pages: [{ to: `${paths.studioPosts}?state=scheduled`, text: 'post-state-scheduled' }],
    },
    { group: 'content', order: 2, to: paths.createPost, text: 'studio-create-post', icon: SquarePlus, go: 'n' },
    {
      group: 'content',
      order: 4,
      to: paths.lockedContent,
      text: 'nav-locked-content',
      icon: LockKeyhole,
      go: 'e',
      rowsAt: '/admin/purchased-by/locked-exclusive-content',
    },
  ],
  commands: [
    {
      id: 'create-post',
      text: 'studio-create-post',
      icon: SquarePlus,
      key: 'c',
      screen: paths.createPost,
      isKeyOnly: true,
      run: ({ go }) => go(paths.createPost),
    },
  ],
  searches: [{ group: 'posts', screen: paths.studioPosts, list: paths.studioPosts, find: searchPosts }],
  events: async () => (await import('../../entities/post/post-events.ts')).postEvents,
} satisfies StudioFeature;
