import type { FanFeature } from '../../lib/feature.ts';

export const wallet = {
  screens: [
    {
      path: '/profile/wallet',
      screen: { name: 'wallet/wallet-page', load: () => import('./wallet-page.tsx') },
      title: 'wallet-title',
    },
  ],
  events: async () => (await import('./wallet-events.ts')).walletEvents,
} satisfies FanFeature;
