import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSetting, useSite } from '../site.tsx';

/** The page's title: 'Membership · Name of the site', or what the site is about. The server writes the first one (`head.ts`). */
export function useTitle(page: string | null): void {
  const { t } = useTranslation();
  const { name } = useSite();
  const tagline = useSetting('site_tagline') ?? '';
  useEffect(() => {
    document.title =
      page === null || page === '' ? [name, tagline].filter(Boolean).join(' · ') : t('meta-page', { page, site: name });
  }, [page, name, tagline, t]);
}
