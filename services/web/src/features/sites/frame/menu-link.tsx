import type { MenuLink as Link } from '@backlot/domain/settings';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SiteLink } from '../../../components/site-link.tsx';

/** NAV-05: a link that the site set, in the same tab or a new one. */
export function MenuLink({ link, children }: { link: Link; children?: ReactNode }) {
  const { t } = useTranslation();
  if (!link.newTab) return <SiteLink to={link.url}>{children ?? link.label}</SiteLink>;
  return (
    <a href={link.url} target="_blank" rel="noopener">
      {children ?? link.label}
      <span className="visually-hidden">{t('a11y-new-window')}</span>
    </a>
  );
}
