import { ExternalLink, Keyboard, LogOut } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import { Appearance } from '../../../components/site/appearance.tsx';
import { SiteLink } from '../../../components/site-link.tsx';

/** What concerns the person: light or dark, language, the way out. */
export function PersonMenu({ onKeys, onLogOut }: { onKeys?: () => void; onLogOut: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="person-menu">
      <Appearance />
      <SiteLink to={paths.root} className="menu-line">
        <ExternalLink className="icon" aria-hidden />
        {t('studio-view-site')}
      </SiteLink>
      {onKeys ? (
        <button type="button" className="menu-line" onClick={onKeys}>
          <Keyboard className="icon" aria-hidden />
          {t('studio-keys')}
          <kbd>?</kbd>
        </button>
      ) : null}
      <button type="button" className="menu-line" onClick={onLogOut}>
        <LogOut className="icon icon-flip" aria-hidden />
        {t('nav-log-out')}
      </button>
    </div>
  );
}
