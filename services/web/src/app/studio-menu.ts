import { CreditCard, House, Images, LibraryBig, LockKeyhole, Settings, SquarePlus, UsersRound, type LucideIcon } from 'lucide-react';
import { guard } from '@backlot/domain/routes';
import { useMe, useSettingValues, viewerOf } from '../lib/site.tsx';
import type { TextKey } from '../lib/texts.ts';
import { routeSettings } from './match-screen.ts';
import { paths } from './paths.ts';
import { studioRoutes } from './routes.ts';

export interface StudioEntry {
  readonly to: string;
  readonly text: TextKey;
  readonly icon: LucideIcon;
  /** The key after G. */
  readonly go: string;
}
export interface StudioGroup { readonly text: TextKey | null; readonly entries: readonly StudioEntry[] }

const groups: readonly StudioGroup[] = [
  { text: null, entries: [{ to: paths.studio, text: 'nav-home', icon: House, go: 'h' }] },
  { text: 'nav-group-content', entries: [
    { to: paths.studioPosts, text: 'nav-posts', icon: Images, go: 'p' },
    { to: paths.createPost, text: 'studio-create-post', icon: SquarePlus, go: 'n' },
    { to: paths.contentManager, text: 'content-manager-title', icon: LibraryBig, go: 'l' },
    { to: paths.lockedContent, text: 'nav-locked-content', icon: LockKeyhole, go: 'e' },
  ] },
  { text: 'nav-group-fans', entries: [{ to: paths.subscribers, text: 'nav-group-fans', icon: UsersRound, go: 'f' }] },
  { text: 'nav-group-money', entries: [{ to: paths.transactions, text: 'nav-transactions', icon: CreditCard, go: 'm' }] },
];
const settings: StudioEntry = { to: paths.studioSettings, text: 'nav-settings', icon: Settings, go: 's' };

export interface StudioMenu {
  readonly groups: readonly StudioGroup[];
  /** Stands at the foot. */
  readonly settings: StudioEntry | null;
  readonly all: readonly StudioEntry[];
  readonly has: (to: string) => boolean;
}

/** Entries whose screen exists and which this person may open; others are absent, not grey. */
export function useStudioMenu(): StudioMenu {
  const viewer = viewerOf(useMe());
  const values = routeSettings(useSettingValues());
  const isOpen = ({ to }: StudioEntry): boolean =>
    studioRoutes.some((route) => route.path === to) && guard(to, viewer, values).outcome === 'allow';
  const open = groups.map((group) => ({ ...group, entries: group.entries.filter(isOpen) })).filter(({ entries }) => entries.length > 0);
  const last = isOpen(settings) ? settings : null;
  const all = [...open.flatMap(({ entries }) => entries), ...(last ? [last] : [])];
  return { groups: open, settings: last, all, has: (to) => all.some((entry) => entry.to === to) };
}
