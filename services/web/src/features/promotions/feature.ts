import { BadgePercent } from 'lucide-react';
import type { StudioFeature } from '../../lib/feature.ts';
import { paths } from '../../lib/paths.ts';

export const promotions = {
  screens: [
    {
      path: '/admin/promotions',
      screen: { name: 'promotions/promotions-page', load: () => import('./promotions-page.tsx') },
      title: 'nav-promotions',
    },
    {
      path: '/admin/promotion-subscribe-users/:promotion_id',
      screen: { name: 'promotions/promotion-page', load: () => import('./promotion-page.tsx') },
      title: 'nav-promotions',
    },
  ],
  menu: [
    {
      group: 'money',
      order: 5,
      to: paths.promotions,
      text: 'nav-promotions',
      icon: BadgePercent,
      go: 'd',
      rowsAt: '/admin/promotion-subscribe-users',
    },
  ],
  commands: [
    {
      id: 'start-promotion',
      text: 'promotion-start',
      icon: BadgePercent,
      screen: paths.promotions,
      run: ({ go }) => go(paths.startPromotion),
    },
  ],
} satisfies StudioFeature;
