import {
  CalendarDays,
  ChartNoAxesColumn,
  CreditCard,
  IdCard,
  ReceiptText,
  Scale,
  SearchCheck,
  ShieldAlert,
  UsersRound,
} from 'lucide-react';
import type { StudioFeature } from '../../lib/feature.ts';
import { paths } from '../../lib/paths.ts';
import { withMoneyTexts } from '../../lib/texts/studio-texts.ts';
import { searchFans } from './search-fans.ts';

export const staff = {
  screens: [
    {
      path: '/admin/subscribers',
      screen: { name: 'staff/fans-page', load: () => import('./fans-page.tsx') },
      title: 'nav-group-fans',
    },
    {
      path: '/admin/subscribers/:id',
      screen: { name: 'staff/fan-page', load: () => withMoneyTexts(import('./fan-page.tsx')) },
      title: 'nav-group-fans',
    },
    {
      path: '/admin/transactions',
      screen: { name: 'staff/transactions-page', load: () => import('./transactions-page.tsx') },
      title: 'transactions-title',
    },
    {
      path: '/admin/user-purchase-history',
      screen: { name: 'staff/purchase-history-page', load: () => import('./purchase-history-page.tsx') },
      title: 'purchase-history-title',
    },
    {
      path: '/purchase-notification',
      screen: {
        name: 'staff/purchase-notification-page',
        load: () => withMoneyTexts(import('./purchase-notification-page.tsx')),
      },
      title: 'purchase-news-title',
    },
    {
      path: '/admin/open-items',
      screen: { name: 'staff/open-items-page', load: () => withMoneyTexts(import('./open-items-page.tsx')) },
      title: 'open-items-title',
    },
    {
      path: '/admin/voids-refund-and-chargeback',
      screen: { name: 'staff/disputes-page', load: () => withMoneyTexts(import('./disputes-page.tsx')) },
      title: 'disputes-title',
    },
    {
      path: '/admin/reconciliation',
      screen: { name: 'staff/reconciliation-page', load: () => withMoneyTexts(import('./reconciliation-page.tsx')) },
      title: 'reconciliation-title',
    },
    {
      path: '/admin/statements',
      screen: { name: 'staff/statements-page', load: () => withMoneyTexts(import('./statements-page.tsx')) },
      title: 'statements-title',
    },
    {
      path: '/admin/influencer-activity',
      screen: {
        name: 'staff/influencer-activity-page',
        load: () => withMoneyTexts(import('./influencer-activity-page.tsx')),
      },
      title: 'activity-title',
    },
    {
      path: '/admin/reporting',
      screen: { name: 'staff/reporting-page', load: () => withMoneyTexts(import('./reporting-page.tsx')) },
      title: 'reporting-title',
    },
    {
      path: '/admin/reports',
      screen: { name: 'staff/best-sellers-page', load: () => withMoneyTexts(import('./best-sellers-page.tsx')) },
      title: 'reporting-best-sellers',
    },
    {
      path: '/admin/user-utm-params',
      screen: {
        name: 'staff/user-utm-params-page',
        load: () => withMoneyTexts(import('./user-utm-params-page.tsx')),
      },
      title: 'utm-title',
    },
    {
      path: '/admin/provider-accounts',
      screen: {
        name: 'staff/provider-accounts-page',
        load: () => withMoneyTexts(import('./provider-accounts-page.tsx')),
      },
      title: 'accounts-title',
    },
    {
      path: '/admin/super-admin-tools',
      screen: { name: 'staff/lookup-page', load: () => withMoneyTexts(import('./lookup-page.tsx')) },
      title: 'lookup-title',
    },
    {
      path: '/admin/super-admin-tools/lookup',
      screen: { name: 'staff/lookup-page', load: () => withMoneyTexts(import('./lookup-page.tsx')) },
      title: 'lookup-title',
    },
    {
      path: '/admin/super-admin-tools/sticky-io-lookup',
      screen: { name: 'staff/order-lookup-page', load: () => import('./order-lookup-page.tsx') },
      title: 'order-lookup-title',
    },
    {
      path: '/admin/user-card-list',
      screen: { name: 'staff/user-cards-page', load: () => import('./user-cards-page.tsx') },
      title: 'user-cards-title',
    },
    {
      path: '/admin/photo-ids',
      screen: { name: 'staff/photo-ids-page', load: () => import('./photo-ids-page.tsx') },
      title: 'photo-id-title',
    },
  ],
  menu: [
    {
      group: 'fans',
      order: 1,
      to: paths.subscribers,
      text: 'nav-group-fans',
      icon: UsersRound,
      go: 'f',
      unread: 'subscriptionNotificationUnreadCount',
    },
    { group: 'fans', order: 3, to: paths.photoIds, text: 'photo-ids-title', icon: IdCard, go: 'i' },
    {
      group: 'money',
      order: 1,
      to: paths.transactions,
      text: 'nav-transactions',
      icon: CreditCard,
      go: 'm',
      unread: 'purchasedNotificationUnreadCount',
      pages: [
        { to: paths.purchaseHistory, text: 'purchase-history-title' },
        { to: paths.purchaseNotifications, text: 'purchase-news-title' },
      ],
    },
    {
      group: 'money',
      order: 2,
      to: paths.openItems,
      text: 'open-items-title',
      icon: Scale,
      go: 'o',
      unread: 'openItemsCount',
      pages: [{ to: paths.reconciliation, text: 'reconciliation-title' }],
    },
    { group: 'money', order: 3, to: paths.disputes, text: 'disputes-title', icon: ShieldAlert, go: 'v' },
    {
      group: 'money',
      order: 3.5,
      to: paths.statements,
      text: 'statements-title',
      icon: ReceiptText,
      go: 't',
      pages: [{ to: paths.providerAccounts, text: 'accounts-title' }],
    },
    {
      group: 'money',
      order: 3.6,
      to: paths.reporting,
      text: 'reporting-title',
      icon: ChartNoAxesColumn,
      go: 'w',
      pages: [{ to: paths.bestSellers, text: 'reporting-best-sellers' }],
    },
    { group: 'money', order: 3.7, to: paths.influencerActivity, text: 'activity-title', icon: CalendarDays, go: 'y' },
    {
      group: 'money',
      order: 4,
      to: paths.lookup,
      text: 'lookup-title',
      icon: SearchCheck,
      go: 'k',
      pages: [
        { to: paths.orderLookup, text: 'order-lookup-title' },
        { to: paths.userCards, text: 'user-cards-title' },
      ],
    },
  ],
  searches: [{ group: 'fans', screen: paths.subscribers, list: paths.subscribers, find: searchFans }],
} satisfies StudioFeature;
