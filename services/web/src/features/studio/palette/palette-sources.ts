import { isStoredRole } from '@backlot/domain/people/roles';
import { SlidersHorizontal } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { keyCaps, openCommands, type CommandTools } from '../../../lib/commands.ts';
import type { StudioEntry, StudioMenu } from '../../../lib/studio-menu.ts';
import type { TextKey } from '../../../lib/texts/texts.ts';
import { useFormats, useMe, useSettingValues } from '../../../lib/site.tsx';
import { readSetting } from '../../../lib/settings.ts';
import { useFoundItems } from './palette-found.ts';
import { usePaletteSources, type PaletteItem } from '../../../lib/palette.ts';
import { definitionOf, keysOf, sectionPath, sectionsFor, settingPath } from '../settings/setting-sections.ts';
import { useSettingNames } from '../../../entities/setting/setting-names.ts';
import { hasQuickSwitch } from '../settings/quick-switch.ts';

interface Sources {
  readonly menu: StudioMenu;
  readonly text: string;
  readonly tools: CommandTools;
}

/** Everything that can be reached: at once what is known here, then what the server finds. */
export function usePaletteItems({ menu, text, tools }: Sources): readonly PaletteItem[] {
  const { t } = useTranslation();
  const pageOf = ({ to, text: title, icon }: Pick<StudioEntry, 'to' | 'text' | 'icon'>, within: TextKey | null) => ({
    id: to,
    group: 'pages' as const,
    title: t(title),
    note: within === null ? '' : t(within),
    icon,
    run: () => tools.go(to),
  });
  const pagesOf = (entry: StudioEntry, within: TextKey | null): readonly PaletteItem[] => [
    { ...pageOf(entry, within), keys: keyCaps(`g ${entry.go}`) },
    ...(entry.pages ?? []).map((page) => pageOf({ ...page, icon: entry.icon }, entry.text)),
  ];
  const pages = [
    ...menu.groups.flatMap((group) => group.entries.flatMap((entry) => pagesOf(entry, group.text))),
    ...(menu.settings ? pagesOf(menu.settings, null) : []),
  ];
  const { commands } = usePaletteSources();
  const actions = openCommands(commands, menu)
    .filter(({ isKeyOnly }) => !isKeyOnly)
    .map(({ id, text: title, icon, key, run }): PaletteItem => ({
      id,
      group: 'actions',
      title: t(title),
      note: '',
      icon,
      ...(key === undefined ? {} : { keys: keyCaps(key) }),
      run: () => run(tools),
    }));
  return [...pages, ...actions, ...useSettingItems(menu), ...useFoundItems(menu, text)];
}

function useSettingItems(menu: StudioMenu): PaletteItem[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const names = useSettingNames();
  const values = useSettingValues();
  const formats = useFormats();
  const role = useMe()?.role;
  if (!menu.settings || !isStoredRole(role)) return [];
  return sectionsFor(role).flatMap((section) => [
    {
      id: `section-${section.id}`,
      group: 'settings' as const,
      title: t(section.text),
      note: t(section.group),
      icon: SlidersHorizontal,
      run: () => void navigate(sectionPath(section)),
    },
    ...keysOf(section).map((key): PaletteItem => {
      const value = readSetting(values, key);
      const { type } = definitionOf(key);
      const present = type === 'amount' ? formats.money(Number(value)) : typeof value === 'string' ? value : '';
      return {
        id: key,
        group: 'settings',
        title: names.name(key),
        icon: SlidersHorizontal,
        note: [t(section.text), type === 'choice' ? names.choice(key, present) : shortened(present)]
          .filter(Boolean)
          .join(' · '),
        run: () => void navigate(settingPath(section, key)),
        ...(type === 'boolean' && hasQuickSwitch(key) ? { toggle: { key, isOn: value === true } } : {}),
      };
    }),
  ]);
}

/** As much of a long text as fits into a line. */
const shortened = (text: string): string => (text.length > 80 ? `${text.slice(0, 79).trimEnd()}…` : text);
