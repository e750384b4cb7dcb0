import { ChartColumn, TicketPercent } from 'lucide-react';
import type { StudioFeature } from '../../lib/feature.ts';
import { paths } from '../../lib/paths.ts';
import { withMoneyTexts } from '../../lib/texts/studio-texts.ts';

export const coupons = {
  screens: [
    {
      path: '/admin/coupons',
      screen: { name: 'coupons/coupons-page', load: () => import('./coupons-page.tsx') },
      title: 'nav-coupons',
    },
    {
      path: '/admin/coupon-reports',
      screen: { name: 'coupons/coupon-reports-page', load: () => import('./coupon-reports-page.tsx') },
      title: 'nav-coupon-reports',
    },
    {
      path: '/admin/coupon-reports/coupon-details/:couponId',
      screen: { name: 'coupons/coupon-page', load: () => import('./coupon-page.tsx') },
      title: 'nav-coupon-reports',
    },
    {
      path: '/admin/generate-subscription-url',
      screen: {
        name: 'coupons/subscription-url-page',
        load: () => withMoneyTexts(import('./subscription-url-page.tsx')),
      },
      title: 'link-title',
    },
  ],
  menu: [
    {
      group: 'money',
      order: 6,
      to: paths.coupons,
      text: 'nav-coupons',
      icon: TicketPercent,
      go: 'c',
      pages: [
        { to: paths.subscriptionUrl, text: 'link-title' },
        { to: paths.userUtmParams, text: 'utm-title' },
      ],
    },
    { group: 'money', order: 7, to: paths.couponReports, text: 'nav-coupon-reports', icon: ChartColumn, go: 'r' },
  ],
} satisfies StudioFeature;
