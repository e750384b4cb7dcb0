import { isStoredRole } from '@backlot/domain/roles';
import { CircleUser, ExternalLink, Image, Keyboard, LogOut, Moon, SlidersHorizontal, Sun } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import type { StudioMenu } from '../../app/studio-menu.ts';
import { api } from '../../lib/api.ts';
import { chooseScheme } from '../../lib/scheme.ts';
import { useFormats, useMe, useSettingValues, useSite } from '../../lib/site.tsx';
import { readSetting } from '../../lib/settings.ts';
import { readQuery, type PaletteItem } from './palette-items.ts';
import { definitionOf, sectionsFor } from './setting-sections.ts';
import { useSettingNames } from './setting-names.ts';

const isDark = (): boolean => getComputedStyle(document.documentElement).colorScheme === 'dark';

interface Sources { readonly menu: StudioMenu; readonly text: string; readonly onKeys: () => void; readonly onLogOut: () => void }

/** Everything that can be reached: at once what is known here, then what the server finds. */
export function usePaletteItems({ menu, text, onKeys, onLogOut }: Sources): readonly PaletteItem[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const go = (to: string) => () => void navigate(to);
  const pages: PaletteItem[] = menu.groups.flatMap((group) => group.entries.map((entry) => ({
    id: entry.to, group: 'pages' as const, title: t(entry.text), note: group.text === null ? '' : t(group.text), icon: entry.icon, keys: ['G', entry.go.toUpperCase()], run: go(entry.to),
  })));
  if (menu.settings) pages.push({ id: menu.settings.to, group: 'pages', title: t(menu.settings.text), note: '', icon: menu.settings.icon, keys: ['G', 'S'], run: go(menu.settings.to) });
  const actions: PaletteItem[] = [
    { id: 'scheme', group: 'actions', title: t('palette-switch-theme'), note: '', icon: isDark() ? Sun : Moon, run: () => chooseScheme(isDark() ? 'light' : 'dark') },
    { id: 'site', group: 'actions', title: t('studio-view-site'), note: '', icon: ExternalLink, run: () => window.location.assign(paths.root) },
    { id: 'keys', group: 'actions', title: t('studio-keys'), note: '', icon: Keyboard, keys: ['?'], run: onKeys },
    { id: 'leave', group: 'actions', title: t('nav-log-out'), note: '', icon: LogOut, run: onLogOut },
  ];
  return [...pages, ...actions, ...useSettingItems(menu), ...usePostItems(menu), ...useFanItems(menu, text)];
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
    { id: `section-${section.id}`, group: 'settings' as const, title: t(section.text), note: t(section.group), icon: SlidersHorizontal, run: () => void navigate(`${paths.studioSettings}?section=${section.id}`) },
    ...section.keys.map((key): PaletteItem => {
      const value = readSetting(values, key);
      const { type } = definitionOf(key);
      const present = type === 'amount' ? formats.money(Number(value)) : typeof value === 'string' ? value : '';
      return {
        id: key, group: 'settings', title: names.name(key), icon: SlidersHorizontal,
        note: [t(section.text), type === 'choice' ? names.choice(key, present) : present].filter(Boolean).join(' · ').slice(0, 90),
        run: () => void navigate(`${paths.studioSettings}?section=${section.id}&key=${encodeURIComponent(key)}`),
        // What closes the site is never one key away.
        ...(type === 'boolean' && key !== 'maintenance_mode' ? { toggle: { key, isOn: value === true } } : {}),
      };
    }),
  ]);
}

function usePostItems(menu: StudioMenu): PaletteItem[] {
  const { t } = useTranslation();
  const { id } = useSite();
  const formats = useFormats();
  const { data } = useQuery({
    queryKey: [id, 'studio-posts', 'palette'],
    queryFn: async ({ signal }) => (await api('GET /api/blogs/all', { query: {}, signal })).blogs,
    enabled: menu.has(paths.studioPosts),
  });
  return (data ?? []).map((post) => ({
    id: post._id, group: 'posts' as const, title: post.title || post.description?.slice(0, 80) || t('post-no-caption', { serial: post.serial }), note: formats.date(post.date),
    icon: Image, picture: post.media[0]?.thumbnail_url ?? null, run: () => window.location.assign(paths.post(post._id)),
  }));
}

function useFanItems(menu: StudioMenu, text: string): PaletteItem[] {
  const { id } = useSite();
  const navigate = useNavigate();
  const { only, words } = readQuery(text);
  const { data } = useQuery({
    queryKey: [id, 'palette-fans', words],
    queryFn: async ({ signal }) => (await api('POST /api/users/get_users_list', { query: {}, body: { search: words, status: 'all' }, signal })).data.users,
    enabled: menu.has(paths.subscribers) && (only === 'fans' || (only === null && words.length >= 2)),
    placeholderData: (before) => before,
  });
  return (data ?? []).slice(0, 6).map((fan) => ({
    id: fan._id, group: 'fans' as const, title: fan.name || fan.email, note: fan.email, icon: CircleUser,
    run: () => void navigate(`${paths.subscribers}?search=${encodeURIComponent(fan.email)}&fan=${fan._id}`),
  }));
}
