import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { isAdmin } from '@backlot/domain/people/roles';
import { paths } from '../../../lib/paths.ts';
import { Badge } from '../../../components/badge.tsx';
import { ButtonLink } from '../../../components/button.tsx';
import { SiteLink } from '../../../components/site-link.tsx';
import type { FrameSlotProps } from '../../../lib/feature.ts';
import { useCustomText } from '../../../lib/texts/custom-texts.ts';
import { useMe, useSetting, viewerOf } from '../../../lib/site.tsx';
import { AccountMenu } from './account-menu.tsx';
import { isCurrent, useCustomLinks, useMenuItems } from './menu-items.ts';
import { MenuLink } from './menu-link.tsx';
import { WalletLink } from './wallet-link.tsx';
import { Wordmark } from './wordmark.tsx';

export function Navbar({ frame, onLogOut }: FrameSlotProps) {
  return frame === 'bare' ? null : <Bar isShort={frame === 'form'} onLogOut={() => void onLogOut()} />;
}

function Bar({ isShort, onLogOut }: { isShort: boolean; onLogOut: () => void }) {
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
          {isShort ? null : <WalletLink />}
          {me !== null && isAdmin(viewerOf(me)) && !isShort ? (
            <ButtonLink to={paths.studio} tone="quiet" size="s">
              {t('nav-studio')}
              <Badge count={me.totalUnreadCount} label={t('unread-new', { count: me.totalUnreadCount })} />
            </ButtonLink>
          ) : null}
          {me === null ? null : <AccountMenu me={me} onLogOut={onLogOut} />}
        </div>
      </div>
    </header>
  );
}

function Items({ label, pathname }: { label: string; pathname: string }) {
  const items = useMenuItems();
  const custom = useCustomLinks();
  return (
    <nav className="navbar-items" aria-label={label}>
      {items.map((item) => (
        <SiteLink key={item.id} to={item.to} aria-current={isCurrent(item, pathname) ? 'page' : undefined}>
          {item.label}
        </SiteLink>
      ))}
      {custom.map((link) => (
        <MenuLink key={`${link.label} ${link.url}`} link={link} />
      ))}
    </nav>
  );
}

function GuestActions({ pathname }: { pathname: string }) {
  const { t } = useTranslation();
  const logIn = useCustomText('log_in_navbar_name');
  const signUp = useCustomText('sign_up_navbar_name');
  return (
    <>
      {pathname === paths.login ? null : (
        <ButtonLink to={paths.login} tone="quiet" size="s">
          {logIn || t('nav-log-in')}
        </ButtonLink>
      )}
      {pathname === paths.register ? null : (
        <ButtonLink to={paths.register} size="s">
          {signUp || t('nav-sign-up')}
        </ButtonLink>
      )}
    </>
  );
}
