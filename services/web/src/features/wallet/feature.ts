import type { FanFeature } from '../../lib/feature.ts';
import { AddFundsArea } from './add-funds/add-funds-area.tsx';

export const wallet = {
  screens: [
    {
      path: '/profile/wallet',
      screen: { name: 'wallet/wallet-page', load: () => import('./wallet-page.tsx'), hasAccountTexts: true },
      title: 'wallet-title',
    },
  ],
  areasOfFrame: [AddFundsArea],
  events: async () => (await import('./wallet-events.ts')).walletEvents,
} satisfies FanFeature;
