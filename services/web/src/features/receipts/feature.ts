import type { FanFeature } from '../../lib/feature.ts';

export const receipts = {
  screens: [
    {
      path: '/profile/payments',
      screen: { name: 'receipts/payments-page', load: () => import('./payments-page.tsx'), hasAccountTexts: true },
      title: 'payments-title',
    },
    {
      path: '/profile/payments/:id',
      screen: { name: 'receipts/receipt-page', load: () => import('./receipt-page.tsx'), hasAccountTexts: true },
    },
  ],
} satisfies FanFeature;
