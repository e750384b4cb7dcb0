import type { PostView } from '@backlot/contracts/posts';
import { createContext, useContext, type ComponentType } from 'react';

export interface OrderProps {
  readonly post: PostView;
  readonly onClose: () => void;
}

/**
 * The way from a locked picture to the purchase. Feed and detail ask here; the flow itself is loaded when it is asked
 * for the first time.
 */
export interface Unlocking {
  /** Opens the order over everything. */
  readonly ask: (post: PostView) => void;
  /** Loads the flow's code, on hover or focus of a button. */
  readonly prepare: () => void;
  /** The order as part of a page, where there is room beside the picture. */
  readonly Order: ComponentType<OrderProps>;
}

const Nothing = (): null => null;
const UnlockingContext = createContext<Unlocking>({ ask: () => {}, prepare: () => {}, Order: Nothing });
export const UnlockingProvider = UnlockingContext.Provider;
export const useUnlocking = (): Unlocking => useContext(UnlockingContext);
