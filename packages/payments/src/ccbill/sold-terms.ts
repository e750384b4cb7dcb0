import type { ChargeState } from '../provider.ts';
import { readState } from './charge-state.ts';
import { minorOf } from './money.ts';
import type { Fields } from './notice-fields.ts';

/** What a notice of a sale names of its terms beside the amount, for `isSoldAsAsked`: CCBill's own names and texts. */
const named = [
  'initialPeriod',
  'recurringPeriod',
  'rebills',
  'subscriptionRecurringPrice',
  'subscriptionCurrency',
] as const;

type Named = Readonly<Partial<Record<(typeof named)[number], string>>>;

export const termsNamed = (fields: Fields): Named =>
  Object.fromEntries(named.filter((name) => fields[name] !== undefined).map((name) => [name, fields[name]!]));

/**
 * Whether a sale of the form is on the terms that its address was made for. The digest in the address is over values without
 * anything between them, and the payer can cut these in other places: `30` and `19.99` as `301` and `9.99`. No such cut moves
 * the number of renewals alone, so that it is not compared: how a notice writes 'until cancelled' is nobody's promise. What a
 * notice does not name, or not as a number, is taken to be so: a sale is never given back for its format. Charges by a
 * token never pass through the payer's hands.
 */
export function isSoldAsAsked(evidence: Named, sent: ChargeState): boolean {
  const state = readState(sent);
  if (state?.way !== 'form') return true;
  const { firstDays, later } = state.terms;
  const { initialPeriod, recurringPeriod, rebills, subscriptionRecurringPrice: price, subscriptionCurrency } = evidence;
  // The days of a single payment mean nothing to us.
  if (later === null) return !(Number(recurringPeriod ?? 0) > 0 && Number(rebills ?? 0) > 0);
  return (
    isNumber(initialPeriod, firstDays) &&
    isNumber(recurringPeriod, later.days) &&
    isAmount(price && minorOf(price, subscriptionCurrency ?? state.terms.currency), later.minor)
  );
}

const isNumber = (text: string | undefined, asked: number): boolean =>
  !/^\d+$/.test(text ?? '') || Number(text) === asked;
const isAmount = (minor: number | null | undefined | '', asked: number): boolean =>
  typeof minor !== 'number' || minor === asked;
