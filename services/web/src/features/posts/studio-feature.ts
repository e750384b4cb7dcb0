import type { StudioFeature } from '../../lib/feature.ts';
import { FeedCardArea } from './card/feed-card-area.tsx';

/** What the creator area borrows: the card as fans see it. */
export const feedCard = { areas: [FeedCardArea] } satisfies StudioFeature;
