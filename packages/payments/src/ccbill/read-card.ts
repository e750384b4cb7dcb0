import type { CardBrand, Instrument, ShownCard, Succeeded } from '../outcomes.ts';
import type { Fields } from './notice-fields.ts';

/** A card to charge again, by the id of an earlier charge; null where a notice tells too little of it. */
export function readCard(fields: Fields, id: string): Instrument | null {
  const expiry = /^(\d\d)(\d\d)$/.exec(fields['expDate'] ?? '');
  const shown = readShownCard(fields);
  return expiry && shown && { id, ...shown, expMonth: Number(expiry[1]), expYear: 2000 + Number(expiry[2]) };
}

/** The card that paid, of which nothing is kept to charge it by. Nothing where the notice does not tell it. */
export function paidWith(fields: Fields): Pick<Succeeded, 'paidWith'> {
  const shown = readShownCard(fields);
  return shown === null ? {} : { paidWith: shown };
}

function readShownCard({ last4 = '', cardType = '' }: Fields): ShownCard | null {
  const brand = brands[cardType.toUpperCase().replace(/[^A-Z]/g, '')] ?? 'unknown';
  return /^\d{4}$/.test(last4) ? { brand, last4 } : null;
}

const brands: Readonly<Record<string, CardBrand>> = {
  VISA: 'visa',
  MASTERCARD: 'mastercard',
  AMEX: 'amex',
  AMERICANEXPRESS: 'amex',
  DISCOVER: 'discover',
  DINERS: 'diners_club',
  DINERSCLUB: 'diners_club',
  JCB: 'jcb',
  MAESTRO: 'maestro',
};
