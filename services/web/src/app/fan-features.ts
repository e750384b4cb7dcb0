import { accounts } from '../features/accounts/feature.ts';
import { checkout } from '../features/checkout/feature.ts';
import { comments } from '../features/comments/feature.ts';
import { memberships } from '../features/memberships/feature.ts';
import { announcements } from '../features/announcements/feature.ts';
import { postMenu } from '../features/post-menu/feature.ts';
import { posts } from '../features/posts/feature.ts';
import { receipts } from '../features/receipts/feature.ts';
import { sites } from '../features/sites/feature.ts';
import { wallet } from '../features/wallet/feature.ts';
import type { FanEntry, FanFeature } from '../lib/feature.ts';
import { routesOf, type PlacedRoute } from './routes.ts';

/** What the fan site is made of. A feature is added here and nowhere else. */
const list = [
  sites,
  announcements,
  accounts,
  posts,
  checkout,
  memberships,
  wallet,
  receipts,
  comments,
  postMenu,
] as const;
export type FanFeatures = typeof list;

export const fanFeatures: readonly FanFeature[] = list;
export const fanRoutes: readonly PlacedRoute[] = routesOf(fanFeatures);
export const fanEntries: readonly FanEntry[] = fanFeatures.flatMap(({ menu = [] }) => menu);

export function startFeatures(): void {
  for (const { start } of fanFeatures) start?.();
}
