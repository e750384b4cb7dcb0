import { House, Images } from 'lucide-react';
import type { FanFeature, ScreenFile } from '../../lib/feature.ts';

const feed: ScreenFile = { name: 'posts/feed-page', load: () => import('./feed-page.tsx') };
const purchased: ScreenFile = { name: 'posts/purchased-page', load: () => import('./purchased-page.tsx') };

export const posts = {
  screens: [
    { path: '/', screen: feed },
    { path: '/home', screen: feed },
    {
      path: '/feed/:blog_id/:from_notification?',
      screen: { name: 'posts/post-page', load: () => import('./post-page.tsx') },
      needsData: 'post',
      overlay: true,
    },
    {
      path: '/single-gallery/:id',
      screen: { name: 'posts/single-gallery-page', load: () => import('./single-gallery-page.tsx') },
      needsData: 'post',
    },
    {
      path: '/gallery',
      screen: { name: 'posts/gallery-page', load: () => import('./gallery-page.tsx') },
      title: 'nav-gallery',
    },
    { path: '/purchased-contents', screen: purchased, title: 'profile-purchases' },
    { path: '/purchased-contents/:id', screen: purchased, title: 'profile-purchases' },
  ],
  menu: [
    { id: 'feed', text: 'nav-feed', icon: House, ownLabel: 'home_navbar_name' },
    { id: 'gallery', text: 'nav-gallery', icon: Images, ownLabel: 'gallery_navbar_name' },
  ],
  events: async () => (await import('./fan-post-events.ts')).fanPostEvents,
} satisfies FanFeature;
