import { useTranslation } from 'react-i18next';
import { paths } from '../../app/paths.ts';
import { ButtonLink } from '../../components/button.tsx';
import { useSetting } from '../../lib/site.tsx';
import { useSlots } from '../../theme/slots.tsx';
import { LandingMenu } from './landing-menu.tsx';
import { useBannerMedia } from './landing-media.tsx';
import { useCreatorNames } from './landing-names.ts';
import { LaterPrice, SubscribeButton } from './subscribe-button.tsx';
import { Wordmark } from './wordmark.tsx';

/** Layout theme-1 (LAND-03): a film that fills the window, the name and two buttons. */
export function FilmBanner() {
  const { t } = useTranslation();
  const { lines } = useCreatorNames();
  const isOn = useSetting('enable_theme_1_banner_section') !== false;
  const tagline = useSetting('site_tagline');
  const description = useSetting('site_description') || tagline;
  const logIn = useSetting('log_in_navbar_name') || t('nav-log-in');
  const { media, filmButtons } = useBannerMedia(true);
  const { HeroOverlay } = useSlots();
  return (
    <section className="banner film-banner" data-empty={!isOn || media === null || undefined}>
      {isOn ? <><div className="banner-back">{media}</div><HeroOverlay /></> : null}
      <header className="banner-top">
        <Wordmark />
        {isOn ? filmButtons : null}
        <LandingMenu />
      </header>
      <div className="film-copy">
        <h1 tabIndex={-1} dir="auto">{lines.map((line) => <span key={line}>{line}{' '}</span>)}</h1>
        <div className="film-side">
          {description ? <p className="lede" dir="auto">{description}</p> : null}
          <SubscribeButton wide isLong />
          <LaterPrice />
          <ButtonLink to={paths.login} tone="paper" size="l" wide>{logIn}</ButtonLink>
        </div>
      </div>
    </section>
  );
}
