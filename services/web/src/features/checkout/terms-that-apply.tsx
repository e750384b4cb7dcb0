import { useTranslation } from 'react-i18next';
import { SiteLink } from '../../components/site-link.tsx';
import { Filled } from '../../components/text/filled.tsx';
import { paths } from '../../lib/paths.ts';

/** The pages that somebody agrees to with the amounts, each in a tab of its own: the form stays. */
export function TermsThatApply() {
  const { t } = useTranslation();
  return (
    <Filled
      id="subscribe-consent-terms"
      elements={{
        terms: (
          <SiteLink className="text-link" to={paths.terms} target="_blank">
            {t('footer-terms')}
          </SiteLink>
        ),
        refunds: (
          <SiteLink className="text-link" to={paths.refunds} target="_blank">
            {t('footer-refund')}
          </SiteLink>
        ),
      }}
    />
  );
}
