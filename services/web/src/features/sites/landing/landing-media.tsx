import { Volume2, VolumeX } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMovingFilm } from '../../../components/moving-film.tsx';
import { useSetting } from '../../../lib/site.tsx';

export interface BannerMedia {
  /** Fills the banner. */
  readonly media: ReactNode;
  /** Pause, and sound (LAND-04); null for a picture. */
  readonly filmButtons: ReactNode;
}

/** Film or picture of a banner (LAND-04, LAND-14, LAND-15). `wantsFilm`: the layout plays it whenever one is set. */
export function useBannerMedia(wantsFilm: boolean): BannerMedia {
  const { t } = useTranslation();
  const isFilmOn = useSetting('enable_video_banner') === true || wantsFilm;
  const narrowFilm = useSetting('video_banner_url') ?? '';
  const wideFilm = useSetting('desktop_video_banner_url') ?? '';
  const wide = useSetting('banner_image') ?? '';
  const narrow = useSetting('banner_image_for_mobile') || wide;
  const video = useRef<HTMLVideoElement>(null);
  const [isMuted, setMuted] = useState(true);
  const { events, button } = useMovingFilm(video, 'sound-button');
  useEffect(() => {
    // A film that moves by itself is motion: it waits for a press where the person asked for less of it.
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) video.current?.pause();
  }, []);
  if (!isFilmOn || (narrowFilm === '' && wideFilm === '')) {
    return { media: wide === '' ? null : <BannerPicture wide={wide} narrow={narrow} />, filmButtons: null };
  }
  const toggle = (): void => {
    setMuted(!isMuted);
    // Without a gesture, as for a press that is repeated, a browser may refuse the sound.
    if (isMuted) video.current?.play().catch(() => {});
  };
  return {
    media: (
      <video
        ref={video}
        className="banner-media"
        autoPlay
        loop
        muted={isMuted}
        playsInline
        preload="metadata"
        poster={wide || undefined}
        aria-hidden="true"
        {...events}
      >
        {narrowFilm === '' || wideFilm === '' ? null : <source src={narrowFilm} media="(max-width: 998.98px)" />}
        <source src={wideFilm || narrowFilm} />
      </video>
    ),
    filmButtons: (
      <div className="film-buttons">
        {button}
        <button
          type="button"
          className="sound-button"
          aria-label={t(isMuted ? 'a11y-unmute' : 'a11y-mute')}
          aria-pressed={!isMuted}
          onClick={toggle}
        >
          {isMuted ? <VolumeX className="icon" aria-hidden /> : <Volume2 className="icon" aria-hidden />}
        </button>
      </div>
    ),
  };
}

function BannerPicture({ wide, narrow }: { wide: string; narrow: string }) {
  return (
    <picture>
      {narrow === wide ? null : <source media="(max-width: 699.98px)" srcSet={narrow} />}
      <img className="banner-media" src={wide} alt="" fetchPriority="high" decoding="async" />
    </picture>
  );
}
