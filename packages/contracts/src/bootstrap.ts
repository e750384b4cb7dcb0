import type { MeView } from './accounts.ts';
import type { FeedPage, PostView } from './posts.ts';

/** What a page's HTML carries, so that the first picture needs no call. */
export interface Bootstrap {
  site: {
    id: string;
    name: string;
    host: string;
    /** Address of the page's own host, for example `http://clay.localhost:8000`. */
    base: string;
    /** Base of API calls, for example `http://api.clay.localhost:8000`; empty for one-name sites. */
    apiBase: string;
    currency: string;
    language: string;
    direction: 'ltr' | 'rtl';
    languages: readonly string[];
    theme: string;
    status: 'active' | 'maintenance' | 'stopped';
    /** Seen from the page: the gate is on and this guest has not confirmed. */
    ageGate: boolean;
    /** The viewer is no staff and comes from a country or region that the site blocks; settings then name no picture. */
    isAreaBlocked: boolean;
    merchant: { legalName: string; address: string; descriptor: string };
    production: boolean;
    /** Whether mail reaches people; screens promise none where it does not. */
    sendsMail: boolean;
    /** Days from one later charge of a card to the next, where its provider counts them; null for calendar months (C13). */
    renewalDays: number | null;
    /** The zone (IANA) whose days they are. */
    renewalZone?: string;
  };
  /** Settings that this viewer may read, defaults filled in. */
  settings: Readonly<Record<string, unknown>>;
  settingsVersion: number;
  viewer: MeView | null;
  /** The session's token, for pages opened with the cookie; null for guests. */
  token: string | null;
  /** Server data of the first page by query key (JSON). */
  queries: ReadonlyArray<{ key: readonly unknown[]; data: unknown }>;
  /** Path the HTML was made for. */
  path: string;
  nonce: string;
  /** Made for whoever may change the settings, as a guest would see it: the settings screen frames it and sends what is not saved yet. */
  isPreview: boolean;
  /** Ribbons that this browser has closed, as its cookie has them: none of them is in the HTML. */
  closedRibbons: string;
}

export const closedRibbonsCookie = 'closed-ribbons';

/** Query keys both sides agree on; each begins with the site's id. */
export const queryKeys = {
  me: (site: string) => [site, 'me'] as const,
  feed: (site: string, tag: string | null) => [site, 'feed', tag ?? 'all'] as const,
  post: (site: string, id: string) => [site, 'post', id] as const,
  tags: (site: string) => [site, 'tags'] as const,
  quote: (site: string) => [site, 'membership-quote'] as const,
  migration: (site: string) => [site, 'migration'] as const,
  /** The promotion that applies to the viewer, or null: with every page of the site. */
  promotion: (site: string) => [site, 'promotion'] as const,
  resubscribeOffer: (site: string) => [site, 'resubscribe-offer'] as const,
  page: (site: string, slug: string) => [site, 'page', slug] as const,
  cards: (site: string) => [site, 'cards'] as const,
  /** Where a card is typed: with every page of somebody who is logged in, so that a form does not turn into another. */
  cardEntry: (site: string) => [site, 'card-entry'] as const,
};

/** The feed's query holds pages, as an infinite query does. */
export interface FeedData {
  pages: FeedPage[];
  pageParams: number[];
}
export type PostData = PostView;
