import { isAdmin } from '@backlot/domain/people/roles';
import { ArrowUpRight, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { Appearance } from '../../components/site/appearance.tsx';
import { Badge } from '../../components/badge.tsx';
import { SiteLink } from '../../components/site-link.tsx';
import { useMe, viewerOf } from '../../lib/site.tsx';
import { useBottomItems, useCustomLinks, useLinksMenu, useMenuItems } from './frame/menu-items.ts';
import { MenuLink } from './frame/menu-link.tsx';
import './links.css';

/** NAV-21: what the lower edge of a phone has no room for. */
export function Page() {
  const { t } = useTranslation();
  const me = useMe();
  const isStaff = isAdmin(viewerOf(me));
  const inBar = useBottomItems().map(({ id }) => id);
  const rest = useMenuItems().filter(({ id }) => id !== 'links' && !inBar.includes(id as never));
  const links = [...useCustomLinks(), ...useLinksMenu()];
  return (
    <div className="links-page links-more">
      <h1 tabIndex={-1}>{t(isStaff ? 'bottom-nav-more' : 'bottom-nav-links')}</h1>
      <ul>
        {links.map((link) => (
          <li key={`${link.label} ${link.url}`}>
            <MenuLink link={link}>
              <span dir="auto">{link.label}</span>
              {link.newTab ? (
                <ArrowUpRight className="icon icon-flip" aria-hidden />
              ) : (
                <ChevronRight className="icon icon-flip" aria-hidden />
              )}
            </MenuLink>
          </li>
        ))}
        {isStaff ? (
          <Row to={paths.studio} unread={me?.totalUnreadCount ?? 0}>
            {t('nav-studio')}
          </Row>
        ) : null}
        {rest.map(({ id, to, label }) => (
          <Row key={id} to={to}>
            {label}
          </Row>
        ))}
        <Row to={paths.faq}>{t('footer-faq')}</Row>
        <Row to={paths.contact}>{t('footer-contact')}</Row>
      </ul>
      <Appearance />
    </div>
  );
}

function Row({ to, unread = 0, children }: { to: string; unread?: number; children: string }) {
  const { t } = useTranslation();
  return (
    <li>
      <SiteLink to={to}>
        <span>{children}</span>
        <Badge count={unread} label={t('unread-new', { count: unread })} />
        <ChevronRight className="icon icon-flip" aria-hidden />
      </SiteLink>
    </li>
  );
}
