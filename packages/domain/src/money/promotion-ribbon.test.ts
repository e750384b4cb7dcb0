import { describe, expect, it } from 'vitest';
import { promotionRibbonAt } from './promotion-ribbon.ts';

describe("the place of a promotion's ribbon", () => {
  it.each(['/', '/home', '/tips', '/shop'])('PROMO-09 is the one that was chosen at %s', (path) => {
    for (const position of ['above menu', 'above hero', 'below hero'] as const)
      expect(promotionRibbonAt(path, position)).toBe(position);
  });
  it.each(['/login', '/register', '/forgot-password', '/profile', '/profile/update'])(
    'PROMO-10 is at %s only below the hero',
    (path) => {
      expect(promotionRibbonAt(path, 'below hero')).toBe('below hero');
      expect(promotionRibbonAt(path, 'above hero')).toBeNull();
      expect(promotionRibbonAt(path, 'above menu')).toBeNull();
    },
  );
  it.each(['/subscribe', '/gallery', '/profiles', '/tips/1', '/faq'])('is nowhere at %s', (path) => {
    expect(promotionRibbonAt(path, 'below hero')).toBeNull();
  });
});
