import { Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import type { StudioEntry, StudioMenu } from '../../../lib/studio-menu.ts';
import { Popover } from '../../../components/kit/popover.tsx';
import { SiteLink } from '../../../components/site-link.tsx';
import { PersonMark } from '../../../components/studio/person.tsx';
import { isApple } from '../../../lib/keys.ts';
import { useMe, useSite } from '../../../lib/site.tsx';
import { PersonMenu } from './person-menu.tsx';
import { EntryBadge, useUnread, useUnreadText } from './unread-badge.tsx';
import { useOpenEntry } from './open-entry.ts';
import { SiteMark } from './site-mark.tsx';
import { useRoleName } from './role-name.ts';

interface RailProps {
  readonly menu: StudioMenu;
  readonly onFind: () => void;
  readonly onKeys: () => void;
  readonly onLogOut: () => void;
}

/** The site, the way to anything, the screens, and the person at the foot. Below 1180 it folds to icons. */
export function StudioRail({ menu, onFind, onKeys, onLogOut }: RailProps) {
  const { t } = useTranslation();
  const site = useSite();
  const me = useMe();
  const role = useRoleName();
  return (
    <aside className="rail" aria-label={t('nav-studio')}>
      <SiteLink to={paths.root} className="rail-site" title={t('studio-view-site')}>
        <SiteMark />
        <span>
          <b>{site.name}</b>
          <small>{site.host}</small>
        </span>
      </SiteLink>
      <button
        type="button"
        className="rail-find"
        data-tip={t('studio-search')}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={onFind}
      >
        <Search className="icon" aria-hidden />
        <span>{t('studio-search')}</span>
        <kbd aria-hidden="true">{isApple() ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      <nav aria-label={t('a11y-studio-navigation')}>
        {menu.groups.map((group) => (
          <div key={group.text ?? ''}>
            {group.text === null ? null : <h2>{t(group.text)}</h2>}
            {group.entries.map((entry) => (
              <RailLink key={entry.to} entry={entry} />
            ))}
          </div>
        ))}
      </nav>
      <div className="rail-foot">
        {menu.settings === null ? null : <RailLink entry={menu.settings} />}
        {me === null ? null : (
          <Popover
            className="rail-person"
            label={t('studio-account', { name: me.name || me.email })}
            trigger={
              <>
                <PersonMark name={me.name || me.email} url={me.avatarUrl} />
                <span className="who">
                  <b>{me.name || me.email}</b>
                  <small>{role}</small>
                </span>
              </>
            }
          >
            {(close) => (
              <PersonMenu
                onKeys={() => {
                  close();
                  onKeys();
                }}
                onLogOut={onLogOut}
              />
            )}
          </Popover>
        )}
      </div>
    </aside>
  );
}

function RailLink({ entry }: { entry: StudioEntry }) {
  const { t } = useTranslation();
  const unread = useUnread(entry);
  const unreadText = useUnreadText();
  const { isOpen, page } = useOpenEntry(entry);
  const label = unread > 0 ? `${t(entry.text)}, ${unreadText(entry, unread)}` : t(entry.text);
  return (
    <>
      <SiteLink
        to={entry.to}
        className="rail-link"
        data-tip={label}
        data-open={isOpen || undefined}
        aria-current={isOpen && page === null ? 'page' : undefined}
      >
        <entry.icon className="icon" aria-hidden />
        <span>{t(entry.text)}</span>
        <EntryBadge entry={entry} />
      </SiteLink>
      {isOpen
        ? entry.pages?.map(({ to, text }) => (
            <SiteLink key={to} to={to} className="rail-page" aria-current={to === page ? 'page' : undefined}>
              {t(text)}
            </SiteLink>
          ))
        : null}
    </>
  );
}
