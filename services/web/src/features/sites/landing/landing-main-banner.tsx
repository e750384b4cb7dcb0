import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import { ButtonLink } from '../../../components/button.tsx';
import { SiteLink } from '../../../components/site-link.tsx';
import { Emphasis, withoutEmphasis } from '../../../components/text/emphasis.tsx';
import { useCustomText } from '../../../lib/texts/custom-texts.ts';
import { useSetting, useSite } from '../../../lib/site.tsx';
import { useSlots } from '../../../components/theme/slots.tsx';
import { LandingMenu } from './landing-menu.tsx';
import { useBannerMedia } from './landing-media.tsx';
import { useCreatorNames } from './landing-names.ts';
import { SocialLinks } from '../../../components/site/social-links.tsx';
import { LaterPrice } from '../../../components/offer/later-price.tsx';
import { SubscribeButton } from './subscribe-button.tsx';
import { Wordmark } from '../frame/wordmark.tsx';

/** Layout theme-3: a picture whose calm third carries the words. */
export function MainBanner() {
  const { t } = useTranslation();
  const site = useSite();
  const { full } = useCreatorNames();
  const isOn = useSetting('enable_banner_section') !== false;
  const tagline = useSetting('site_tagline') || site.name;
  const headline = useSetting('landing_headline') || tagline;
  // A sentence instead of a few words is set smaller.
  const isLong = withoutEmphasis(headline).length > 26;
  const description = useSetting('site_description');
  const logIn = useCustomText('log_in_navbar_name') || t('nav-log-in');
  const signUp = useCustomText('sign_up_navbar_name') || t('nav-sign-up');
  const { media, filmButtons } = useBannerMedia(false);
  const { HeroOverlay } = useSlots();
  return (
    <section className="banner" data-empty={!isOn || media === null || undefined}>
      {isOn ? (
        <>
          <div className="banner-back">{media}</div>
          <HeroOverlay />
        </>
      ) : null}
      <header className="banner-top">
        <Wordmark />
        <div className="banner-links">
          <SocialLinks />
          <SiteLink className="banner-link" to={paths.feed}>
            {t('landing-see-feed')}
          </SiteLink>
          <ButtonLink to={paths.login} tone="quiet" size="s">
            {logIn}
          </ButtonLink>
          <ButtonLink to={paths.register} size="s">
            {signUp}
          </ButtonLink>
        </div>
        <LandingMenu />
      </header>
      <div className="banner-copy">
        {full === site.name ? null : <p className="eyebrow">{full}</p>}
        <h1 tabIndex={-1} dir="auto" data-long={isLong || undefined}>
          <Emphasis text={headline} />
        </h1>
        {description ? (
          <p className="lede" dir="auto">
            {description}
          </p>
        ) : null}
        <div className="banner-actions">
          <SubscribeButton />
          <ButtonLink to={paths.login} tone="paper" size="l">
            {logIn}
          </ButtonLink>
          <LaterPrice />
        </div>
        <SiteLink className="banner-feed text-link" to={paths.feed}>
          {t('landing-see-feed')}
        </SiteLink>
      </div>
      {isOn ? filmButtons : null}
    </section>
  );
}
