import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { walletShortfall } from './wallet.ts';

describe('what is missing in a wallet', () => {
  it.each([
    ['WAL-25 is rounded up to a whole dollar', 999, 500, 500],
    ['WAL-25 to the next dollar for a cent', 1001, 1000, 100],
    ['WAL-33 is the whole price, rounded up, of an empty wallet', 1999, 0, 2000],
    ['WAL-33 and a whole price as it is', 2000, 0, 2000],
    ['is nothing when the wallet just covers it', 999, 999, 0],
    ['is nothing when there is more', 999, 5000, 0],
  ])('%s', (_, price, balance, missing) => {
    expect(walletShortfall(price, balance)).toBe(missing);
  });

  it('covers the price once it is added, with less than a dollar to spare', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_00 }), fc.integer({ min: 0, max: 10_000_00 }), (price, balance) => {
        const missing = walletShortfall(price, balance);
        expect(missing % 100).toBe(0);
        expect(balance + missing).toBeGreaterThanOrEqual(price);
        if (missing > 0) expect(balance + missing - price).toBeLessThan(100);
      }),
    );
  });
});
