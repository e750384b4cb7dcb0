import { lazy, type ReactNode } from 'react';
import { FeedCardProvider, type FeedCard } from '../../../entities/post/feed-card.ts';

const card: FeedCard = {
  Card: lazy(async () => ({ default: (await import('./seen-card.tsx')).SeenCard })),
};

/** Lets forms within show a post as it stands in the feed, without knowing how posts are drawn. */
export function FeedCardArea({ children }: { children: ReactNode }) {
  return <FeedCardProvider value={card}>{children}</FeedCardProvider>;
}
