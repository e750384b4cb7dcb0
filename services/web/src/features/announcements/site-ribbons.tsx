import { useLocation } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { Announcement } from './announcement.tsx';
import { PromotionRibbon } from './promotion-ribbon.tsx';

export const AboveMenuRibbons = () => (
  <>
    <Announcement />
    <PromotionRibbon at="above menu" />
  </>
);

/** What lies above the hero; where there is no hero, also what would lie below it. */
export function AboveHeroRibbons() {
  const hasHero = useHasHeroPlace();
  return (
    <>
      <PromotionRibbon at="above hero" />
      {hasHero ? null : <PromotionRibbon at="below hero" />}
    </>
  );
}

export const BelowHeroRibbons = () => (useHasHeroPlace() ? <PromotionRibbon at="below hero" /> : null);

/** Screens that put `UnderHero` below their hero: home, for guests and for everybody else. */
const useHasHeroPlace = (): boolean => ([paths.root, paths.feed] as readonly string[]).includes(useLocation().pathname);
