import type { MeView } from '@backlot/contracts/accounts';
import { isAdmin } from '@backlot/domain/people/roles';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import { Avatar } from '../../../components/avatar.tsx';
import { Badge } from '../../../components/badge.tsx';
import { Popover } from '../../../components/popover.tsx';
import { SiteLink } from '../../../components/site-link.tsx';
import { viewerOf } from '../../../lib/site.tsx';
import { Appearance } from '../../../components/site/appearance.tsx';

export function AccountMenu({ me, onLogOut }: { me: MeView; onLogOut: () => void }) {
  const { t } = useTranslation();
  return (
    <Popover
      label={t('a11y-account-menu')}
      className="account-menu"
      trigger={<Avatar name={me.name || me.email} url={me.avatarUrl} />}
    >
      {(close) => (
        <>
          <p className="account-who">
            <b>{me.name}</b>
            <small>{me.email}</small>
          </p>
          <nav className="menu-list" aria-label={t('a11y-account-menu')}>
            <SiteLink to={paths.profile} onClick={close}>
              {t('nav-profile')}
            </SiteLink>
            {isAdmin(viewerOf(me)) ? (
              <SiteLink to={paths.studio}>
                {t('nav-studio')}
                <Badge count={me.totalUnreadCount} label={t('unread-new', { count: me.totalUnreadCount })} />
              </SiteLink>
            ) : null}
            {me.role === 'user' ? (
              <SiteLink to={paths.purchases} onClick={close}>
                {t('profile-purchases')}
              </SiteLink>
            ) : null}
            {me.role === 'user' ? (
              <SiteLink to={paths.membership} onClick={close}>
                {t('nav-membership')}
              </SiteLink>
            ) : null}
          </nav>
          <Appearance />
          <button type="button" className="menu-button" onClick={onLogOut}>
            {t('nav-log-out')}
          </button>
        </>
      )}
    </Popover>
  );
}
