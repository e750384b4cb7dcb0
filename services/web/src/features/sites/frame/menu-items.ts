import { bottomItems, navbarItems, type BottomItem, type NavbarItem } from '@backlot/domain/sites/navigation';
import { isAdmin, menuRole } from '@backlot/domain/people/roles';
import type { MenuLink } from '@backlot/domain/settings';
import type { LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { routeSettings } from '../../../lib/route-settings.ts';
import { useFanEntries } from '../../../lib/fan-menu.ts';
import { paths } from '../../../lib/paths.ts';
import { useCustomTexts } from '../../../lib/texts/custom-texts.ts';
import { useMe, useSetting, useSettingValues, viewerOf } from '../../../lib/site.tsx';
import { readSetting } from '../../../lib/settings.ts';

export interface MenuItem {
  readonly id: NavbarItem | BottomItem;
  readonly label: string;
  readonly to: string;
  readonly icon: LucideIcon;
}

/** An item of the menu as its feature wants it shown; none where no feature has it. */
function useShown(): (item: { readonly item: MenuItem['id']; readonly to: string }) => readonly MenuItem[] {
  const { t } = useTranslation();
  const own = useCustomTexts();
  const entries = useFanEntries();
  return ({ item, to }) =>
    entries
      .filter(({ id }) => id === item)
      .map(({ id, text, icon, ownLabel }) => ({
        id,
        label: (ownLabel !== undefined && own(ownLabel)) || t(text),
        to,
        icon,
      }));
}

/** NAV-01: entries by role and setting, as far as their pages exist. */
export function useMenuItems(): readonly MenuItem[] {
  const viewer = viewerOf(useMe());
  const values = useSettingValues();
  const shownAs = useShown();
  const chosen = readSetting(values, `menu_settings.${menuRole(viewer)}`) ?? ['feed'];
  const hasLinks = useLinksMenu().length > 0;
  return navbarItems(
    viewer,
    hasLinks ? chosen : chosen.filter((entry) => entry !== 'links'),
    routeSettings(values),
  ).flatMap(shownAs);
}

/** NAV-16 to NAV-25: what a phone has at its lower edge. */
export function useBottomItems(): readonly MenuItem[] {
  const { t } = useTranslation();
  const viewer = viewerOf(useMe());
  const values = useSettingValues();
  const shownAs = useShown();
  const inNavbar = useMenuItems().map(({ id }) => id as NavbarItem);
  const hasLinks = [...useLinksMenu(), ...useCustomLinks()].length > 0;
  return bottomItems(viewer, hasLinks, inNavbar, routeSettings(values))
    .flatMap(shownAs)
    .map((item) => (item.id === 'more' && isAdmin(viewer) ? { ...item, label: t('bottom-nav-more') } : item));
}

const shown = (links: readonly MenuLink[] | undefined): readonly MenuLink[] =>
  (links ?? []).filter((link) => link.isEnabled);

/** NAV-05: the site's own entries of the top bar. */
export const useCustomLinks = (): readonly MenuLink[] => shown(useSetting('custom_menu_links'));

/** ROLE-12 to ROLE-15: the links page of this viewer's role. */
export function useLinksMenu(): readonly MenuLink[] {
  const role = menuRole(viewerOf(useMe()));
  return shown(readSetting(useSettingValues(), `links_menu.${role}`));
}

/** Current for `/` and `/home` alike: both are the feed. */
export const isCurrent = (item: MenuItem, pathname: string): boolean =>
  item.id === 'feed'
    ? pathname === paths.root || pathname === paths.feed || pathname.startsWith('/feed/')
    : pathname === item.to || pathname.startsWith(`${item.to}/`);
