import { ArrowLeft, CreditCard, Grid2x2, House, UsersRound, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { guard } from '@backlot/domain/routes';
import { routeSettings } from '../../app/match-screen.ts';
import { paths } from '../../app/paths.ts';
import { studioRoutes } from '../../app/routes.ts';
import { SiteLink } from '../../components/site-link.tsx';
import { Avatar } from '../../components/avatar.tsx';
import { useMe, useSettingValues, useSite, viewerOf } from '../../lib/site.tsx';
import type { TextKey } from '../../lib/texts.ts';
import { Appearance } from '../../components/appearance.tsx';

interface RailEntry { readonly to: string; readonly text: TextKey; readonly icon: LucideIcon }
interface RailGroup { readonly text: TextKey | null; readonly entries: readonly RailEntry[] }

const groups: readonly RailGroup[] = [
  { text: null, entries: [{ to: paths.studio, text: 'nav-home', icon: House }] },
  { text: 'nav-group-content', entries: [{ to: paths.createPost, text: 'nav-posts', icon: Grid2x2 }] },
  { text: 'nav-group-fans', entries: [{ to: paths.subscribers, text: 'nav-subscribers', icon: UsersRound }] },
  { text: 'nav-group-money', entries: [{ to: paths.transactions, text: 'nav-transactions', icon: CreditCard }] },
];

/** Entries whose screen exists and which the role may open; others are absent, not grey. */
export function StudioRail({ onLogOut }: { onLogOut: () => void }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const site = useSite();
  const me = useMe();
  const values = routeSettings(useSettingValues());
  const isOpen = (to: string): boolean =>
    studioRoutes.some((route) => route.path === to) && guard(to, viewerOf(me), values).outcome === 'allow';
  return (
    <aside className="rail">
      <SiteLink to={paths.root} className="rail-site">
        <Avatar name={site.name} url={null} size={32} />
        <span><b>{site.name}</b><small>{site.host}</small></span>
      </SiteLink>
      <nav className="rail-nav" aria-label={t('a11y-studio-navigation')}>
        {groups.map((group) => {
          const entries = group.entries.filter((entry) => isOpen(entry.to));
          if (entries.length === 0) return null;
          return (
            <div key={group.text ?? ''} className="rail-group">
              {group.text === null ? null : <h2>{t(group.text)}</h2>}
              {entries.map((entry) => (
                <SiteLink key={entry.to} to={entry.to} aria-current={pathname === entry.to ? 'page' : undefined}>
                  <entry.icon className="icon" aria-hidden /><span>{t(entry.text)}</span>
                </SiteLink>
              ))}
            </div>
          );
        })}
      </nav>
      <div className="rail-foot">
        <SiteLink to={paths.root}><ArrowLeft className="icon icon-flip" aria-hidden /><span>{t('nav-back-to-site')}</span></SiteLink>
        <Appearance />
        {me === null ? null : <p className="rail-who"><Avatar name={me.name || me.email} url={me.avatarUrl} size={28} /><span><b>{me.name}</b></span></p>}
        <button type="button" className="menu-button" onClick={onLogOut}>{t('nav-log-out')}</button>
      </div>
    </aside>
  );
}
