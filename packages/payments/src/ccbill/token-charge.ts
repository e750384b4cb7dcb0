import type { ChargeOutcome, Declined, FoundCharge, Unknown } from '../outcomes.ts';
import type { ChargeInput } from '../provider.ts';
import type { CcbillAccount } from './account.ts';
import type { CcbillState } from './charge-state.ts';
import { writeLongIntegers } from './long-integers.ts';
import { amountText, currencyCode } from './money.ts';
import { declined, readCharge, readChargesOfToken, readScaRequired, readToken } from './read-charge.ts';
import type { Rest } from './rest.ts';

export interface TokenCalls {
  readonly rest: Rest;
  readonly account: CcbillAccount;
  readonly isTwin: boolean;
}

/** Hours for which a token may be charged. */
const tokenHours = 1;

/**
 * A token that is good for one charge, so that this charge can't be made twice; CCBill has no keys of ours. Where the bank
 * has to ask the payer, who is there, they pay on CCBill's form instead, which asks them.
 */
export async function arrangeToken(
  calls: TokenCalls,
  state: CcbillState,
  { source, initiator }: ChargeInput,
): Promise<CcbillState | Declined | Unknown> {
  if (calls.account.rest === null) return { ...declined('no-rest-interface'), reason: 'request-refused' };
  const made = source.kind === 'stored' ? await makeToken(calls, source.instrumentId) : state.token;
  if (typeof made !== 'string') return made;
  if (initiator === 'customer') {
    const currency = currencyCode(state.terms.currency) ?? '';
    const path = `/payment-tokens/${encodeURIComponent(made)}/threeds-required?currencyCode=${currency}`;
    const isAsked = readScaRequired(await calls.rest.call('GET', path));
    if (typeof isAsked === 'object') return isAsked;
    if (isAsked) return { ...state, way: 'form' };
  }
  return { ...state, token: made };
}

async function makeToken({ rest, account }: TokenCalls, subscriptionId: string): Promise<string | Declined | Unknown> {
  if (!/^\d{10,19}$/.test(subscriptionId)) return declined('instrument-unknown');
  const body = writeLongIntegers(
    { ...accountOf(account), timeToLive: tokenHours, validNumberOfUse: 1 },
    { subscriptionId },
  );
  return readToken(await rest.call('POST', '/payment-tokens/merchant-only', body));
}

/** A single charge, whoever starts it: the later ones of a membership are ours to make. */
export async function chargeToken(
  { rest, account, isTwin }: TokenCalls,
  { terms, token, reservation }: CcbillState,
  input: ChargeInput,
): Promise<ChargeOutcome> {
  const passed: Record<string, string> = { reference: input.reference, reservation };
  if (isTwin && input.notifyUrl !== undefined) passed['notifyUrl'] = input.notifyUrl;
  const body = JSON.stringify({
    ...accountOf(account),
    initialPrice: Number(amountText(terms.amountMinor, terms.currency)),
    initialPeriod: 0,
    currencyCode: currencyCode(terms.currency),
    passThroughInfo: Object.entries(passed).map(([name, value]) => ({ name, value })),
  });
  const path = `/transactions/payment-tokens/${encodeURIComponent(token)}`;
  return readCharge(await rest.call('POST', path, body), terms);
}

/** What the token was charged with: one charge at most, of the amount that was sent with it. */
export async function findByToken(
  { rest, account }: TokenCalls,
  { token, terms }: CcbillState,
  finalInMs: number,
): Promise<FoundCharge> {
  if (token === '') return { kind: 'absent', certainty: 'final' };
  const query = new URLSearchParams({ clientAccnum: account.account, clientSubacc: account.subAccount });
  const path = `/transactions/payment-tokens/${encodeURIComponent(token)}?${query.toString()}`;
  return readChargesOfToken(await rest.call('GET', path), terms, finalInMs);
}

const accountOf = ({ account, subAccount }: CcbillAccount) => ({
  clientAccnum: Number(account),
  clientSubacc: Number(subAccount),
});
