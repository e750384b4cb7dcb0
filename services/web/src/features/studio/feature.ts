import { House, Settings } from 'lucide-react';
import { personEvents } from '../../entities/person/person-events.ts';
import type { ScreenRoute, StudioFeature } from '../../lib/feature.ts';
import { paths } from '../../lib/paths.ts';
import { settingsEvents } from '../../lib/site.tsx';
import { withSettingTexts } from '../../lib/texts/studio-texts.ts';
import { StudioShell } from './frame/studio-shell.tsx';
import { SettingFilesArea } from './settings/setting-files.tsx';
import { pagesOf, settingSections } from './settings/setting-sections.ts';
import { studioCommands } from './studio-commands.ts';

const settings: Omit<ScreenRoute, 'path'> = {
  screen: { name: 'studio/settings-page', load: () => withSettingTexts(import('./settings-page.tsx')) },
  title: 'nav-settings',
};

export const studio = {
  screens: [
    {
      path: '/admin',
      screen: { name: 'studio/home-page', load: () => import('./home-page.tsx') },
      title: 'nav-studio',
    },
    {
      path: '/admin/set-up/:step?',
      screen: { name: 'studio/set-up-page', load: () => withSettingTexts(import('./set-up-page.tsx')) },
      title: 'nav-set-up',
    },
    { path: '/admin/settings', ...settings },
    ...settingSections
      .flatMap(pagesOf)
      .map((page): ScreenRoute => ({ path: `${paths.studioSettings}/${page}`, ...settings })),
  ],
  menu: [
    { group: 'home', order: 1, to: paths.studio, text: 'nav-home', icon: House, go: 'h' },
    { group: 'settings', order: 1, to: paths.studioSettings, text: 'nav-settings', icon: Settings, go: 's' },
  ],
  commands: studioCommands,
  areas: [SettingFilesArea],
  shell: StudioShell,
  events: async () => ({ ...personEvents, ...settingsEvents }),
} satisfies StudioFeature;
