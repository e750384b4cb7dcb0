import { menuRole } from '@backlot/domain/roles';
import type { LucideIcon } from 'lucide-react';
import { House, Images, Star, UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../app/paths.ts';
import { useMe, useSetting, useSettingValues, viewerOf } from '../../lib/site.tsx';
import { readSetting } from '../../lib/settings.ts';

export interface MenuItem {
  readonly id: string;
  readonly label: string;
  readonly to: string;
  readonly icon: LucideIcon;
  readonly newTab?: boolean;
}

/** NAV-01: entries by role and setting. Only screens that exist are listed, so chat, tips and shop are not yet. */
export function useMenuItems(): readonly MenuItem[] {
  const { t } = useTranslation();
  const me = useMe();
  const values = useSettingValues();
  const feedLabel = useSetting('home_navbar_name');
  const galleryLabel = useSetting('gallery_navbar_name');
  const role = menuRole(viewerOf(me));
  const chosen = readSetting(values, `menu_settings.${role}`) ?? ['feed'];
  const items: MenuItem[] = [];
  if (chosen.includes('feed')) items.push({ id: 'feed', label: feedLabel || t('nav-feed'), to: me === null ? paths.feed : paths.root, icon: House });
  if (chosen.includes('gallery')) items.push({ id: 'gallery', label: galleryLabel || t('nav-gallery'), to: paths.gallery, icon: Images });
  if (role === 'user') items.push({ id: 'membership', label: t('nav-membership'), to: paths.membership, icon: Star });
  if (me !== null) items.push({ id: 'profile', label: t('bottom-nav-account'), to: paths.profile, icon: UserRound });
  return items;
}

/** NAV-05: the site's own entries. */
export function useCustomLinks(): readonly { label: string; url: string; newTab: boolean }[] {
  return (useSetting('custom_menu_links') ?? []).filter((link) => link.isEnabled);
}

/** Current for `/` and `/home` alike: both are the feed. */
export const isCurrent = (item: MenuItem, pathname: string): boolean =>
  item.id === 'feed' ? pathname === paths.root || pathname === paths.feed || pathname.startsWith('/feed/')
    : pathname === item.to || pathname.startsWith(`${item.to}/`);
