import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { isAdmin } from '@backlot/domain/roles';
import { paths } from '../../app/paths.ts';
import { ButtonLink } from '../../components/button.tsx';
import { SiteLink } from '../../components/site-link.tsx';
import { useMe, useSetting, viewerOf } from '../../lib/site.tsx';
import { AccountMenu } from './account-menu.tsx';
import { isCurrent, useCustomLinks, useMenuItems } from './menu-items.ts';
import { Wordmark } from './wordmark.tsx';

export function Navbar({ isShort, onLogOut }: { isShort: boolean; onLogOut: () => void }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const me = useMe();
  const isCentred = useSetting('enable_center_navigation_menu');
  return (
    <header className="navbar" data-centred={isCentred || undefined}>
      <div className="navbar-inside">
        <Wordmark />
        {isShort ? <span className="navbar-filler" /> : <Items label={t('a11y-main-navigation')} pathname={pathname} />}
        <div className="navbar-actions">
          {me === null ? <GuestActions pathname={pathname} /> : null}
          {me !== null && isAdmin(viewerOf(me)) && !isShort ? <ButtonLink to={paths.studio} tone="quiet" size="s">{t('nav-studio')}</ButtonLink> : null}
          {me === null ? null : <AccountMenu me={me} onLogOut={onLogOut} />}
        </div>
      </div>
    </header>
  );
}

function Items({ label, pathname }: { label: string; pathname: string }) {
  const { t } = useTranslation();
  const items = useMenuItems();
  const custom = useCustomLinks();
  return (
    <nav className="navbar-items" aria-label={label}>
      {items.map((item) => (
        <SiteLink key={item.id} to={item.to} aria-current={isCurrent(item, pathname) ? 'page' : undefined}>{item.label}</SiteLink>
      ))}
      {custom.map((link) => (
        <a key={link.url} href={link.url} {...(link.newTab ? { target: '_blank', rel: 'noopener' } : {})}>
          {link.label}{link.newTab ? <span className="visually-hidden">{t('a11y-new-window')}</span> : null}
        </a>
      ))}
    </nav>
  );
}

function GuestActions({ pathname }: { pathname: string }) {
  const { t } = useTranslation();
  const logIn = useSetting('log_in_navbar_name');
  const signUp = useSetting('sign_up_navbar_name');
  return (
    <>
      {pathname === paths.login ? null : <ButtonLink to={paths.login} tone="quiet" size="s">{logIn || t('nav-log-in')}</ButtonLink>}
      {pathname === paths.register ? null : <ButtonLink to={paths.register} size="s">{signUp || t('nav-sign-up')}</ButtonLink>}
    </>
  );
}
