import type { MeView } from '@backlot/contracts/accounts';
import type { PostView } from '@backlot/contracts/posts';
import { createContext, useContext, type ComponentType } from 'react';

export interface FeedCardProps {
  readonly post: PostView;
  /** Through whose eyes; null for a guest. */
  readonly viewer: MeView | null;
}

export interface FeedCard {
  readonly Card: ComponentType<FeedCardProps>;
}

const Nothing = (): null => null;
const FeedCardContext = createContext<FeedCard>({ Card: Nothing });
export const FeedCardProvider = FeedCardContext.Provider;
/** The card as it stands in somebody's feed, for forms that show what a fan will see. Nothing in it can be pressed. */
export const useFeedCard = (): FeedCard => useContext(FeedCardContext);
