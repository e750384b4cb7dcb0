import { randomBytes } from 'node:crypto';
import type { ChargeInput, ChargeState } from '../provider.ts';
import { singleDays } from './account.ts';
import type { FormTerms } from './form.ts';

/** Real milliseconds for which we wait for a payer on CCBill's form. Its page stays; what is paid later is booked all the same. */
export const formMs = 30 * 60_000;

/** What finds a charge again: kept with the attempt. */
export interface CcbillState {
  readonly way: 'form' | 'token';
  /** Known to nobody but the form or the charge that was given it; a notice of the sale brings it back. */
  readonly reservation: string;
  readonly terms: FormTerms;
  /** Good for one charge; empty until there is one. */
  readonly token: string;
  /** ISO 8601. */
  readonly until: string;
}

/** For a state of its own, which an older version may have written. */
export function readState(state: ChargeState): CcbillState | null {
  const { way, reservation, terms, token, until } = state as Partial<CcbillState>;
  const isKnown = (way === 'form' || way === 'token') && typeof reservation === 'string' && typeof terms === 'object';
  return isKnown && typeof token === 'string' && typeof until === 'string'
    ? { way, reservation, terms, token, until }
    : null;
}

export const writeState = ({ terms, ...state }: CcbillState): ChargeState => ({ ...state, terms: { ...terms } });

export const newState = ({ amountMinor, currency, source, series }: ChargeInput): CcbillState => ({
  way: source.kind === 'hosted' ? 'form' : 'token',
  reservation: randomBytes(18).toString('base64url'),
  terms: {
    amountMinor,
    currency,
    firstDays: series?.firstDays ?? singleDays,
    later: series ? { minor: series.laterMinor, days: series.laterDays } : null,
  },
  token: source.kind === 'token' ? source.token : '',
  until: new Date(Date.now() + formMs).toISOString(),
});
