import { heroSubscribeTarget } from '@backlot/domain/sites/navigation';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../components/button.tsx';
import { MembershipBenefits } from '../../components/offer/membership-benefits.tsx';
import { useMe, useSetting, useSite, viewerOf } from '../../lib/site.tsx';
import '../../components/styles/offer.css';
import './subscription-video.css';

/** The creator's film about the membership, and the way to one. It has a page only where the site set a film. */
export function Page() {
  const { t } = useTranslation();
  const { name } = useSite();
  const film = useSetting('subscription_video_url') ?? '';
  const still = useSetting('banner_image') ?? '';
  const target = heroSubscribeTarget(viewerOf(useMe()));
  return (
    <div className="film-page page-width">
      <video
        src={film}
        poster={still || undefined}
        controls
        playsInline
        preload="metadata"
        aria-label={t('subscription-video-title', { site: name })}
      />
      <h1 tabIndex={-1} dir="auto">
        {t('subscription-video-title', { site: name })}
      </h1>
      <p className="offer-lede">{t('membership-text')}</p>
      <MembershipBenefits />
      <ButtonLink to={target ?? paths.feed} size="l">
        {t(target === null ? 'btn-go-to-feed' : 'btn-subscribe')}
      </ButtonLink>
    </div>
  );
}
