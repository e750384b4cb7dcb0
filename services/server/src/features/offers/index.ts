import { membershipQuote } from '@backlot/contracts/memberships';
import { route } from '../../call-route.ts';
import type { Feature } from '../../feature.ts';
import { quoteOfViewer, quotePageQueries } from './quote-of-viewer.ts';

/** What a membership costs whoever looks, and what it would open to them. */
export const offersFeature: Feature = {
  name: 'offers',
  routes: (ctx) => [
    route(membershipQuote, async ({ tenant, actor, now }) => ({ data: await quoteOfViewer(ctx, tenant, actor, now) })),
  ],
  pageQueries: quotePageQueries,
};
