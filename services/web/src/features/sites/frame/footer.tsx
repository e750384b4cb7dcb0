import { footerPaths, type FooterPath } from '@backlot/domain/sites/navigation';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isMeasurementId, keepConsent } from '../../../lib/analytics.ts';
import { paths } from '../../../lib/paths.ts';
import { SiteLink } from '../../../components/site-link.tsx';
import { RichText } from '../../../components/text/rich-text.tsx';
import { useMe, useSetting, useSite } from '../../../lib/site.tsx';
import type { TextKey } from '../../../lib/texts/texts.ts';
import { useSlots } from '../../../components/theme/slots.tsx';
import { LanguageChoice } from '../../../components/site/appearance.tsx';
import { useSocialLinks } from '../../../components/site/social-links.tsx';

/** NAV-14, NAV-15 and COMPLIANCE C9: on every page. */
export function Footer() {
  const { t } = useTranslation();
  const site = useSite();
  const { Divider } = useSlots();
  const html = useSetting('footer_text_html');
  const [year] = useState(() => new Date().getFullYear());
  return (
    <footer className="footer">
      <Divider />
      <div className="footer-inside">
        {html ? <RichText html={html} /> : null}
        <Links />
        <div className="footer-foot">
          <p>
            <span>{t('footer-rights', { year, site: site.name })}</span>{' '}
            <span className="footer-merchant">
              {site.merchant.legalName === ''
                ? null
                : t('footer-merchant', { name: site.merchant.legalName, address: site.merchant.address })}
            </span>
          </p>
          <LanguageChoice />
        </div>
      </div>
    </footer>
  );
}

const texts: Readonly<Record<FooterPath, TextKey>> = {
  '/terms-of-service': 'footer-terms',
  '/privacy-policy': 'footer-privacy',
  '/dmca': 'footer-dmca',
  '/2257': 'footer-2257',
  '/content-removal': 'footer-content-removal',
  '/faq': 'footer-faq',
  '/contact-us': 'footer-contact',
  '/like-the-website': 'footer-like-the-website',
};

function Links() {
  const { t } = useTranslation();
  const me = useMe();
  const counts = isMeasurementId(useSetting('google_analytics_4_measurement_id') ?? '');
  const billing = useSetting('billing_support_url');
  const showsLikeForm = useSetting('show_like_the_website_form') === true;
  const social = useSocialLinks();
  return (
    <nav className="footer-links" aria-label={t('a11y-footer')}>
      {social.map((link) => (
        <a key={link.id} href={link.url} rel="noopener" className="footer-social">
          {t(link.text)}
        </a>
      ))}
      {footerPaths({ show_like_the_website_form: showsLikeForm }).map((path) => (
        <SiteLink key={path} to={path}>
          {t(texts[path])}
        </SiteLink>
      ))}
      <SiteLink to={paths.refunds}>{t('footer-refund')}</SiteLink>
      <SiteLink to={paths.charge}>{t('charge-title')}</SiteLink>
      <SiteLink to={billing || paths.contact}>{t('footer-billing-support')}</SiteLink>
      <SiteLink to={me === null ? paths.login : paths.cancelSubscription}>{t('footer-cancel')}</SiteLink>
      {counts ? (
        <button
          type="button"
          onClick={() => {
            keepConsent(null);
            document.dispatchEvent(new Event('consent-changed'));
          }}
        >
          {t('analytics-settings')}
        </button>
      ) : null}
    </nav>
  );
}
