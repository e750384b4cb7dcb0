import { describe, expect, it } from 'vitest';
import { cardHolderErrors, trimCardHolder } from './card-form.ts';
import { brandOnTheWire, cardBrand, cardErrors, expiryYears, isExpired, isLuhnValid } from './card-number.ts';
import { emailError, isEmail, normaliseEmail } from './email.ts';
import { normalisePassword, passwordError } from './password.ts';
import { chooseProvider, mayCascade, needsCardUpdate } from './payment-choice.ts';

const holder = {
  email: 'fan@demo.example', address: '1 Main St', country: 'US', state: 'TX', city: 'Austin', pincode: '78701', firstName: 'Ada', lastName: 'Fan',
};
const anywhere = { hasStates: true, hasCities: true };
const nowhere = { hasStates: false, hasCities: false };

describe('the card form', () => {
  it('takes a complete form', () => {
    expect(cardHolderErrors(holder, anywhere)).toEqual({});
  });

  it.each([
    ['CARD-06', { email: ' ' }, 'email', 'card-email-required'],
    ['CARD-07', { email: 'fan@demo' }, 'email', 'card-email-invalid'],
    ['CARD-08', { address: '' }, 'address', 'card-address-required'],
    ['CARD-09', { country: '' }, 'country', 'card-country-required'],
    ['CARD-28', { country: 'United States' }, 'country', 'card-country-required'],
    ['CARD-10', { state: ' ' }, 'state', 'card-state-required'],
    ['CARD-11', { city: '' }, 'city', 'card-city-required'],
    ['CARD-13', { pincode: '' }, 'pincode', 'card-postal-required'],
    ['CARD-14', { firstName: ' ' }, 'firstName', 'card-first-name-required'],
    ['CARD-15', { lastName: '' }, 'lastName', 'card-last-name-required'],
  ])('%s %o is refused', (_rule, change, field, code) => {
    expect(cardHolderErrors({ ...holder, ...change }, anywhere)).toEqual({ [field]: code });
  });

  it('CARD-10 CARD-11 state and city may be missing where the country has none', () => {
    expect(cardHolderErrors({ ...holder, state: '', city: '' }, nowhere)).toEqual({});
  });

  it('CARD-12 any city may be typed', () => {
    expect(cardHolderErrors({ ...holder, city: 'Nowhere-on-Sea' }, anywhere)).toEqual({});
  });

  it('CARD-26 CARD-28 CARD-29 values are trimmed, the country is a code in capitals, the state stays a code', () => {
    expect(trimCardHolder({ ...holder, firstName: ' Ada ', country: ' us ', state: ' TX ' })).toMatchObject({ firstName: 'Ada', country: 'US', state: 'TX' });
  });
});

describe('the provider\'s own card field', () => {
  const now = Date.parse('2026-03-15T00:00:00Z');
  const card = { number: '4242 4242 4242 4242', cvv: '123', month: '12', year: '2030' };

  it('takes a complete card', () => {
    expect(cardErrors(card, now)).toEqual({});
  });

  it.each([
    ['CARD-16', { number: ' ' }, { number: 'card-number-required' }],
    ['CARD-17', { number: '4242x242' }, { number: 'card-number-digits' }],
    ['CARD-18', { number: '424242424242' }, { number: 'card-number-invalid' }],
    ['CARD-18', { number: '42424242424242424242' }, { number: 'card-number-invalid' }],
    ['CARD-18', { number: '4242424242424243' }, { number: 'card-number-invalid' }],
    ['CARD-24', { number: '9000000000000001' }, { number: 'card-type-invalid' }],
    ['CARD-19', { cvv: '' }, { cvv: 'card-cvv-required' }],
    ['CARD-20', { cvv: '12' }, { cvv: 'card-cvv-invalid' }],
    ['CARD-20', { cvv: '12345' }, { cvv: 'card-cvv-invalid' }],
    ['CARD-21', { month: '' }, { month: 'card-month-required' }],
    ['CARD-21', { month: '13' }, { month: 'card-month-required' }],
    ['CARD-22', { year: '' }, { year: 'card-year-required' }],
    ['CARD-22', { month: '2', year: '2026' }, { year: 'card-expired' }],
  ])('%s %o is refused', (_rule, change, errors) => {
    expect(cardErrors({ ...card, ...change }, now)).toEqual(errors);
  });

  it.each([
    ['3530111333300000', 'jcb'], ['378282246310005', 'amex'], ['30569309025904', 'diners_club'], ['4242424242424242', 'visa'],
    ['5555555555554444', 'mastercard'], ['2223003122003222', 'mastercard'], ['6011111111111117', 'discover'], ['6759649826438453', 'maestro'], ['1234', null],
  ])('CARD-23 %s is %s', (number, brand) => {
    expect(cardBrand(number)).toBe(brand);
    expect(brand === null || isLuhnValid(number)).toBe(true);
  });

  it('CARD-25 mastercard is sent as master', () => {
    expect([brandOnTheWire('mastercard'), brandOnTheWire('visa')]).toEqual(['master', 'visa']);
  });

  it('CARD-27 the list of years is this one and 14 more', () => {
    expect(expiryYears(now)).toEqual(Array.from({ length: 15 }, (_, index) => 2026 + index));
  });

  it('a card is good until its month is over everywhere', () => {
    const end = Date.parse('2026-04-01T12:00:00Z');
    expect([end - 1, end, end + 1].map((at) => isExpired(3, 2026, at))).toEqual([false, true, true]);
  });
});

