import { guard } from '@backlot/domain/routes';
import type { LucideIcon } from 'lucide-react';
import { createContext, useContext } from 'react';
import { routeSettings } from './route-settings.ts';
import { useMe, useSettingValues, viewerOf } from './site.tsx';
import type { TextKey } from './texts/texts.ts';

export interface StudioEntry {
  readonly to: string;
  readonly text: TextKey;
  readonly icon: LucideIcon;
  /** The key after G. */
  readonly go: string;
  /** The number of new ones on its list, or of those that wait for somebody. */
  readonly unread?: 'purchasedNotificationUnreadCount' | 'subscriptionNotificationUnreadCount' | 'openItemsCount';
  /** Pages within it: in the menu while one of them is open, and always in the palette. */
  readonly pages?: readonly StudioSubPage[];
  /** Where pages of its rows begin whose addresses do not lie under its own. */
  readonly rowsAt?: string;
}
/** A part of an entry's screen that has an address of its own, which may be a search. */
export interface StudioSubPage {
  readonly to: string;
  readonly text: TextKey;
}
/** The menu's groups from top to bottom; `settings` stands at the foot. */
export type StudioGroupName = 'home' | 'content' | 'fans' | 'money' | 'settings';
export interface StudioGroup {
  readonly text: TextKey | null;
  readonly entries: readonly StudioEntry[];
}

/** Every entry of the creator area, whoever looks at it; `app` puts it together. */
export interface StudioEntries {
  readonly groups: readonly StudioGroup[];
  /** Stands at the foot. */
  readonly settings: StudioEntry | null;
}

export interface StudioMenu extends StudioEntries {
  readonly all: readonly StudioEntry[];
  readonly has: (to: string) => boolean;
}

const EntriesContext = createContext<StudioEntries>({ groups: [], settings: null });
export const StudioEntriesProvider = EntriesContext.Provider;

/** Whether this person may open an address, for links to what fewer may open than the page they stand on. */
export function useMayOpen(): (to: string) => boolean {
  const viewer = viewerOf(useMe());
  const values = routeSettings(useSettingValues());
  return (to) => guard(to, viewer, values).outcome === 'allow';
}

/** Entries, and pages within them, which this person may open; others are absent, not grey. */
export function useStudioMenu(): StudioMenu {
  const { groups, settings } = useContext(EntriesContext);
  const mayOpen = useMayOpen();
  const openOf = (entry: StudioEntry): readonly StudioEntry[] => {
    if (!mayOpen(entry.to)) return [];
    return [entry.pages ? { ...entry, pages: entry.pages.filter(({ to }) => mayOpen(to)) } : entry];
  };
  const open = groups
    .map((group) => ({ ...group, entries: group.entries.flatMap(openOf) }))
    .filter(({ entries }) => entries.length > 0);
  const last = settings === null ? null : (openOf(settings)[0] ?? null);
  const all = [...open.flatMap(({ entries }) => entries), ...(last ? [last] : [])];
  return { groups: open, settings: last, all, has: (to) => all.some((entry) => entry.to === to) };
}
