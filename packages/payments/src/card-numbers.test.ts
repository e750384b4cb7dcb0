import { describe, expect, it } from 'vitest';
import { containsCardNumber, findCardNumbers } from './card-numbers.ts';
import { findCardNumbersBesideIds } from './testing/card-numbers.ts';

describe('card numbers in text', () => {
  it.each([
    ['{"cardNumber":"4242424242424242"}', '4242424242424242'],
    ['paid with 4242 4242 4242 4242 today', '4242424242424242'],
    ['3782-822463-10005', '378282246310005'],
    ['card=6799990100000000019;', '6799990100000000019'],
  ])('DECISIONS 22 one is found in %s', (text, digits) => {
    expect(findCardNumbers(text)).toEqual([digits]);
  });

  it('an id that holds one by chance is none beside ids, and a number of its own is', () => {
    expect(
      findCardNumbersBesideIds('{"id":"card_ab4242424242424242abcdef","at":"0199aa3c-4242-4242-4242-424242ab4242"}'),
    ).toEqual([]);
    expect(findCardNumbersBesideIds('{"id":"card_ab4242424242424242abcdef","number":"4242 4242 4242 4242"}')).toEqual([
      '4242424242424242',
    ]);
  });

  it.each([
    ['a wrong check digit', '4242424242424241'],
    ['twelve digits', '424242424242'],
    ['twenty digits', '42424242424242424242'],
    ['a time in milliseconds', '1795262400000'],
    ['an id', '0199aa3c-4c1e-7b0e-9c3a-424242424242'],
    ['last four', '•••• 4242'],
  ])('%s is none', (_what, text) => {
    expect(containsCardNumber(text)).toBe(false);
  });
});
