import { describe, expect, it } from 'vitest';
import { countClose, countVisit, installText } from './install-prompt.ts';

const phone = { isDisabled: false, width: 390, isInstalled: false };

describe('the install popup', () => {
  it('POPUP-06 POPUP-07 shows at counts 3, 12, 21 and 30, with a text for each', () => {
    const shown = Array.from({ length: 51 }, (_, count) => installText({ ...phone, count })).filter(
      (text) => text !== null,
    );
    expect(shown).toEqual([3, 12, 21, 30]);
  });

  it('POPUP-08 POPUP-12 POPUP-18 closing counts one further, to 50 at most, where the next visit begins at 12', () => {
    expect([countClose(3), countClose(50)]).toEqual([4, 50]);
    expect([countVisit(null), countVisit(2), countVisit(49), countVisit(50)]).toEqual([1, 3, 50, 12]);
  });

  it.each([
    ['POPUP-09 to who switched it off', { isDisabled: true }],
    ['POPUP-10 LIMIT-21 above 991 pixels', { width: 992 }],
    ['POPUP-11 in the installed app', { isInstalled: true }],
  ])('%s it does not show', (_, change) => {
    expect(installText({ ...phone, count: 3 })).toBe(3);
    expect(installText({ ...phone, count: 3, ...change })).toBeNull();
  });

  it('POPUP-10 shows at 991 pixels', () => {
    expect(installText({ ...phone, count: 3, width: 991 })).toBe(3);
  });
});
