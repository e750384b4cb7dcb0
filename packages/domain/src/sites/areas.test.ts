import { describe, expect, it } from 'vitest';
import { isAreaBlocked, isAreaBlockingOn } from './areas.ts';

const none = { blocked_countries: [], blocked_regions: [], block_unknown_area: false };
const some = { blocked_countries: ['DE', 'fr'], blocked_regions: ['US-UT', 'us-tx'], block_unknown_area: false };
const strict = { ...some, block_unknown_area: true };

describe('area blocking', () => {
  it.each([
    ['a blocked country', { country: 'DE', region: 'DE-BE' }, true],
    ['one written small', { country: 'FR', region: null }, true],
    ['another country', { country: 'AT', region: null }, false],
    ['a blocked region', { country: 'US', region: 'US-UT' }, true],
    ['one written small', { country: 'US', region: 'US-TX' }, true],
    ['another region of the country', { country: 'US', region: 'US-CA' }, false],
  ])('GEN-13 %s', (_, place, isBlocked) => {
    expect(isAreaBlocked(place, some)).toBe(isBlocked);
    expect(isAreaBlocked(place, none)).toBe(false);
  });

  it('GEN-13 an unknown place, and an unknown region where regions are blocked, follow the setting', () => {
    expect([isAreaBlocked(null, some), isAreaBlocked(null, strict)]).toEqual([false, true]);
    expect([
      isAreaBlocked({ country: 'US', region: null }, some),
      isAreaBlocked({ country: 'US', region: null }, strict),
    ]).toEqual([false, true]);
    expect(isAreaBlocked({ country: 'AT', region: null }, strict)).toBe(false);
  });

  it('is on as soon as one of its settings is', () => {
    expect(
      [
        none,
        { ...none, blocked_countries: ['DE'] },
        { ...none, blocked_regions: ['US-UT'] },
        { ...none, block_unknown_area: true },
      ].map(isAreaBlockingOn),
    ).toEqual([false, true, true, true]);
  });
});
