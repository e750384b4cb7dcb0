import { LogIn, UserRound, UserRoundPlus } from 'lucide-react';
import type { FanFeature } from '../../lib/feature.ts';

export const accounts = {
  screens: [
    {
      path: '/login',
      screen: { name: 'accounts/login-page', load: () => import('./login-page.tsx'), hasAccountTexts: true },
      title: 'nav-log-in',
      frame: 'form',
    },
    {
      path: '/register',
      screen: { name: 'accounts/register-page', load: () => import('./register-page.tsx'), hasAccountTexts: true },
      title: 'nav-sign-up',
      frame: 'form',
    },
    {
      path: '/forgot-password',
      screen: {
        name: 'accounts/forgot-password-page',
        load: () => import('./forgot-password-page.tsx'),
        hasAccountTexts: true,
      },
      title: 'forgot-title',
      frame: 'form',
    },
    {
      path: '/change-password/:token',
      screen: {
        name: 'accounts/reset-password-page',
        load: () => import('./reset-password-page.tsx'),
        hasAccountTexts: true,
      },
      title: 'reset-title',
      frame: 'form',
    },
    {
      path: '/invitation/:token',
      screen: { name: 'accounts/invitation-page', load: () => import('./invitation-page.tsx'), hasAccountTexts: true },
      frame: 'form',
    },
    {
      path: '/profile',
      screen: { name: 'accounts/profile-page', load: () => import('./profile-page.tsx'), hasAccountTexts: true },
      title: 'profile-title',
    },
    {
      path: '/profile/update',
      screen: {
        name: 'accounts/update-profile-page',
        load: () => import('./update-profile-page.tsx'),
        hasAccountTexts: true,
      },
      title: 'profile-details',
    },
    {
      path: '/profile/change-password',
      screen: {
        name: 'accounts/change-password-page',
        load: () => import('./change-password-page.tsx'),
        hasAccountTexts: true,
      },
      title: 'change-password-title',
    },
  ],
  menu: [
    { id: 'account', text: 'bottom-nav-account', icon: UserRound },
    { id: 'login', text: 'nav-log-in', icon: LogIn, ownLabel: 'log_in_navbar_name' },
    { id: 'register', text: 'nav-sign-up', icon: UserRoundPlus, ownLabel: 'sign_up_navbar_name' },
  ],
  events: async () => (await import('../../entities/person/person-events.ts')).personEvents,
} satisfies FanFeature;
