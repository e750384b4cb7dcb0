import { describe, expect, it } from 'vitest';
import { approved, order, refused } from '../testing/sticky-answers.ts';
import { readBody } from './ask.ts';
import { brandOf } from './brand-of.ts';
import { readCharge, readRefusal } from './read-charge.ts';
import { readOrder, readOrders } from './read-order.ts';

const asked = { reference: 'ord_7', currency: 'USD' };
const read = (more: object = {}) => readCharge(readOrder({ ...order, ...more })!, asked);

describe("sticky.io's answers", () => {
  it('an answer carries its code, whatever the status; a page, an error and a limit are none', () => {
    expect(readBody(200, JSON.stringify(approved))).toMatchObject({ kind: 'answer', code: '100' });
    expect(readBody(200, JSON.stringify({ ...approved, response_code: 100 }))).toMatchObject({ code: '100' });
    expect(readBody(200, 'response_code=343&a=b')).toMatchObject({ kind: 'answer', code: '343' });
    expect(readBody(200, '<html>')).toEqual({ kind: 'unknown', cause: 'unreadable-answer' });
    expect(readBody(500, JSON.stringify(approved))).toEqual({ kind: 'unknown', cause: 'provider-error' });
    expect(readBody(200, '[]')).toMatchObject({ kind: 'unknown' });
    for (const status of [429, 430]) expect(readBody(status, '')).toEqual({ kind: 'limited', code: String(status) });
  });

  it('an approved order is the very amount, with the card that it was paid by', () => {
    expect(read()).toEqual({
      kind: 'succeeded',
      providerRef: '10081',
      amountMinor: 999,
      currency: 'USD',
      instrument: { id: '10081', brand: 'visa', last4: '1111', expMonth: 4, expYear: 2030 },
    });
    expect(read({ currency_code: 'EUR' })).toMatchObject({ currency: 'EUR' });
  });

  it.each([
    [{ order_status: '7', decline_reason: 'Insufficient Funds' }, 'declined', 'insufficient-funds', false],
    [{ order_status: '7', decline_reason: 'PICK UP CARD - S' }, 'declined', 'new-card-needed', true],
    [{ order_status: '7', decline_reason: '' }, 'declined', 'declined', false],
    [{ order_status: '7', decline_reason: 'Invalid CVV' }, 'declined', 'card-data-wrong', false],
    [{ order_status: '6', is_void: '1' }, 'declined', 'declined', false],
    [{ is_test_cc: '1' }, 'declined', 'declined', true],
  ])('%j is %s', (more, kind, reason, hard) => {
    expect(read(more)).toMatchObject({ kind, reason, hard });
  });

  it('an order that went back was taken first, and one that is neither waits', () => {
    expect(read({ order_status: '6', is_refund: '1', refund_amount: '9.99' })).toMatchObject({ kind: 'succeeded' });
    expect(read({ order_status: '11' })).toBeNull();
  });

  it("another's order under the same number is not believed", () => {
    expect(read({ C1: 'ord_8' })).toEqual({ kind: 'unknown', cause: 'reference-conflict' });
  });

  it('what a declined card begins with, of an approved one nothing', () => {
    expect(read({ order_status: '7' })).toMatchObject({ kind: 'declined', firstDigits: '411111' });
    expect(read({ order_status: '7', cc_first_6: '' })).not.toHaveProperty('firstDigits');
    expect(read({})).not.toHaveProperty('firstDigits');
  });

  it.each([
    ['800', 'Do Not Honor', 'declined'],
    ['342', '', 'new-card-needed'],
    ['123', '', 'new-card-needed'],
    ['323', '', 'card-data-wrong'],
    ['333', '', 'declined'],
    ['666', '', 'request-refused'],
    ['400', '', 'request-refused'],
    ['321', '', 'request-refused'],
  ])('code %s with %j is %s', (code, reason, meaning) => {
    expect(readRefusal(code, reason, '1')).toMatchObject({ kind: 'declined', reason: meaning });
  });

  it('a code that nobody documented proves nothing', () => {
    for (const code of ['', '999', '10', 'toString']) expect(readRefusal(code, '', undefined)).toBeNull();
    expect(refused.response_code).toBe('800');
  });

  it('what is no order is none, and a list with one that can not be read is none', () => {
    for (const wrong of [{ order_total: 'x' }, { order_id: 'x' }, { order_status: null }, { order_total: '1.234' }])
      expect(readOrder({ ...order, ...wrong })).toBeNull();
    expect(readOrders({ data: { 1: order, 2: {} } })).toBeNull();
    expect(readOrders({ data: { 1: order } })).toHaveLength(1);
  });

  it.each([
    ['master', '', 'mastercard'],
    ['', '222100', 'mastercard'],
    ['', '378282', 'amex'],
    ['', '601111', 'discover'],
    ['', '356611', 'jcb'],
    ['', '305693', 'diners_club'],
    ['', '679999', 'maestro'],
    ['x', '', 'unknown'],
  ])('the brand of %j %j is %s', (word, first6, brand) => {
    expect(brandOf(word, first6)).toBe(brand);
  });
});
