import { Menu } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import { ButtonLink } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { SiteLink } from '../../../components/site-link.tsx';
import { useCustomText } from '../../../lib/texts/custom-texts.ts';
import { Appearance } from '../../../components/site/appearance.tsx';
import { useCreatorNames } from './landing-names.ts';
import { SocialLinks } from '../../../components/site/social-links.tsx';
import { LaterPrice } from '../../../components/offer/later-price.tsx';
import { SubscribeButton } from './subscribe-button.tsx';

/** LAND-07: on phones the links are in a menu at the side. */
export function LandingMenu() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { full } = useCreatorNames();
  const logIn = useCustomText('log_in_navbar_name') || t('nav-log-in');
  const signUp = useCustomText('sign_up_navbar_name') || t('nav-sign-up');
  return (
    <>
      <button
        type="button"
        className="landing-menu-button"
        aria-label={t('a11y-open-menu')}
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <Menu className="icon" aria-hidden />
      </button>
      {isOpen ? (
        <Dialog title={full} onClose={() => setOpen(false)} shape="full" className="side-menu">
          <nav className="menu-list" aria-label={t('a11y-main-navigation')}>
            <SiteLink to={paths.feed}>{t('landing-see-feed')}</SiteLink>
            <SiteLink to={paths.login}>{logIn}</SiteLink>
            <SiteLink to={paths.faq}>{t('footer-faq')}</SiteLink>
            <SiteLink to={paths.contact}>{t('footer-contact')}</SiteLink>
          </nav>
          <SubscribeButton wide />
          <LaterPrice />
          <ButtonLink to={paths.register} tone="quiet" wide>
            {signUp}
          </ButtonLink>
          <Appearance />
          <SocialLinks />
        </Dialog>
      ) : null}
    </>
  );
}
