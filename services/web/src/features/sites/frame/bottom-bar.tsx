import { shortLinkName } from '@backlot/domain/people/badges';
import { isBottomNavShown } from '@backlot/domain/sites/navigation';
import { isAdmin } from '@backlot/domain/people/roles';
import { Link2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { Badge } from '../../../components/badge.tsx';
import { SiteLink } from '../../../components/site-link.tsx';
import type { FrameSlotProps } from '../../../lib/feature.ts';
import { useMe, viewerOf } from '../../../lib/site.tsx';
import { isCurrent, useBottomItems, useCustomLinks, useLinksMenu } from './menu-items.ts';
import { MenuLink } from './menu-link.tsx';

/** NAV-16 to NAV-25: phones and tablets only. Entries appear with their screens. */
export function BottomBar({ frame }: FrameSlotProps) {
  return frame === 'site' ? <Bar /> : null;
}

function Bar() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const me = useMe();
  const viewer = viewerOf(me);
  const unread = me?.totalUnreadCount ?? 0;
  const items = useBottomItems();
  const links = [...useCustomLinks(), ...useLinksMenu()];
  if (!isBottomNavShown(viewer, pathname)) return null;
  // A page for one link would be a detour.
  const only = links.length === 1 && !isAdmin(viewer) ? links[0] : undefined;
  return (
    <nav className="bottom-bar" aria-label={t('a11y-bottom-navigation')}>
      {items
        .filter(({ id }) => id !== 'more' || only === undefined)
        .map((item) => (
          <SiteLink key={item.id} to={item.to} aria-current={isCurrent(item, pathname) ? 'page' : undefined}>
            <item.icon className="icon" aria-hidden />
            <span>{item.label}</span>
            {/* The creator area, and with it what is new there, is behind More. */}
            {item.id === 'more' && isAdmin(viewer) ? (
              <Badge count={unread} label={t('unread-new', { count: unread })} />
            ) : null}
          </SiteLink>
        ))}
      {only === undefined ? null : (
        <MenuLink link={only}>
          <Link2 className="icon" aria-hidden />
          <span aria-label={only.label}>{shortLinkName(only.label)}</span>
        </MenuLink>
      )}
    </nav>
  );
}
