import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import { Avatar } from '../../../components/avatar.tsx';
import { ButtonLink } from '../../../components/button.tsx';
import { SiteLink } from '../../../components/site-link.tsx';
import { SocialIcon } from '../../../components/site/social-icons.tsx';
import { useSocialLinks } from '../../../components/site/social-links.tsx';
import { useCustomText } from '../../../lib/texts/custom-texts.ts';
import { useSetting } from '../../../lib/site.tsx';
import { LandingMenu } from './landing-menu.tsx';
import { useBannerMedia } from './landing-media.tsx';
import { useCreatorNames } from './landing-names.ts';
import { LaterPrice } from '../../../components/offer/later-price.tsx';
import { SubscribeButton } from './subscribe-button.tsx';

/** Layout theme-2 (DECISIONS 39b): a page of links on the banner: the face, the name, the way in, and where else to find the creator. */
export function LinksBanner() {
  const { t } = useTranslation();
  const { full } = useCreatorNames();
  const isOn = useSetting('enable_banner_section') !== false;
  const avatar = useSetting('avatar_url') || null;
  const tagline = useSetting('site_tagline');
  const description = useSetting('site_description');
  const logIn = useCustomText('log_in_navbar_name') || t('nav-log-in');
  const signUp = useCustomText('sign_up_navbar_name') || t('nav-sign-up');
  const { media, filmButtons } = useBannerMedia(false);
  const links = useSocialLinks();
  return (
    <section className="banner links-banner" data-empty={!isOn || media === null || undefined}>
      {isOn ? <div className="banner-back">{media}</div> : null}
      <header className="banner-top">
        {isOn ? filmButtons : null}
        <div className="banner-links">
          <ButtonLink to={paths.login} tone="paper" size="s">
            {logIn}
          </ButtonLink>
          <ButtonLink to={paths.register} size="s">
            {signUp}
          </ButtonLink>
        </div>
        <LandingMenu />
      </header>
      <div className="links-card">
        <Avatar name={full} url={avatar} size={104} />
        <h1 tabIndex={-1} dir="auto">
          {full}
        </h1>
        {tagline || description ? (
          <p className="lede" dir="auto">
            {tagline || description}
          </p>
        ) : null}
        <SubscribeButton wide isLong />
        <LaterPrice />
        <nav className="links-list" aria-label={t('landing-links', { name: full })}>
          <SiteLink to={paths.feed}>{t('landing-see-feed')}</SiteLink>
          {links.map(({ id, url, text }) => (
            <a key={id} href={url} rel="noopener">
              <SocialIcon network={id} />
              {t(text)}
            </a>
          ))}
        </nav>
      </div>
    </section>
  );
}
