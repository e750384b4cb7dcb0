import { arePaymentIconsShown, heroSubscribeTarget } from '@backlot/domain/sites/navigation';
import { useTranslation } from 'react-i18next';
import { useFirstPrice } from '../../../entities/membership/membership-quote.ts';
import { ButtonLink } from '../../../components/button.tsx';
import { CardMark } from '../../../components/offer/card-mark.tsx';
import { LaterPrice } from '../../../components/offer/later-price.tsx';
import { Emphasis, withoutEmphasis } from '../../../components/text/emphasis.tsx';
import { PriceLink } from '../../../components/offer/price-button.tsx';
import { SocialLinks } from '../../../components/site/social-links.tsx';
import { useCustomText } from '../../../lib/texts/custom-texts.ts';
import { useMe, useSetting, useSite, viewerOf } from '../../../lib/site.tsx';
import { HeroFilm } from './hero-film.tsx';
import { HeroSlides } from './hero-slides.tsx';

/** Whether the site set up a banner for its feed. */
export function useHasHero(): boolean {
  const hasPictures = (useSetting('hero_banner_images') ?? []).length > 0;
  const hasFilm = (useSetting('hero_banner_video') ?? '') !== '';
  const hasText = (useSetting('hero_banner_text') ?? '') !== '';
  return hasPictures || hasFilm || hasText;
}

/** The feed's banner: film or pictures, words, the way to a membership. */
export function Hero() {
  const { name } = useSite();
  const pictures = useSetting('hero_banner_images') ?? [];
  const film = useSetting('hero_banner_video') ?? '';
  const headline = useSetting('hero_banner_text') || name;
  const textPicture = useSetting('hero_banner_text_image') ?? '';
  const tagline = useSetting('site_tagline') ?? '';
  const description = useSetting('site_description') ?? '';
  // Where the words are the tagline already, what the site is about says more than the same twice.
  const line = tagline === withoutEmphasis(headline).trim() ? firstSentence(description) : tagline;
  const hasSocial = useSetting('hero_banner_show_social_icons') === true;
  return (
    <section className="feed-hero" data-pictured={film !== '' || pictures.length > 0 || undefined}>
      {film === '' ? <HeroSlides pictures={pictures} /> : <HeroFilm film={film} still={pictures[0]} />}
      <div className="feed-hero-text">
        <h1 tabIndex={-1} dir="auto">
          {textPicture === '' ? <Emphasis text={headline} /> : <img src={textPicture} alt={headline} />}
        </h1>
        {line === '' ? null : (
          <p className="feed-hero-line" dir="auto">
            {line}
          </p>
        )}
        <div className="feed-hero-actions">
          <HeroActions />
        </div>
        {hasSocial ? <SocialLinks /> : null}
      </div>
    </section>
  );
}

const firstSentence = (text: string): string => /^[\s\S]*?[.!?…。؟](?=\s|$)/.exec(text)?.[0] ?? text;

function HeroActions() {
  const { t } = useTranslation();
  const viewer = viewerOf(useMe());
  const label = useCustomText('hero_banner_subscribe_text');
  const extraText = useSetting('hero_banner_button_text') ?? '';
  const extraUrl = useSetting('hero_banner_button_url') ?? '';
  const showsIcons = useSetting('show_payment_icons') === true;
  const { amount, original, isFree } = useFirstPrice();
  const target = heroSubscribeTarget(viewer);
  return (
    <>
      {target === null ? null : isFree ? (
        <ButtonLink to={target} size="l">
          {label || t('btn-join-free')}
        </ButtonLink>
      ) : (
        <>
          <PriceLink
            to={target}
            kind="subscribe"
            amount={amount}
            originalAmount={original ?? undefined}
            label={label}
            size="l"
          />
          <LaterPrice />
        </>
      )}
      {extraText === '' || extraUrl === '' ? null : (
        <ButtonLink to={extraUrl} tone="paper" size="l">
          {extraText}
        </ButtonLink>
      )}
      {arePaymentIconsShown(viewer, { show_payment_icons: showsIcons }) ? (
        <span className="payment-icons">
          <CardMark brand="visa" />
          <CardMark brand="mastercard" />
        </span>
      ) : null}
    </>
  );
}
