import { House, Images, Menu, Plus, Search, UsersRound } from 'lucide-react';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import type { StudioEntry, StudioMenu } from '../../../lib/studio-menu.ts';
import { Dialog } from '../../../components/kit/dialog.tsx';
import { SiteLink } from '../../../components/site-link.tsx';
import { EntryBadge } from './unread-badge.tsx';
import { PersonMenu } from './person-menu.tsx';

const inBar: ReadonlySet<string> = new Set([paths.studio, paths.studioPosts, paths.createPost, paths.subscribers]);

/** A phone's menu: four places that are used most and the rest behind More. */
export function StudioBar({ menu, onFind, onLogOut }: { menu: StudioMenu; onFind: () => void; onLogOut: () => void }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const current = (to: string): 'page' | undefined => (pathname === to ? 'page' : undefined);
  return (
    <nav className="studio-bar" aria-label={t('a11y-bottom-navigation')}>
      {menu.has(paths.studio) ? (
        <SiteLink to={paths.studio} aria-current={current(paths.studio)}>
          <House className="icon" aria-hidden />
          {t('nav-home')}
        </SiteLink>
      ) : null}
      {menu.has(paths.studioPosts) ? (
        <SiteLink to={paths.studioPosts} aria-current={current(paths.studioPosts)}>
          <Images className="icon" aria-hidden />
          {t('nav-posts')}
        </SiteLink>
      ) : null}
      {menu.has(paths.createPost) ? (
        <SiteLink
          to={paths.createPost}
          className="bar-create"
          aria-label={t('studio-create-post')}
          aria-current={current(paths.createPost)}
        >
          <span>
            <Plus className="icon" aria-hidden />
          </span>
        </SiteLink>
      ) : null}
      {menu.has(paths.subscribers) ? (
        <SiteLink to={paths.subscribers} aria-current={current(paths.subscribers)}>
          <UsersRound className="icon" aria-hidden />
          {t('nav-group-fans')}
          <EntryBadge entry={{ unread: 'subscriptionNotificationUnreadCount' }} />
        </SiteLink>
      ) : null}
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(true)}>
        <Menu className="icon" aria-hidden />
        {t('bottom-nav-more')}
        <EntryBadge entry={{ unread: 'purchasedNotificationUnreadCount' }} />
      </button>
      {isOpen ? (
        <Dialog title={t('bottom-nav-more')} onClose={() => setOpen(false)} className="more-menu">
          <div className="person-menu">
            <button
              type="button"
              className="menu-line"
              onClick={() => {
                setOpen(false);
                onFind();
              }}
            >
              <Search className="icon" aria-hidden />
              {t('palette-open')}
            </button>
            {menu.all.map((entry) => (
              <Fragment key={entry.to}>
                {inBar.has(entry.to) ? null : <MoreLink {...entry} onClick={() => setOpen(false)} />}
                {entry.pages?.map((page) => (
                  <MoreLink key={page.to} {...page} icon={entry.icon} onClick={() => setOpen(false)} />
                ))}
              </Fragment>
            ))}
          </div>
          <PersonMenu onLogOut={onLogOut} />
        </Dialog>
      ) : null}
    </nav>
  );
}

type MoreLinkProps = Pick<StudioEntry, 'to' | 'text' | 'icon' | 'unread'> & { readonly onClick: () => void };

function MoreLink({ to, text, icon: Icon, unread, onClick }: MoreLinkProps) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  return (
    <SiteLink
      to={to}
      className="menu-line"
      aria-current={`${pathname}${to.includes('?') ? search : ''}` === to ? 'page' : undefined}
      onClick={onClick}
    >
      <Icon className="icon" aria-hidden />
      {t(text)}
      {unread === undefined ? null : <EntryBadge entry={{ unread }} />}
    </SiteLink>
  );
}
