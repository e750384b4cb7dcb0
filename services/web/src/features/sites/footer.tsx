import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../app/paths.ts';
import { SiteLink } from '../../components/site-link.tsx';
import { RichText } from '../../components/rich-text.tsx';
import { useMe, useSetting, useSite } from '../../lib/site.tsx';
import { useSlots } from '../../theme/slots.tsx';
import { LanguageChoice } from '../../components/appearance.tsx';
import { useSocialLinks } from '../../components/social-links.tsx';

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
            <span className="footer-merchant">{site.merchant.legalName === '' ? null : t('footer-merchant', { name: site.merchant.legalName, address: site.merchant.address })}</span>
          </p>
          <LanguageChoice />
        </div>
      </div>
    </footer>
  );
}

function Links() {
  const { t } = useTranslation();
  const me = useMe();
  const billing = useSetting('billing_support_url');
  const isAdult = useSetting('is_adult_site');
  const social = useSocialLinks();
  return (
    <nav className="footer-links" aria-label={t('a11y-footer')}>
      {social.map((link) => <a key={link.id} href={link.url} rel="noopener" className="footer-social">{t(link.text)}</a>)}
      <SiteLink to={paths.terms}>{t('footer-terms')}</SiteLink>
      <SiteLink to={paths.privacy}>{t('footer-privacy')}</SiteLink>
      <SiteLink to={paths.dmca}>{t('footer-dmca')}</SiteLink>
      <SiteLink to={paths.contentRemoval}>{t('footer-content-removal')}</SiteLink>
      {isAdult ? <SiteLink to={paths.records}>{t('footer-2257')}</SiteLink> : null}
      <SiteLink to={paths.faq}>{t('footer-faq')}</SiteLink>
      <SiteLink to={paths.contact}>{t('footer-contact')}</SiteLink>
      <SiteLink to={billing || paths.contact}>{t('footer-billing-support')}</SiteLink>
      <SiteLink to={me === null ? paths.login : paths.cancelSubscription}>{t('footer-cancel')}</SiteLink>
    </nav>
  );
}
