/** How a subscription stands at CCBill. It tells how often something happened, and no amounts. */
export interface Status {
  /** `inactive`; `ending`: cancelled, or a single payment; `recurring`. */
  readonly state: 'inactive' | 'ending' | 'recurring';
  readonly timesRebilled: number;
  readonly chargebacks: number;
  readonly refunds: number;
  readonly voids: number;
}

const states: Readonly<Record<string, Status['state']>> = { '0': 'inactive', '1': 'ending', '2': 'recurring' };

/** The bare result code of an answer, as XML or as lines; null where it is neither. */
export function readResults(text: string): string | null {
  const xml = /<results>\s*(-?\d{1,3})\s*<\/results>/.exec(text)?.[1];
  return xml ?? /^\s*"?results"?\s*[\r\n]+\s*"?(-?\d{1,3})"?\s*$/.exec(text)?.[1] ?? null;
}

/** The answer of `viewSubscriptionStatus`; null where it is none. */
export function readStatus(text: string): Status | null {
  const member = (name: string): string => new RegExp(`<${name}>\\s*([^<]*?)\\s*</${name}>`).exec(text)?.[1] ?? '';
  const state = states[member('subscriptionStatus')];
  if (state === undefined) return null;
  const count = (name: string): number => (/^\d{1,9}$/.test(member(name)) ? Number(member(name)) : 0);
  return {
    state,
    timesRebilled: count('timesRebilled'),
    chargebacks: count('chargebacksIssued'),
    refunds: count('refundsIssued'),
    voids: count('voidsIssued'),
  };
}
