import { UserRoundCheck } from 'lucide-react';
import type { StudioFeature } from '../../lib/feature.ts';
import { paths } from '../../lib/paths.ts';

export const resubscriptions = {
  screens: [
    {
      path: '/admin/user-report',
      screen: { name: 'resubscriptions/resubscriptions-page', load: () => import('./resubscriptions-page.tsx') },
      title: 'nav-resubscriptions',
    },
  ],
  menu: [
    { group: 'money', order: 8, to: paths.resubscriptions, text: 'nav-resubscriptions', icon: UserRoundCheck, go: 'b' },
  ],
} satisfies StudioFeature;
