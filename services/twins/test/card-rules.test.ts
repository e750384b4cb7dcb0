import { describe, expect, it } from 'vitest';
import { brandOf, grouped } from '../src/card-field/brands.ts';
import { checkCard, digitsOf, yearsOffered, type CardErrors } from '../src/card-field/card-rules.ts';
import { texts } from '../src/card-field/texts.ts';
import { testCards } from '../src/sandbox/test-cards.ts';

const today = new Date(2026, 10, 21);
const good = { number: '4242 4242 4242 4242', month: '11', year: '2026', cvv: '123' };
const errorsOf = (change: object): CardErrors => {
  const check = checkCard({ ...good, ...change }, today);
  return check.ok ? {} : check.errors;
};

describe('the rules of the card field', () => {
  it('a card is good through the last day of its month', () => {
    expect(checkCard(good, today)).toEqual({
      ok: true,
      number: '4242424242424242',
      brand: 'visa',
      month: 11,
      year: 2026,
    });
    expect(errorsOf({ month: '10' })).toEqual({ month: 'card-expired' });
  });

  it.each([
    ['CARD-16 empty', '', 'card-number-required', 'Please enter a card number.'],
    ['CARD-16 CARD-26 blanks only', '   ', 'card-number-required', 'Please enter a card number.'],
    [
      'CARD-17 a letter',
      '4242 4242 4242 424x',
      'card-number-digits',
      'Please enter a valid card number (Only numbers allowed)',
    ],
    ['CARD-18 twelve digits', '424242424242', 'card-number-invalid', 'Please enter a valid card number.'],
    ['CARD-18 twenty digits', '42424242424242424242', 'card-number-invalid', 'Please enter a valid card number.'],
    ['CARD-18 a wrong check digit', '4242424242424241', 'card-number-invalid', 'Please enter a valid card number.'],
    ['CARD-24 no brand', '9999999999999995', 'card-type-invalid', 'Invalid payment card type.'],
  ] as const)('%s: the number is refused in the exact words', (_what, number, code, words) => {
    expect(errorsOf({ number })).toEqual({ number: code });
    expect(texts.en?.errors[code]).toBe(words);
  });

  it.each([
    ['CARD-19', '', 'card-cvv-required', 'Please enter a cvv.'],
    ['CARD-20', '12', 'card-cvv-invalid', 'Please enter a valid cvv.'],
    ['CARD-20', '12345', 'card-cvv-invalid', 'Please enter a valid cvv.'],
    ['CARD-20', '12a', 'card-cvv-invalid', 'Please enter a valid cvv.'],
  ] as const)('%s cvv %j is refused', (_id, cvv, code, words) => {
    expect(errorsOf({ cvv })).toEqual({ cvv: code });
    expect(texts.en?.errors[code]).toBe(words);
  });

  it.each(['123', '1234', ' 123 '])('CARD-20 CARD-26 cvv %j passes', (cvv) => {
    expect(errorsOf({ cvv })).toEqual({});
  });

  it('CARD-21 CARD-22 month and year are required', () => {
    expect(errorsOf({ month: '', year: '' })).toEqual({ month: 'card-month-required', year: 'card-year-required' });
    expect([texts.en?.errors['card-month-required'], texts.en?.errors['card-year-required']]).toEqual([
      'Please select month.',
      'Please select year.',
    ]);
  });

  it('CARD-27 the last year offered passes and the one after it does not', () => {
    expect(yearsOffered).toBe(15);
    expect(errorsOf({ year: '2040' })).toEqual({});
    expect(errorsOf({ year: '2041' })).toEqual({ year: 'card-year-required' });
    expect(errorsOf({ year: '2025' })).toEqual({ year: 'card-year-required' });
  });

  it.each([
    ['visa', '4111111111111111'],
    ['mastercard', '5555555555554444'],
    ['mastercard', '2222420000001113'],
    ['amex', '378282246310005'],
    ['discover', '6011111111111117'],
    ['jcb', '3566111111111113'],
    ['diners_club', '30569309025904'],
    ['diners_club', '36227206271667'],
    ['maestro', '6799990100000000019'],
  ])('CARD-23 %s is told by the prefix of %s', (brand, number) => {
    expect(brandOf(number)?.brand).toBe(brand);
    expect(errorsOf({ number })).toEqual({});
  });

  it('every documented test card can be typed', () => {
    for (const number of Object.keys(testCards)) expect([number, errorsOf({ number })]).toEqual([number, {}]);
  });

  it('digits of other scripts are digits', () => {
    expect(digitsOf('٤٢٤٢-４２４２ ۴۲۴۲')).toBe('424242424242');
  });

  it('numbers stand in the groups that are printed on the card', () => {
    expect(grouped('378282246310005')).toBe('3782 822463 10005');
    expect(grouped('42424')).toBe('4242 4');
    expect(grouped('6799990100000000019')).toBe('6799 9901 0000 0000 019');
  });

  it('all languages have all texts', () => {
    for (const language of Object.values(texts)) {
      expect(Object.keys(language).sort()).toEqual(Object.keys(texts.en ?? {}).sort());
      expect(Object.keys(language.errors).sort()).toEqual(Object.keys(texts.en?.errors ?? {}).sort());
    }
  });

  it.each([null, undefined, [], 'x', { number: {}, month: [], year: null, cvv: 5 }])(
    '%j is no card and nothing breaks',
    (typed) => {
      expect(checkCard(typed, today).ok).toBe(false);
    },
  );
});
