import { CreditCard, Ellipsis, Link2 } from 'lucide-react';
import type { FanFeature, ScreenFile } from '../../lib/feature.ts';
import type { TextKey } from '../../lib/texts/texts.ts';
import { BottomBar } from './frame/bottom-bar.tsx';
import { Footer } from './frame/footer.tsx';
import { Navbar } from './frame/navbar.tsx';

const notFound: ScreenFile = { name: 'sites/not-found-page', load: () => import('./not-found-page.tsx') };
const text: ScreenFile = { name: 'sites/text-page', load: () => import('./text-page.tsx') };
const textPages: Readonly<Record<string, TextKey>> = {
  '/terms-of-service': 'footer-terms',
  '/privacy-policy': 'footer-privacy',
  '/refund-policy': 'footer-refund',
  '/dmca': 'footer-dmca',
  '/2257': 'footer-2257',
  '/faq': 'footer-faq',
  '/contact-us': 'footer-contact',
  '/content-removal': 'footer-content-removal',
};

export const sites = {
  screens: [
    {
      path: '/subscription-video',
      screen: { name: 'sites/subscription-video-page', load: () => import('./subscription-video-page.tsx') },
      title: 'nav-membership',
      needs: 'subscription_video_url',
    },
    {
      path: '/links',
      screen: { name: 'sites/links-page', load: () => import('./links-page.tsx') },
      title: 'nav-links',
    },
    {
      path: '/more-links',
      screen: { name: 'sites/more-links-page', load: () => import('./more-links-page.tsx') },
      title: 'bottom-nav-more',
    },
    {
      path: '/like-the-website',
      screen: { name: 'sites/like-page', load: () => import('./like-page.tsx') },
      title: 'footer-like-the-website',
    },
    { path: '/404', screen: notFound },
    { path: '/service-stopped', screen: notFound },
    ...Object.entries(textPages).map(([path, title]) => ({ path, screen: text, title })),
  ],
  landing: {
    path: '/',
    screen: { name: 'sites/landing-page', load: () => import('./landing-page.tsx') },
    frame: 'bare',
  },
  frame: { head: Navbar, foot: Footer, edge: BottomBar },
  menu: [
    { id: 'links', text: 'nav-links', icon: Link2, ownLabel: 'links_navbar_name' },
    { id: 'more', text: 'bottom-nav-links', icon: Ellipsis },
    // Support's only entry leads into the creator area.
    { id: 'transactions', text: 'nav-transactions', icon: CreditCard },
  ],
  events: async () => (await import('../../lib/site.tsx')).settingsEvents,
} satisfies FanFeature;
