import { UserRoundMinus } from 'lucide-react';
import type { StudioFeature } from '../../lib/feature.ts';
import { paths } from '../../lib/paths.ts';

export const cancellations = {
  screens: [
    {
      path: '/admin/cancellation',
      screen: { name: 'cancellations/cancellations-page', load: () => import('./cancellations-page.tsx') },
      title: 'nav-cancellations',
    },
  ],
  menu: [
    { group: 'fans', order: 2, to: paths.cancellations, text: 'nav-cancellations', icon: UserRoundMinus, go: 'x' },
  ],
} satisfies StudioFeature;
