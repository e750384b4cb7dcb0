/** Where a ribbon lies on a page. */
export type RibbonPosition = 'above menu' | 'above hero' | 'below hero';

/** PROMO-09: home by both of its addresses, tips and shop. */
const shown: ReadonlySet<string> = new Set(['/', '/home', '/tips', '/shop']);
/** PROMO-10: pages without a hero, where what would lie below it comes first. */
const alsoBelowHero = /^\/(?:login|register|forgot-password|profile(?:\/.*)?)$/;

/** Where a promotion's ribbon lies at a path; null for nowhere. */
export const promotionRibbonAt = (path: string, position: RibbonPosition): RibbonPosition | null =>
  shown.has(path) || (position === 'below hero' && alsoBelowHero.test(path)) ? position : null;
