import { createContext, useContext } from 'react';
import type { FanEntry } from './feature.ts';

const EntriesContext = createContext<readonly FanEntry[]>([]);
export const FanEntriesProvider = EntriesContext.Provider;

/** What the features put into the fans' menus; `app` puts it together. */
export const useFanEntries = (): readonly FanEntry[] => useContext(EntriesContext);