describe('emails', () => {
  it.each([['fan@demo.example', true], ['a.b+c@x-y.co', true], ['fan@müller.example', true], ['fan', false], ['fan@demo', false], ['@demo.example', false],
    ['fan@@demo.example', false], ['fan@demo..example', false], ['fa n@demo.example', false], ['.fan@demo.example', false], ['fan@-demo.example', false],
    [`${'a'.repeat(65)}@demo.example`, false], [`a@${'b'.repeat(260)}.example`, false]])('%s: %s', (email, good) => {
    expect(isEmail(email)).toBe(good);
  });

  it('case and outer blanks do not make another person', () => {
    expect(normaliseEmail('  Fan@Demo.Example ')).toBe('fan@demo.example');
    expect(['', ' ', 'x', ' A@B.co '].map(emailError)).toEqual(['email-required', 'email-required', 'email-invalid', null]);
  });
});

describe('passwords', () => {
  it.each([['', 'password-required'], ['seven77', 'password-too-short'], ['eight888', null], ['é'.repeat(8), null], ['x'.repeat(200), null], ['x'.repeat(201), 'password-too-long']])(
    '%s: %s', (password, error) => { expect(passwordError(password)).toBe(error); });

  it('must not be the email', () => {
    expect(passwordError('Fan@Demo.Example', 'fan@demo.example')).toBe('password-like-email');
  });

  it('the same characters from another keyboard are the same password', () => {
    expect(normalisePassword('e\u0301clair!!')).toBe(normalisePassword('éclair!!'));
  });
});

describe('the provider of a site', () => {
  const settings = { is_sticky_io_enabled: false, enable_ccbill_rest_api: false, payment_api_version: 'v1' } as const;
  const both = new Set(['ccbill', 'sticky_io'] as const);

  it.each([
    ['nothing configured, outside production', settings, new Set<never>(), false, 'v2'],
    ['nothing configured, in production', settings, new Set<never>(), true, null],
    ['sticky.io on', { ...settings, is_sticky_io_enabled: true }, both, true, 'stickyIo'],
    ['CCBill\'s REST interface on', { ...settings, enable_ccbill_rest_api: true }, both, true, 'ccbillRestApi'],
    ['version v2', { ...settings, payment_api_version: 'v2' as const }, both, true, 'ccbillRestApi'],
    ['version v1', settings, both, true, 'newRegisterPage'],
  ])('%s', (_when, given, configured, isProduction, mode) => {
    expect(chooseProvider(given, configured, isProduction)?.mode ?? null).toBe(mode);
  });

  it('CARD-01 declines -23 and -24 open the card-update flow', () => {
    expect([-23, '-24', -22, '23', null].map(needsCardUpdate)).toEqual([true, true, false, false, false]);
  });

  it('CARD-05 a cascade follows unless the error forbids it', () => {
    expect([mayCascade({}), mayCascade({ allow_cascade: true }), mayCascade({ allow_cascade: false })]).toEqual([true, true, false]);
  });
});
