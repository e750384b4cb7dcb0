import { cancellations } from '../features/cancellations/feature.ts';
import { coupons } from '../features/coupons/feature.ts';
import { library } from '../features/library/feature.ts';
import { feedCard } from '../features/posts/studio-feature.ts';
import { postsStudio } from '../features/posts-studio/feature.ts';
import { promotions } from '../features/promotions/feature.ts';
import { resubscriptions } from '../features/resubscriptions/feature.ts';
import { staff } from '../features/staff/feature.ts';
import { studio } from '../features/studio/feature.ts';
import { uploads } from '../features/uploads/feature.ts';
import type { StudioFeature } from '../lib/feature.ts';
import type { PaletteSources } from '../lib/palette.ts';
import type { StudioEntries, StudioEntry, StudioGroup, StudioGroupName } from '../lib/studio-menu.ts';
import { routesOf, type PlacedRoute } from './routes.ts';

/** What the creator area is made of. A feature is added here and nowhere else. */
const list = [
  studio,
  postsStudio,
  library,
  staff,
  cancellations,
  coupons,
  promotions,
  resubscriptions,
  uploads,
  feedCard,
] as const;
export type StudioFeatures = typeof list;

export const studioFeatures: readonly StudioFeature[] = list;
export const StudioShell = studio.shell;

/** The creator area, under /admin: another document, rendered in the browser only. */
export const studioRoutes: readonly PlacedRoute[] = routesOf(studioFeatures);

/** Entries whose screen exists. */
const entriesOf = (name: StudioGroupName): readonly StudioEntry[] =>
  studioFeatures
    .flatMap(({ menu = [] }) => menu)
    .filter(({ group, to }) => group === name && studioRoutes.some(({ path }) => path === to))
    .sort((one, other) => one.order - other.order);

const groups: readonly { readonly name: StudioGroupName; readonly text: StudioGroup['text'] }[] = [
  { name: 'home', text: null },
  { name: 'content', text: 'nav-group-content' },
  { name: 'fans', text: 'nav-group-fans' },
  { name: 'money', text: 'nav-group-money' },
];
export const studioEntries: StudioEntries = {
  groups: groups.map(({ name, text }) => ({ text, entries: entriesOf(name) })),
  settings: entriesOf('settings')[0] ?? null,
};

export const paletteSources: PaletteSources = {
  commands: studioFeatures.flatMap(({ commands = [] }) => commands),
  searches: studioFeatures.flatMap(({ searches = [] }) => searches),
};

export const background = studioFeatures.flatMap((feature) => feature.background ?? []);
