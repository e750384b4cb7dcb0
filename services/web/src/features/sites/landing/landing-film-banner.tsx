import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import { SiteLink } from '../../../components/site-link.tsx';
import { ButtonLink } from '../../../components/button.tsx';
import { useCustomText } from '../../../lib/texts/custom-texts.ts';
import { useSetting } from '../../../lib/site.tsx';
import { useSlots } from '../../../components/theme/slots.tsx';
import { LandingMenu } from './landing-menu.tsx';
import { useBannerMedia } from './landing-media.tsx';
import { useCreatorNames } from './landing-names.ts';
import { LaterPrice } from '../../../components/offer/later-price.tsx';
import { SubscribeButton } from './subscribe-button.tsx';
import { Wordmark } from '../frame/wordmark.tsx';

/** Layout theme-1 (LAND-03): a film that fills the window, the name and two buttons. */
export function FilmBanner() {
  const { t } = useTranslation();
  const { lines } = useCreatorNames();
  const isOn = useSetting('enable_theme_1_banner_section') !== false;
  const tagline = useSetting('site_tagline');
  const description = useSetting('site_description') || tagline;
  const logIn = useCustomText('log_in_navbar_name') || t('nav-log-in');
  const { media, filmButtons } = useBannerMedia(true);
  const { HeroOverlay } = useSlots();
  return (
    <section className="banner film-banner" data-empty={!isOn || media === null || undefined}>
      {isOn ? (
        <>
          <div className="banner-back">{media}</div>
          <HeroOverlay />
        </>
      ) : null}
      <header className="banner-top">
        <Wordmark />
        {isOn ? filmButtons : null}
        <LandingMenu />
      </header>
      <div className="film-copy">
        <h1 tabIndex={-1} dir="auto">
          {lines.map((line) => (
            <span key={line}>{line} </span>
          ))}
        </h1>
        <div className="film-side">
          {description ? (
            <p className="lede" dir="auto">
              {description}
            </p>
          ) : null}
          <SubscribeButton wide isLong />
          <LaterPrice />
          <ButtonLink to={paths.login} tone="paper" size="l" wide>
            {logIn}
          </ButtonLink>
          <SiteLink className="banner-feed text-link" to={paths.feed}>
            {t('landing-see-feed')}
          </SiteLink>
        </div>
      </div>
    </section>
  );
}
