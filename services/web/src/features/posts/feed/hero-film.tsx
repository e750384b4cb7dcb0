import { useEffect, useRef, useState } from 'react';
import { useMovingFilm } from '../../../components/moving-film.tsx';
import { useSetting } from '../../../lib/site.tsx';

/** POST-007, POST-008: a silent looping film, another one below 576 pixels; none for those who asked for less motion. */
export function HeroFilm({ film, still }: { film: string; still: string | undefined }) {
  const narrowFilm = useSetting('hero_banner_mobile_video') ?? '';
  // Decided in the browser: the server does not know the width, and nobody should load two films.
  const [source, setSource] = useState<string | null>(null);
  const video = useRef<HTMLVideoElement>(null);
  const { events, button } = useMovingFilm(video, 'round-button');
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    setSource(matchMedia('(max-width: 575.98px)').matches && narrowFilm !== '' ? narrowFilm : film);
  }, [film, narrowFilm]);
  return (
    <>
      <div className="feed-hero-media">
        {source === null ? (
          still ? (
            <img src={still} alt="" />
          ) : null
        ) : (
          <video
            ref={video}
            src={source}
            poster={still}
            autoPlay
            muted
            loop
            playsInline
            tabIndex={-1}
            aria-hidden="true"
            {...events}
          />
        )}
      </div>
      {source === null ? null : <div className="feed-hero-arrows">{button}</div>}
    </>
  );
}
