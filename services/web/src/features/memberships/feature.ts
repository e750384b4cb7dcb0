import { Star } from 'lucide-react';
import type { FanFeature } from '../../lib/feature.ts';
import { RebillPopups } from './rebill/rebill-popups.tsx';

export const memberships = {
  screens: [
    {
      path: '/membership',
      screen: {
        name: 'memberships/membership-page',
        load: () => import('./membership-page.tsx'),
        hasAccountTexts: true,
      },
      title: 'nav-membership',
    },
    {
      path: '/profile/cancel-subscription',
      screen: { name: 'memberships/cancel-page', load: () => import('./cancel-page.tsx'), hasAccountTexts: true },
      title: 'cancel-title',
    },
    {
      path: '/profile/withdraw',
      screen: { name: 'memberships/withdraw-page', load: () => import('./withdraw-page.tsx'), hasAccountTexts: true },
    },
  ],
  frame: { over: RebillPopups },
  menu: [{ id: 'membership', text: 'nav-membership', icon: Star }],
  events: async () => (await import('./membership-events.ts')).membershipEvents,
} satisfies FanFeature;
