import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import './reporting.css';

/** The lists of the page, each with an address of its own. */
export function ReportingTabs() {
  const { t } = useTranslation();
  return (
    <nav className="reporting-tabs" aria-label={t('reporting-tabs')}>
      <NavLink to={paths.reporting}>{t('reporting-earnings')}</NavLink>
      <NavLink to={paths.bestSellers}>{t('reporting-best-sellers')}</NavLink>
    </nav>
  );
}
