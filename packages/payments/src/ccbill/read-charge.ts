import { classifyDecline } from '../declines.ts';
import type { Absent, ChargeOutcome, Declined, Unknown } from '../outcomes.ts';
import type { RestAnswer } from './rest.ts';

export interface Asked {
  readonly amountMinor: number;
  readonly currency: string;
}

/** Refusals by status and error code: CCBill uses a number twice with different meanings. */
const refusals: Readonly<Record<string, string>> = {
  '400/100102': 'token-expired',
  '404/100101': 'token-unknown',
  '404/100104': 'token-unknown',
  '404/130000': 'token-unknown',
  // The card's first transaction can't be charged again.
  '500/100105': 'instrument-unknown',
  '500/100110': '-23',
  '500/100111': '-24',
};

/** 500s that refuse the account's set-up before anything is charged. */
const setUps: ReadonlySet<string> = new Set(['100107', '100108', '100109']);

/** What became of a charge. Approvals and declines both come with 200; a charge that was approved is for what was asked. */
export function readCharge(answer: RestAnswer, asked: Asked): ChargeOutcome {
  if (answer.kind === 'unknown') return answer;
  if (answer.status !== 200) return readRefusal(answer);
  const { approved, subscriptionId, declineCode, denialId } = objectOf(answer.body);
  if (approved === true && idOf(subscriptionId) !== null)
    return {
      kind: 'succeeded',
      providerRef: idOf(subscriptionId)!,
      amountMinor: asked.amountMinor,
      currency: asked.currency,
    };
  const code = textOf(declineCode);
  if (approved !== false || code === null) return unreadable;
  const denial = textOf(denialId);
  return { ...declined(code), ...(denial === null ? {} : { providerRef: denial }) };
}

/** An answer that is no 200: a refusal where CCBill documents one, else nobody knows what happened. */
export function readRefusal(answer: Extract<RestAnswer, { kind: 'answer' }>): Declined | Unknown {
  const code = textOf(objectOf(answer.body)['errorCode']);
  const known = refusals[`${answer.status}/${code}`];
  if (known !== undefined) return declined(known);
  if (answer.status < 500 || (code !== null && setUps.has(code)))
    return { ...declined(code ?? String(answer.status)), reason: 'request-refused', hard: false };
  return { kind: 'unknown', cause: 'provider-error' };
}

/** The token of a card, from the answer that made it. */
export function readToken(answer: RestAnswer): string | Declined | Unknown {
  if (answer.kind === 'unknown') return answer;
  // A card that CCBill does not find among this account's own is no token's trouble.
  if (answer.status === 404) return declined('instrument-unknown');
  if (answer.status !== 200 && answer.status !== 201) return readRefusal(answer);
  const token = textOf(objectOf(answer.body)['paymentTokenId']);
  return token !== null && /^\w{8,64}$/.test(token) ? token : unreadable;
}

/** Whether the payer's bank has to ask them. Where CCBill can't tell, it has to. */
export function readScaRequired(answer: RestAnswer): boolean | Declined | Unknown {
  if (answer.kind === 'unknown') return answer;
  if (answer.status === 200) return typeof answer.body === 'boolean' ? answer.body : unreadable;
  if (answer.status === 500 && textOf(objectOf(answer.body)['errorCode']) === '100112') return true;
  return readRefusal(answer);
}

/** What was charged with a token that is good for one charge: that charge, or none so far. */
export function readChargesOfToken(answer: RestAnswer, asked: Asked, finalInMs: number): ChargeOutcome | Absent {
  if (answer.kind === 'unknown') return answer;
  if (answer.status !== 200) return { kind: 'unknown', cause: 'provider-error' };
  if (!Array.isArray(answer.body)) return unreadable;
  if (answer.body.length === 0)
    return finalInMs > 0 ? { kind: 'absent', certainty: 'not-yet', finalInMs } : { kind: 'absent', certainty: 'final' };
  const id = idOf(objectOf(answer.body[0])['subscriptionId']);
  return id === null ? unreadable : { kind: 'succeeded', providerRef: id, ...pick(asked) };
}

const pick = ({ amountMinor, currency }: Asked) => ({ amountMinor, currency });

export const declined = (code: string): Declined => ({ kind: 'declined', code, ...classifyDecline(code) });

const unreadable: Unknown = { kind: 'unknown', cause: 'unreadable-answer' };

const objectOf = (body: unknown): Readonly<Record<string, unknown>> =>
  typeof body === 'object' && body !== null ? (body as Readonly<Record<string, unknown>>) : {};

/** Ids are texts, and numbers in some answers; a number that JavaScript has rounded was read as text before. */
const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : null;

const idOf = (value: unknown): string | null => {
  const text = textOf(value);
  return text !== null && /^\d{10,19}$/.test(text) ? text : null;
};
