import { describe, expect, it } from 'vitest';
import { cardHolderErrors, trimCardHolder } from './card-form.ts';
import { emailError, isEmail, normaliseEmail } from '../people/email.ts';
import { normalisePassword, passwordError } from '../people/password.ts';

const holder = {
  email: 'fan@demo.example',
  address: '1 Main St',
  country: 'US',
  state: 'TX',
  city: 'Austin',
  pincode: '78701',
  firstName: 'Ada',
  lastName: 'Fan',
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

  it('CARD-11 a city is required where the country has states, though no list of cities is known', () => {
    const unlisted = { hasStates: true, hasCities: false };
    expect(cardHolderErrors({ ...holder, city: ' ' }, unlisted)).toEqual({ city: 'card-city-required' });
  });

  it('CARD-10 CARD-11 state and city may be missing where the country has none', () => {
    expect(cardHolderErrors({ ...holder, state: '', city: '' }, nowhere)).toEqual({});
  });

  it('CARD-12 any city may be typed', () => {
    expect(cardHolderErrors({ ...holder, city: 'Nowhere-on-Sea' }, anywhere)).toEqual({});
  });

  it('CARD-26 CARD-28 CARD-29 values are trimmed, the country is a code in capitals, the state stays a code', () => {
    expect(trimCardHolder({ ...holder, firstName: ' Ada ', country: ' us ', state: ' TX ' })).toMatchObject({
      firstName: 'Ada',
      country: 'US',
      state: 'TX',
    });
  });
});

describe('emails', () => {
  it.each([
    ['fan@demo.example', true],
    ['a.b+c@x-y.co', true],
    ['fan@müller.example', true],
    ['fan', false],
    ['fan@demo', false],
    ['@demo.example', false],
    ['fan@@demo.example', false],
    ['fan@demo..example', false],
    ['fa n@demo.example', false],
    ['.fan@demo.example', false],
    ['fan@-demo.example', false],
    [`${'a'.repeat(65)}@demo.example`, false],
    [`a@${'b'.repeat(260)}.example`, false],
  ])('%s: %s', (email, good) => {
    expect(isEmail(email)).toBe(good);
  });

  it('case and outer blanks do not make another person', () => {
    expect(normaliseEmail('  Fan@Demo.Example ')).toBe('fan@demo.example');
    expect(['', ' ', 'x', ' A@B.co '].map(emailError)).toEqual([
      'email-required',
      'email-required',
      'email-invalid',
      null,
    ]);
  });
});

describe('passwords', () => {
  it.each([
    ['', 'password-required'],
    ['seven77', 'password-too-short'],
    ['eight888', null],
    ['é'.repeat(8), null],
    ['x'.repeat(128), null],
    ['x'.repeat(129), 'password-too-long'],
    ['😀'.repeat(128), null],
  ])('%s: %s', (password, error) => {
    expect(passwordError(password)).toBe(error);
  });

  it('must not be the email', () => {
    expect(passwordError('Fan@Demo.Example', 'fan@demo.example')).toBe('password-like-email');
  });

  it('the same characters from another keyboard are the same password', () => {
    expect(normalisePassword('e\u0301clair!!')).toBe(normalisePassword('éclair!!'));
  });
});
