import { Ellipsis, LogIn, UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { Dialog } from '../../components/dialog.tsx';
import { SiteLink } from '../../components/site-link.tsx';
import { useMe, useSetting } from '../../lib/site.tsx';
import { Appearance } from '../../components/appearance.tsx';
import { isCurrent, useCustomLinks, useMenuItems, type MenuItem } from './menu-items.ts';

/** NAV-16 to NAV-25: phones and tablets only, never for support. Entries appear with their screens. */
export function BottomBar({ onLogOut }: { onLogOut: () => void }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const me = useMe();
  const items = useMenuItems();
  const [isOpen, setOpen] = useState(false);
  const logIn = useSetting('log_in_navbar_name');
  const signUp = useSetting('sign_up_navbar_name');
  if (me?.role === 'support') return null;
  const guestItems: readonly MenuItem[] = me === null ? [
    { id: 'login', label: logIn || t('nav-log-in'), to: paths.login, icon: LogIn },
    { id: 'register', label: signUp || t('nav-sign-up'), to: paths.register, icon: UserRoundPlus },
  ] : [];
  return (
    <>
      <nav className="bottom-bar" aria-label={t('a11y-bottom-navigation')}>
        {[...items, ...guestItems].slice(0, 4).map((item) => (
          <SiteLink key={item.id} to={item.to} aria-current={isCurrent(item, pathname) ? 'page' : undefined}>
            <item.icon className="icon" aria-hidden /><span>{item.label}</span>
          </SiteLink>
        ))}
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(true)}><Ellipsis className="icon" aria-hidden /><span>{t('bottom-nav-more')}</span></button>
      </nav>
      {isOpen ? <MoreSheet onClose={() => setOpen(false)} onLogOut={onLogOut} isSignedIn={me !== null} /> : null}
    </>
  );
}

function MoreSheet({ onClose, onLogOut, isSignedIn }: { onClose: () => void; onLogOut: () => void; isSignedIn: boolean }) {
  const { t } = useTranslation();
  const custom = useCustomLinks();
  return (
    <Dialog title={t('bottom-nav-more')} onClose={onClose}>
      <nav className="menu-list" aria-label={t('bottom-nav-more')}>
        {custom.map((link) => <a key={link.url} href={link.url} {...(link.newTab ? { target: '_blank', rel: 'noopener' } : {})}>{link.label}</a>)}
        <SiteLink to={paths.faq} onClick={onClose}>{t('footer-faq')}</SiteLink>
        <SiteLink to={paths.contact} onClick={onClose}>{t('footer-contact')}</SiteLink>
      </nav>
      <Appearance />
      {isSignedIn ? <button type="button" className="menu-button" onClick={() => { onClose(); onLogOut(); }}>{t('nav-log-out')}</button> : null}
    </Dialog>
  );
}
