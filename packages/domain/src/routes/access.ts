import { storedRoles, type GuardRole } from '../people/roles.ts';

/** The settings that open or close routes. Part of `Settings`. */
export interface RouteSettings {
  readonly show_reporting_page_to_content_manager: boolean;
  readonly hide_earnings: boolean;
  readonly enable_csv_download_for_content_managers: boolean;
  readonly enable_live_stream_report_for_content_manager: boolean;
  readonly enable_internal_shop: boolean;
  readonly show_like_the_website_form: boolean;
}

/** What else must hold for a content manager, who is the only role that settings shut out. */
export type ContentManagerRule = 'reports' | 'earnings' | 'export' | 'live_report';

/** What a page waits for: the capability that brings its screen. Until then it is not there, for nobody and in no menu. */
export type Capability =
  | 'chat'
  | 'live'
  | 'bookings'
  | 'tips'
  | 'shop'
  | 'promotions'
  | 'mass messages'
  | 'help'
  | 'notifications'
  | 'email opt-in'
  | 'card providers'
  | 'reports'
  | 'pages'
  | 'platform';

export interface RouteRule {
  /** A path of segments: `:name`, and `:name?` for one that may be missing. */
  readonly path: string;
  readonly roles: 'public' | readonly GuardRole[];
  /** Open to guests as well, and to no further role. */
  readonly guests?: boolean;
  readonly contentManager?: ContentManagerRule;
  /** The switch without which the page does not exist. */
  readonly needs?: 'enable_internal_shop' | 'show_like_the_website_form';
  /** Absent once the screen is built. */
  readonly comesWith?: Capability;
}

/** Rules of pages that are still to be built. */
export const later = (comesWith: Capability, rules: readonly RouteRule[]): RouteRule[] =>
  rules.map((rule) => ({ ...rule, comesWith }));

export function contentManagerMay(rule: ContentManagerRule, settings: RouteSettings): boolean {
  switch (rule) {
    case 'reports':
      return settings.show_reporting_page_to_content_manager && !settings.hide_earnings;
    case 'earnings':
      return !settings.hide_earnings;
    case 'export':
      return settings.enable_csv_download_for_content_managers;
    case 'live_report':
      return settings.enable_live_stream_report_for_content_manager;
  }
}

export const everyone: readonly GuardRole[] = storedRoles;
/** ROLE-42. */
export const buyers: readonly GuardRole[] = ['user', 'content_manager', 'model', 'admin', 'support', 'sub_admin'];
/** Cart, checkout and orders: as buyers, and a content manager has no shop (ROLE-32). */
export const shoppers: readonly GuardRole[] = ['user', 'model', 'admin', 'support', 'sub_admin'];
export const userOnly: readonly GuardRole[] = ['user'];
export const userAndProxy: readonly GuardRole[] = ['user', 'proxy_user'];
export const content: readonly GuardRole[] = ['admin', 'model', 'content_manager', 'sub_admin'];
export const tipReaders: readonly GuardRole[] = [
  'admin',
  'model',
  'content_manager',
  'sub_admin',
  'live_stream_manager',
];
export const helpReaders: readonly GuardRole[] = tipReaders;
/** Everyone who works on the site. */
export const staff: readonly GuardRole[] = [...tipReaders, 'support'];
/** Most settings (ROLE-29). */
export const siteSettings: readonly GuardRole[] = ['model', 'admin', 'sub_admin'];
/** ROLE-28: universal login, subscription addresses, UTM, redirects. */
export const adminAndSubAdmin: readonly GuardRole[] = ['admin', 'sub_admin'];
export const adminOnly: readonly GuardRole[] = ['admin'];
export const adminAndModel: readonly GuardRole[] = ['admin', 'model'];
/** Transactions: ROLE-25, and the creator, whose money it is. */
export const money: readonly GuardRole[] = ['support', 'admin', 'sub_admin', 'model', 'content_manager'];
/** Open items: as transactions, and not the content manager. */
export const openItems: readonly GuardRole[] = ['support', 'admin', 'sub_admin', 'model'];
export const lookup: readonly GuardRole[] = ['support', 'admin', 'sub_admin'];
export const reporting: readonly GuardRole[] = ['admin', 'model', 'content_manager'];
