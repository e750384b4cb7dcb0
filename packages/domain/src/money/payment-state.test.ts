import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paymentStateOf, receiptLines, type Receipted } from './payment-state.ts';

describe('a payment', () => {
  it.each([
    ['waiting', { isSettled: false, takenMinor: 0, returnedMinor: 0, chargedBackMinor: 0, voidedMinor: 0 }],
    // Taken, and looked at by staff.
    ['waiting', { isSettled: false, takenMinor: 900, returnedMinor: 0, chargedBackMinor: 0, voidedMinor: 0 }],
    ['paid', { isSettled: true, takenMinor: 900, returnedMinor: 0, chargedBackMinor: 0, voidedMinor: 0 }],
    ['partly_refunded', { isSettled: true, takenMinor: 900, returnedMinor: 899, chargedBackMinor: 0, voidedMinor: 0 }],
    ['refunded', { isSettled: true, takenMinor: 900, returnedMinor: 900, chargedBackMinor: 0, voidedMinor: 0 }],
    ['refunded', { isSettled: true, takenMinor: 900, returnedMinor: 900, chargedBackMinor: 0, voidedMinor: 899 }],
    ['voided', { isSettled: true, takenMinor: 900, returnedMinor: 900, chargedBackMinor: 0, voidedMinor: 900 }],
    ['charged_back', { isSettled: true, takenMinor: 900, returnedMinor: 900, chargedBackMinor: 900, voidedMinor: 0 }],
    ['charged_back', { isSettled: true, takenMinor: 900, returnedMinor: 900, chargedBackMinor: 1, voidedMinor: 0 }],
  ] as const)('is %s', (state, of) => {
    expect(paymentStateOf(of)).toBe(state);
  });
});

describe('the lines of a receipt', () => {
  const plain: Receipted = {
    reason: 'base',
    reduced: null,
    askedMinor: 1999,
    askedCurrency: 'USD',
    takenMinor: 1999,
    takenCurrency: 'USD',
  };
  const half = { ...plain, askedMinor: 1000, takenMinor: 1000 };
  it.each([
    ['the price alone', plain, [['base', 1999]]],
    [
      'a coupon',
      { ...half, reason: 'coupon', reduced: { ref: 'HALF', wasMinor: 1999 } },
      [
        ['base', 1999],
        ['coupon', -999],
      ],
    ],
    [
      'a promotion',
      { ...half, reason: 'promotion', reduced: { ref: '', wasMinor: 1999 } },
      [
        ['base', 1999],
        ['promotion', -999],
      ],
    ],
    [
      'the offer to come back',
      { ...half, reason: 'resubscribe', reduced: { ref: '', wasMinor: 1999 } },
      [
        ['base', 1999],
        ['resubscribe', -999],
      ],
    ],
    ['a coupon that saved nothing', { ...plain, reason: 'coupon' }, [['base', 1999]]],
    [
      'an amount that staff accepted',
      { ...plain, takenMinor: 1899 },
      [
        ['base', 1999],
        ['difference', -100],
      ],
    ],
    ['another currency', { ...plain, takenMinor: 1850, takenCurrency: 'EUR' }, [['base', 1850]]],
  ] as const)('say %s', (_, of, lines) => {
    expect(receiptLines(of).map(({ kind, amountMinor }) => [kind, amountMinor])).toEqual(lines);
  });

  it('add up to what was taken', () => {
    const amount = fc.integer({ min: 0, max: 1_000_000 });
    const of = fc.record({
      reason: fc.constantFrom('base', 'coupon', 'promotion', 'resubscribe', 'new'),
      reduced: fc.option(fc.record({ ref: fc.string(), wasMinor: amount })),
      askedMinor: amount,
      askedCurrency: fc.constantFrom('USD', 'EUR'),
      takenMinor: amount,
      takenCurrency: fc.constantFrom('USD', 'EUR'),
    });
    fc.assert(
      fc.property(of, (paid) => {
        const sum = receiptLines(paid).reduce((total, { amountMinor }) => total + amountMinor, 0);
        expect(sum).toBe(paid.takenMinor);
      }),
    );
  });
});
