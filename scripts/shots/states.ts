import type { Page } from 'playwright-core';
import { openTray, payIn, unlockIn, visitOften } from './acts.ts';
import type { Viewer } from './screens.ts';
import { homeCountry } from './location-file.ts';
import { moneyStates } from './money-states.ts';
import type { SiteRows } from './site-rows.ts';

export const staffRoles = ['admin', 'sub_admin', 'content_manager', 'live_stream_manager', 'support'] as const;
export type Looker = Viewer | (typeof staffRoles)[number];

/** A screen as it is only at times: while the site is set so, or after a person has done something. */
export interface State {
  readonly name: string;
  readonly path: string;
  readonly viewer: Looker;
  /** Settings of the site while the picture is taken; put back afterwards. */
  readonly settings?:
    | Readonly<Record<string, unknown>>
    | ((now: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>);
  /** Who may change those settings, where the creator may not; sites without such staff have no pictures of it. */
  readonly by?: (typeof staffRoles)[number];
  /** The person's, where it is not English. */
  readonly language?: string;
  /** Where it is never seen on wide screens. */
  readonly widths?: readonly number[];
  /** What happens to the whole site while its pictures are taken, and how it ends. */
  readonly site?: {
    readonly begin: (rows: SiteRows) => Promise<void>;
    readonly end: (rows: SiteRows) => Promise<void>;
  };
  /** What has happened to the person before, who is a new one for each picture. */
  readonly person?: (rows: SiteRows, email: string) => Promise<void>;
  /** What the person does before. */
  readonly act?: (page: Page) => Promise<void>;
}

const good = '4242424242424242';
const stolen = '4000000000009979';
const pending = '4000000000000077';

export const states: readonly State[] = [
  { name: 'age-gate', path: '/home', viewer: 'guest', settings: { show_age_modal: true } },
  { name: 'maintenance', path: '/home', viewer: 'guest', settings: { maintenance_mode: true } },
  {
    name: 'service-stopped',
    path: '/home',
    viewer: 'guest',
    site: { begin: (rows) => rows.stop(), end: (rows) => rows.resume() },
  },
  { name: 'blocked-area', path: '/home', viewer: 'guest', by: 'admin', settings: { blocked_countries: [homeCountry] } },
  { name: 'install-card', path: '/home', viewer: 'guest', widths: [390, 820], act: visitOften },
  {
    name: 'renewal-failed',
    path: '/profile',
    viewer: 'member',
    person: (rows, email) => rows.failRenewal(email),
  },
  {
    name: 'renewal-failed-popup',
    path: '/home',
    viewer: 'member',
    person: (rows, email) => rows.failRenewal(email),
    act: async (page) => {
      await page.getByRole('heading', { name: 'I want you back!' }).waitFor();
    },
  },
  {
    name: 'renewal-at-risk',
    path: '/home',
    viewer: 'member',
    person: (rows, email) => rows.riskRenewal(email),
    act: async (page) => {
      await page.getByRole('button', { name: 'Remind me tomorrow' }).waitFor();
    },
  },
  {
    name: 'popup',
    path: '/home',
    viewer: 'guest',
    settings: { show_misc_pop_up: true, misc_pop_up_text: 'The kiln opens on Sunday.' },
  },
  {
    name: 'consent',
    path: '/home',
    viewer: 'guest',
    settings: { google_analytics_4_measurement_id: 'G-ABC1234567' },
    act: async (page) => {
      await page.getByRole('button', { name: 'Agree', exact: true }).waitFor();
    },
  },
  {
    name: 'announcement',
    path: '/home',
    viewer: 'fan',
    settings: {
      announcement_banner_settings: {
        is_announcement_banner_enabled_for_non_subscribers: true,
        non_subscriber_announcement_banner_text: 'The kiln opens on Sunday.',
      },
    },
  },
  {
    name: 'offline',
    path: '/home',
    viewer: 'member',
    act: async (page) => {
      await page.context().setOffline(true);
      await page.getByText('You are offline').first().waitFor();
    },
  },
  {
    name: 'like-the-website',
    path: '/like-the-website',
    viewer: 'guest',
    settings: { show_like_the_website_form: true },
  },
  {
    name: 'subscription-video',
    path: '/subscription-video',
    viewer: 'guest',
    settings: (now) => ({ subscription_video_url: now['desktop_video_banner_url'] || now['hero_banner_video'] || '' }),
  },
  {
    name: 'feed-numbered',
    path: '/home',
    viewer: 'fan',
    settings: { is_pagination_on_exclusive_content_enabled: true },
  },
  {
    name: 'login-wrong',
    path: '/login',
    viewer: 'guest',
    act: async (page) => {
      await page.getByLabel('Email', { exact: true }).fill('nobody@demo.example');
      await page.getByLabel('Password', { exact: true }).fill('Not-the-password-1');
      await page.getByRole('button', { name: 'Log in', exact: true }).click();
      await page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'subscribe-missing',
    path: '/subscribe',
    viewer: 'fan',
    act: async (page) => {
      await page.getByRole('button', { name: /^(?:Subscribe for|Join for free)/ }).click();
    },
  },
  { name: 'subscribe-declined', path: '/subscribe', viewer: 'fan', act: (page) => payIn(page, stolen) },
  { name: 'subscribe-pending', path: '/subscribe', viewer: 'fan', act: (page) => payIn(page, pending) },
  { name: 'subscribe-done', path: '/subscribe', viewer: 'fan', act: (page) => payIn(page, good) },
  {
    name: 'cancel-done',
    path: '/profile/cancel-subscription',
    viewer: 'member',
    act: async (page) => {
      await page.getByRole('radio').first().check();
      await page.getByRole('button', { name: 'Cancel Subscription', exact: true }).click();
      await page.getByRole('heading', { name: 'Subscription Cancelled' }).waitFor();
    },
  },
  { name: 'unlock', path: '/feed/{post}', viewer: 'member', act: (page) => unlockIn(page, null) },
  { name: 'unlock-done', path: '/feed/{post}', viewer: 'member', act: (page) => unlockIn(page, 'stored') },
  {
    name: 'palette',
    path: '/admin',
    viewer: 'creator',
    act: async (page) => {
      await page.keyboard.press('ControlOrMeta+k');
      await page.getByRole('combobox').fill('glaze');
      await page.waitForTimeout(800);
    },
  },
  {
    name: 'fan-panel',
    path: '/admin/subscribers',
    viewer: 'creator',
    act: async (page) => {
      await page.locator('.data-table tbody tr, .row-item').first().click();
    },
  },
  {
    name: 'transaction-panel',
    path: '/admin/transactions',
    viewer: 'creator',
    act: async (page) => {
      await page.locator('.data-table tbody tr, .row-item').first().click();
    },
  },
  { name: 'upload-pill', path: '/admin/create-post', viewer: 'creator', act: (page) => openTray(page, false) },
  { name: 'upload-tray', path: '/admin/create-post', viewer: 'creator', act: (page) => openTray(page, true) },
  ...staffRoles.flatMap((viewer): State[] => [
    { name: `staff-${viewer}-home`, path: '/admin', viewer },
    { name: `staff-${viewer}-feed`, path: '/home', viewer },
  ]),
  { name: 'staff-activity', path: '/admin/influencer-activity', viewer: 'admin' },
  {
    name: 'staff-activity-day',
    path: '/admin/influencer-activity?days=90',
    viewer: 'admin',
    act: async (page) => {
      await page.locator('.data-table tbody tr, .row-item').first().click();
    },
  },
  { name: 'staff-reporting', path: '/admin/reporting', viewer: 'creator' },
  { name: 'staff-best-sellers', path: '/admin/reports?days=365', viewer: 'creator' },
  { name: 'staff-utm', path: '/admin/user-utm-params', viewer: 'admin' },
  {
    name: 'staff-utm-fan',
    path: '/admin/user-utm-params?days=365',
    viewer: 'admin',
    act: async (page) => {
      await page.locator('.data-table tbody tr, .row-item').first().click();
    },
  },
  { name: 'staff-provider-accounts', path: '/admin/provider-accounts', viewer: 'admin' },
  {
    name: 'staff-provider-account',
    path: '/admin/provider-accounts',
    viewer: 'admin',
    act: async (page) => {
      await page.locator('.data-table tbody tr, .row-item').first().click();
    },
  },
  {
    name: 'staff-subscription-url',
    path: '/admin/generate-subscription-url',
    viewer: 'admin',
    act: async (page) => {
      await page.getByRole('button', { name: 'Make the link' }).click();
      await page.locator('.link-address').waitFor();
    },
  },
  ...moneyStates,
  { name: 'staff-sub_admin-settings', path: '/admin/settings', viewer: 'sub_admin' },
  { name: 'staff-content_manager-library', path: '/admin/content-manager?category=all', viewer: 'content_manager' },
  { name: 'staff-support-transactions', path: '/admin/transactions', viewer: 'support' },
];
