import type { FanFeature } from '../../lib/feature.ts';
import { MigrationPopup } from './migration/migration-popup.tsx';
import { ResubscribeRibbon } from './resubscribe/resubscribe-ribbon.tsx';
import { UnlockArea } from './unlock/unlock-area.tsx';

export const checkout = {
  screens: [
    {
      path: '/subscribe',
      screen: { name: 'checkout/subscribe-page', load: () => import('./subscribe-page.tsx'), hasAccountTexts: true },
      title: 'subscribe-title',
      frame: 'form',
    },
    {
      path: '/payment/:intent_id',
      screen: { name: 'checkout/payment-page', load: () => import('./payment-page.tsx'), hasAccountTexts: true },
      title: 'payment-title',
      frame: 'form',
    },
    {
      path: '/payment/:intent_id/another-way',
      screen: {
        name: 'checkout/another-way-page',
        load: () => import('./another-way-page.tsx'),
        hasAccountTexts: true,
      },
      title: 'another-way-title',
      frame: 'form',
    },
    {
      path: '/what-is-this-charge',
      screen: { name: 'checkout/charge-page', load: () => import('./charge-page.tsx'), hasAccountTexts: true },
      title: 'charge-title',
    },
    {
      path: '/profile/payment-method',
      screen: {
        name: 'checkout/payment-method-page',
        load: () => import('./payment-method-page.tsx'),
        hasAccountTexts: true,
      },
      title: 'profile-cards',
    },
    {
      path: '/profile/add-new-payment-method',
      screen: { name: 'checkout/add-card-page', load: () => import('./add-card-page.tsx'), hasAccountTexts: true },
      title: 'setup-payment-method-title',
    },
    {
      path: '/upload-photo-id',
      screen: { name: 'checkout/photo-id-page', load: () => import('./photo-id-page.tsx'), hasAccountTexts: true },
      title: 'photo-id-title',
    },
  ],
  areas: [UnlockArea],
  frame: { above: ResubscribeRibbon, over: MigrationPopup },
  events: async () => (await import('./purchase-events.ts')).purchaseEvents,
} satisfies FanFeature;
