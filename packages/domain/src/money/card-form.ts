import { isEmail, normaliseEmail } from '../people/email.ts';

/** The part of 'Add Card Details' that comes to us. Number, cvv and expiry live in the provider's field. */
export interface CardHolder {
  readonly email: string;
  readonly address: string;
  /** Two-letter ISO code (CARD-28). */
  readonly country: string;
  /** State code (CARD-29). */
  readonly state: string;
  readonly city: string;
  readonly pincode: string;
  readonly firstName: string;
  readonly lastName: string;
}
export type CardHolderField = keyof CardHolder;

/** What the chosen country has: its states, and cities known for the state. */
export interface CountryRules {
  readonly hasStates: boolean;
  readonly hasCities: boolean;
}

export type CardFormErrors = Partial<Record<CardHolderField, string>>;

/** CARD-26. The country's code in capitals, the email as an identity's. */
export const trimCardHolder = (typed: CardHolder): CardHolder => ({
  email: normaliseEmail(typed.email),
  address: typed.address.trim(),
  country: typed.country.trim().toUpperCase(),
  state: typed.state.trim(),
  city: typed.city.trim(),
  pincode: typed.pincode.trim(),
  firstName: typed.firstName.trim(),
  lastName: typed.lastName.trim(),
});

/** Field → text id, for CARD-06 to CARD-15. Nothing wrong is an empty object. */
export function cardHolderErrors(typed: CardHolder, country: CountryRules): CardFormErrors {
  const card = trimCardHolder(typed);
  const errors: CardFormErrors = {};
  if (card.email === '') errors.email = 'card-email-required';
  else if (!isEmail(card.email)) errors.email = 'card-email-invalid';
  if (card.address === '') errors.address = 'card-address-required';
  if (!/^[A-Z]{2}$/.test(card.country)) errors.country = 'card-country-required';
  if (country.hasStates && card.state === '') errors.state = 'card-state-required';
  // CARD-12: any city may be typed, known or not. A country that is divided has cities, listed or not, and providers want one.
  if ((country.hasCities || country.hasStates) && card.city === '') errors.city = 'card-city-required';
  if (card.pincode === '') errors.pincode = 'card-postal-required';
  if (card.firstName === '') errors.firstName = 'card-first-name-required';
  if (card.lastName === '') errors.lastName = 'card-last-name-required';
  return errors;
}
