import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  coinsSeen,
  coinsToCredit,
  mayHaveComeInWindow,
  nextCryptoState,
  worthOf,
  type CryptoState,
  type CryptoTold,
} from './crypto.ts';
import { addDecimals, compareDecimals, decimalOf, decimalText, parseDecimal, subtractDecimals } from './decimal.ts';

const rate = { amountMinor: 2000, coins: decimalOf('0.00040200') };
const worth = (from: string, to: string) => worthOf(decimalOf(from), decimalOf(to), rate);

describe('amounts of crypto currencies', () => {
  it.each([
    ['0.00040200', '0.000402'],
    ['12', '12'],
    ['0.0', '0'],
    ['007.10', '7.1'],
  ])('%s is %s', (text, plain) => {
    expect(decimalText(decimalOf(text))).toBe(plain);
  });

  it.each(['', '-1', '1e-8', '.5', '1.', 'NaN', 4, null, '1'.repeat(31)])('%j is none', (text) => {
    expect(parseDecimal(text)).toBeNull();
  });

  it('counts without floating point', () => {
    expect(decimalText(addDecimals(decimalOf('0.1'), decimalOf('0.2')))).toBe('0.3');
    expect(decimalText(subtractDecimals(decimalOf('1'), decimalOf('0.00000001')))).toBe('0.99999999');
    expect(() => subtractDecimals(decimalOf('1'), decimalOf('2'))).toThrow(RangeError);
  });
});

describe('what coins are worth', () => {
  it.each([
    ['0', '0.000402', 2000],
    ['0', '0.0003819', 1900],
    ['0', '0.000804', 4000],
    ['0', '0.00000001', 0],
  ])('WAL-11 the coins from %s to %s are worth %i', (from, to, minor) => {
    expect(worth(from, to)).toBe(minor);
  });

  it('WAL-11 any number of transfers is worth together what one would have been', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 1n, max: 10n ** 12n }), { minLength: 1, maxLength: 12 }), (transfers) => {
        let sum = 0;
        let upTo = { units: 0n, scale: 8 };
        for (const units of transfers) {
          const next = addDecimals(upTo, { units, scale: 8 });
          sum += worthOf(upTo, next, rate);
          upTo = next;
        }
        expect(sum).toBe(worthOf({ units: 0n, scale: 0 }, upTo, rate));
      }),
    );
  });
});

const told = (change: Partial<CryptoTold> = {}): CryptoTold => ({
  state: 'processing',
  isConfirmed: false,
  paid: decimalOf('5'),
  unconfirmed: decimalOf('0'),
  ...change,
});

describe('coins on an address', () => {
  it.each([
    ['are none while it waits', told({ state: 'waiting' }), '0'],
    ['are none under an unknown word', told({ state: 'unknown' }), '0'],
    ['come late', told({ state: 'cancelled', unconfirmed: decimalOf('2') }), '2'],
    ['come', told(), '5'],
    ['come beside those that arrived', told({ unconfirmed: decimalOf('2') }), '7'],
    ['were confirmed', told({ isConfirmed: true, unconfirmed: decimalOf('2') }), '5'],
  ])('that %s are counted', (_what, answer, seen) => {
    expect(decimalText(coinsSeen(answer))).toBe(seen);
  });

  it.each([
    ['in time', '4', '0', '4', '4', '0'],
    ['late', '4', '0', '0', '0', '4'],
    ['partly late', '4', '0', '3', '3', '1'],
    ['the rest of what was credited', '4', '3', '4', '1', '0'],
    ['late after what was credited', '6', '4', '4', '0', '2'],
    ['credited already', '4', '4', '4', '0', '0'],
    ['fewer than an earlier answer told', '3', '4', '4', '0', '0'],
  ])('DECISIONS 24 that come %s are credited once', (_what, paid, credited, seenInWindow, atQuote, atMoment) => {
    const { atQuote: quoted, atMoment: late } = coinsToCredit({
      paid: decimalOf(paid),
      credited: decimalOf(credited),
      seenInWindow: decimalOf(seenInWindow),
    });
    expect([decimalText(quoted), decimalText(late)]).toEqual([atQuote, atMoment]);
  });

  it('DECISIONS 24 never more than was confirmed, whatever was seen before', () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 10n }).map((units) => ({ units, scale: 8 }));
    fc.assert(
      fc.property(amount, amount, amount, (paid, credited, seenInWindow) => {
        const { atQuote, atMoment } = coinsToCredit({ paid, credited, seenInWindow });
        const all = addDecimals(credited, addDecimals(atQuote, atMoment));
        expect(compareDecimals(all, compareDecimals(paid, credited) > 0 ? paid : credited)).toBe(0);
      }),
    );
  });

  it('WAL-10 belong to the quote where the look before them was not after its end', () => {
    const end = new Date('2026-03-01T12:15:00Z');
    expect([-1, 0, 1].map((ms) => mayHaveComeInWindow(new Date(end.getTime() + ms), end))).toEqual([true, true, false]);
  });
});

describe('the states of a crypto payment', () => {
  const answers = ['waiting', 'processing', 'underpayment', 'confirmed', 'cancelled', 'blocked', 'unknown'] as const;
  it.each<[CryptoState, string]>([
    ['quoted', 'quoted quoted quoted quoted quoted quoted quoted'],
    ['starting', 'waiting processing underpayment starting cancelled blocked starting'],
    ['failed', 'waiting processing underpayment failed cancelled blocked failed'],
    ['waiting', 'waiting processing underpayment waiting cancelled blocked waiting'],
    ['processing', 'processing processing underpayment processing cancelled blocked processing'],
    ['underpayment', 'underpayment processing underpayment underpayment cancelled blocked underpayment'],
    ['cancelled', 'cancelled processing underpayment cancelled cancelled blocked cancelled'],
    ['blocked', 'blocked blocked blocked blocked blocked blocked blocked'],
    ['confirmed', 'confirmed confirmed confirmed confirmed confirmed confirmed confirmed'],
  ])('%s goes forward only', (current, next) => {
    expect(answers.map((state) => nextCryptoState(current, { state, isConfirmed: false })).join(' ')).toBe(next);
  });

  it.each<CryptoState>(['starting', 'waiting', 'cancelled', 'blocked'])('%s that is confirmed is paid', (current) => {
    expect(nextCryptoState(current, { state: 'blocked', isConfirmed: true })).toBe('confirmed');
  });
});
