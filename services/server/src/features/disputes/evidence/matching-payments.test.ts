import { describe, expect, it } from 'vitest';
import type { EarlierPayment } from './disputed-payment-rows.ts';
import { countedFrom, isCompelling, matchPayments } from './matching-payments.ts';

const disputed = { address: '203.0.113.7', userAgent: 'A browser', deviceId: 'device', brand: 'visa', last4: '4242' };
const earlier: EarlierPayment = {
  ...disputed,
  id: 'payment',
  at: new Date('2026-01-01T00:00:00Z'),
  amountMinor: 900,
  currency: 'USD',
};
const matched = (over: Partial<EarlierPayment>, of: Partial<typeof disputed> = {}) =>
  matchPayments({ ...disputed, ...of }, [{ ...earlier, ...over }])[0]!;

describe('C12 an earlier payment beside the disputed one', () => {
  it.each<[string, Partial<EarlierPayment>, boolean]>([
    ['counts by address and device', {}, true],
    ['counts by the address alone, as the user is the same', { deviceId: 'another' }, true],
    ['counts by the device alone', { address: '198.51.100.1' }, true],
    ['does not count by the user alone', { address: '198.51.100.1', deviceId: 'another' }, false],
    ['does not count by a browser that is the same', { address: '198.51.100.1', deviceId: null }, false],
  ])('%s', (_, over, counts) => {
    expect(matched(over).counts).toBe(counts);
  });

  it('does not match by what neither says', () => {
    const nothing = { address: '', deviceId: null };
    expect(matchPayments({ ...disputed, ...nothing }, [{ ...earlier, ...nothing }])[0]).toMatchObject({
      matches: ['user id'],
      counts: false,
    });
  });

  it('says whether the card is the same, and nothing where a card is not recorded', () => {
    expect(matched({}).isSameCard).toBe(true);
    expect(matched({ last4: '1111' }).isSameCard).toBe(false);
    expect(matched({ brand: 'mastercard' }).isSameCard).toBe(false);
    expect(matched({ last4: null }).isSameCard).toBeNull();
  });

  it('wants a second one', () => {
    const one = matched({});
    expect(isCompelling([one])).toBe(false);
    expect(isCompelling([one, matched({ address: '198.51.100.1', deviceId: null })])).toBe(false);
    expect(isCompelling([one, matched({ deviceId: null })])).toBe(true);
  });

  it('is 120 to 365 days old when the dispute comes', () => {
    expect(countedFrom(new Date('2026-12-31T12:00:00Z'))).toEqual({
      from: new Date('2025-12-31T12:00:00Z'),
      to: new Date('2026-09-02T12:00:00Z'),
    });
  });
});
