import type { LibraryMedia } from '@backlot/contracts/library';
import { createContext, useContext } from 'react';

/** What is wanted of the library: files of a post, or the one picture or film that is its preview. */
export interface PickOrder {
  readonly title: 'content-manager-title' | 'select-media-title' | 'select-preview-title';
  /** How many may be chosen at most. */
  readonly most: number;
  /** Ids of those that are chosen already; they come marked and cannot be chosen again. */
  readonly taken: readonly string[];
}

/**
 * The library as a popup. Forms ask here, in the creator area; the popup itself is loaded when it is asked for the
 * first time. Null where somebody closed it without choosing.
 */
export type AskForMedia = (order: PickOrder) => Promise<readonly LibraryMedia[] | null>;

const PickingContext = createContext<AskForMedia | null>(null);
export const PickingProvider = PickingContext.Provider;
/** Null where there is no library to choose from. */
export const useAskForMedia = (): AskForMedia | null => useContext(PickingContext);

/** What the popup is given: `features/library/media-picker.tsx` exports `MediaPicker` with these. */
export interface MediaPickerProps extends PickOrder {
  readonly onPick: (media: readonly LibraryMedia[]) => void;
  readonly onClose: () => void;
}
