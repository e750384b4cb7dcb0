import { describe, expect, it } from 'vitest';
import { parseLongIntegers, writeLongIntegers } from './long-integers.ts';
import { readCharge, readChargesOfToken, readScaRequired, readToken } from './read-charge.ts';
import type { RestAnswer } from './rest.ts';

const asked = { amountMinor: 999, currency: 'USD' };
const answer = (status: number, text: string): RestAnswer => ({
  kind: 'answer',
  status,
  body: text === '' ? null : parseLongIntegers(text),
});
const error = (errorCode: unknown, status: number): RestAnswer =>
  answer(status, JSON.stringify({ id: 'x', errors: [], generalMessage: 'Validation failed!', errorCode }));

describe("the answers of CCBill's REST interface", () => {
  it.each(['"126002101000000123"', '126002101000000123'])('an approval names its charge, as %s', (id) => {
    const text = `{"approved":true,"declineCode":null,"denialId":null,"subscriptionId":${id}}`;
    expect(readCharge(answer(200, text), asked)).toEqual({
      kind: 'succeeded',
      providerRef: '126002101000000123',
      ...asked,
    });
  });

  it.each([
    [22, 'try-later', false],
    [27, 'try-later', false],
    [51, 'insufficient-funds', false],
    [54, 'new-card-needed', true],
    [5, 'declined', false],
    [4711, 'declined', false],
  ])('decline %i means %s, and its long id is not rounded', (code, reason, hard) => {
    const text = `{"approved":false,"declineCode":${code},"declineText":"(text)","denialId":126002101000000125,"subscriptionId":null}`;
    expect(readCharge(answer(200, text), asked)).toEqual({
      kind: 'declined',
      code: String(code),
      reason,
      hard,
      providerRef: '126002101000000125',
    });
  });

  it.each([
    [400, 100102, 'token-spent'],
    [404, '100101', 'token-spent'],
    [500, 100105, 'new-card-needed'],
    [500, '100110', 'card-needs-attention'],
    [500, 100111, 'card-needs-attention'],
    [400, 200000, 'request-refused'],
    [400, 100105, 'request-refused'],
    [403, 100020, 'request-refused'],
    [500, 100109, 'request-refused'],
  ])('%i with %s was not charged: %s', (status, code, reason) => {
    expect(readCharge(error(code, status), asked)).toMatchObject({ kind: 'declined', reason });
  });

  it.each([100100, 100103, 100106, 100113, 4711])('500 with %i may have been charged', (code) => {
    expect(readCharge(error(code, 500), asked)).toEqual({ kind: 'unknown', cause: 'provider-error' });
  });

  it.each(['{}', '[]', '{"approved":true,"subscriptionId":null}', '{"approved":false,"declineCode":null}'])(
    '%s is no answer',
    (text) => {
      expect(readCharge(answer(200, text), asked)).toEqual({ kind: 'unknown', cause: 'unreadable-answer' });
    },
  );

  it('a token, and a card that is not there', () => {
    const text = '{"paymentTokenId":"0a1b2c3d4e5f60718293a4b5c6d7e8f9","subscriptionId":"0"}';
    expect(readToken(answer(200, text))).toBe('0a1b2c3d4e5f60718293a4b5c6d7e8f9');
    expect(readToken(error(100104, 404))).toMatchObject({ kind: 'declined', reason: 'new-card-needed' });
    expect(readToken(answer(200, '{}'))).toMatchObject({ kind: 'unknown' });
  });

  it('where CCBill can not tell whether the bank asks, it does', () => {
    expect(readScaRequired(answer(200, 'true'))).toBe(true);
    expect(readScaRequired(answer(200, 'false'))).toBe(false);
    expect(readScaRequired(error(100112, 500))).toBe(true);
    expect(readScaRequired(error(100103, 500))).toMatchObject({ kind: 'unknown' });
  });

  it('what a token was charged with is that charge; none is final only after its time', () => {
    const list = '[{"clientAccnum":900123,"clientSubacc":10,"subscriptionId":126002101000000123}]';
    expect(readChargesOfToken(answer(200, list), asked, 1)).toMatchObject({
      kind: 'succeeded',
      providerRef: '126002101000000123',
    });
    expect(readChargesOfToken(answer(200, '[]'), asked, 1)).toMatchObject({ certainty: 'not-yet', finalInMs: 1 });
    expect(readChargesOfToken(answer(200, '[]'), asked, 0)).toMatchObject({ certainty: 'final' });
    expect(readChargesOfToken(error(100101, 404), asked, 0)).toMatchObject({ kind: 'unknown' });
  });
});

describe('ids of 18 digits', () => {
  it('are read as text and written as numbers, with every digit', () => {
    expect(
      parseLongIntegers('{"a":126002101000000123,"b":"126002101000000123 \\" 126002101000000124","c":12}'),
    ).toEqual({
      a: '126002101000000123',
      b: '126002101000000123 " 126002101000000124',
      c: 12,
    });
    expect(writeLongIntegers({ a: 1 }, { subscriptionId: '126002101000000123' })).toBe(
      '{"a":1,"subscriptionId":126002101000000123}',
    );
    expect(() => writeLongIntegers({ a: 1 }, { subscriptionId: '1}' })).toThrow(/not an id/);
  });
});
