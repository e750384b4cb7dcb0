import { useTranslation } from 'react-i18next';
import { useSite } from '../../../lib/site.tsx';
import { SiteMark } from './site-mark.tsx';

/** For those with one page and no menus. */
export function BareLine({ onLogOut }: { onLogOut: () => void }) {
  const { t } = useTranslation();
  const { name } = useSite();
  return (
    <header className="bare-line">
      <SiteMark />
      <b>{name}</b>
      <button type="button" className="btn" data-size="s" onClick={onLogOut}>
        {t('nav-log-out')}
      </button>
    </header>
  );
}
