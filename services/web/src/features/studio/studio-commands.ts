import { ExternalLink, Footprints, Keyboard, LogOut, Search, SunMoon } from 'lucide-react';
import type { StudioCommand } from '../../lib/commands.ts';
import { paths } from '../../lib/paths.ts';
import { chooseScheme } from '../../lib/scheme.ts';

const isDark = (): boolean => getComputedStyle(document.documentElement).colorScheme === 'dark';

/** What belongs to the area itself rather than to one of its screens. */
export const studioCommands: readonly StudioCommand[] = [
  {
    id: 'palette',
    text: 'palette-open',
    icon: Search,
    key: 'mod+k',
    isKeyOnly: true,
    run: ({ openPalette }) => openPalette(),
  },
  {
    id: 'search-page',
    text: 'keys-search-page',
    icon: Search,
    key: '/',
    isKeyOnly: true,
    run: () => document.querySelector<HTMLElement>('[data-page-search]')?.focus(),
  },
  {
    id: 'scheme',
    text: 'palette-switch-theme',
    icon: SunMoon,
    run: () => chooseScheme(isDark() ? 'light' : 'dark'),
  },
  {
    id: 'set-up',
    text: 'nav-set-up',
    icon: Footprints,
    screen: paths.studioSettings,
    run: ({ go }) => go(paths.setUp),
  },
  { id: 'site', text: 'studio-view-site', icon: ExternalLink, run: () => window.location.assign(paths.root) },
  { id: 'keys', text: 'studio-keys', icon: Keyboard, key: '?', run: ({ openKeys }) => openKeys() },
  { id: 'leave', text: 'nav-log-out', icon: LogOut, run: ({ logOut }) => logOut() },
];
