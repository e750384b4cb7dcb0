import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '../lib/site.tsx';

/** The page's title: 'Membership · Name of the site'. The server writes the first one (`head.ts`). */
export function useTitle(page: string | null): void {
  const { t } = useTranslation();
  const { name } = useSite();
  useEffect(() => {
    document.title = page === null || page === '' ? name : t('meta-page', { page, site: name });
  }, [page, name, t]);
}
