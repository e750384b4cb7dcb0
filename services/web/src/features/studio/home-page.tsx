import { useTranslation } from 'react-i18next';
import { useMe } from '../../lib/site.tsx';

/** The first screen of the creator area. */
export function Page() {
  const { t } = useTranslation();
  const me = useMe();
  return (
    <div className="studio-page">
      <h1 tabIndex={-1}>{t('home-title')}</h1>
      <p>{me?.name}</p>
    </div>
  );
}
