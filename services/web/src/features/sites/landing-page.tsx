import { useTitle } from '../../lib/navigation/title.ts';
import { useSetting } from '../../lib/site.tsx';
import { UnderHero } from '../../components/ribbon/under-hero.tsx';
import { useSlots } from '../../components/theme/slots.tsx';
import { FilmBanner } from './landing/landing-film-banner.tsx';
import { LinksBanner } from './landing/landing-links-banner.tsx';
import { MainBanner } from './landing/landing-main-banner.tsx';
import { ClosingSection, GridSection, PictureSection } from './landing/landing-sections.tsx';
import './landing/landing.css';

/** What guests see first; fed by settings alone (LAND-01 to LAND-16, DECISIONS 39b). */
export function Page() {
  useTitle(null);
  const layout = useSetting('landing_theme') ?? 'theme-3';
  const { Divider } = useSlots();
  const Banner = layout === 'theme-1' ? FilmBanner : layout === 'theme-2' ? LinksBanner : MainBanner;
  return (
    <div className="landing" data-layout={layout}>
      <Banner />
      <UnderHero />
      <Divider />
      <PictureSection number={1} />
      <PictureSection number={2} />
      <GridSection />
      <ClosingSection />
    </div>
  );
}
