import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { classifyDecline } from '../declines.ts';
import type { CardBrand, ChargeOutcome, Declined, Instrument, KeepOutcome, Unknown } from '../outcomes.ts';

export interface Answer {
  readonly kind: 'answer';
  readonly status: number;
  readonly body: unknown;
}

export interface CallTarget {
  readonly url: string;
  readonly apiKey: string;
  readonly timeLimitMs: number;
}

/**
 * One request, answered within the time limit or unknown. An error of the other side's (5xx, 408) is unknown too:
 * it may have happened after the money moved.
 */
export async function timeLimitedCall(
  target: CallTarget,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<Answer | Unknown> {
  try {
    const response = await fetch(new URL(path, target.url), {
      method,
      headers: {
        authorization: `Bearer ${target.apiKey}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(target.timeLimitMs),
    });
    const text = await response.text();
    if (response.status >= 500 || response.status === 408) return { kind: 'unknown', cause: 'provider-error' };
    return { kind: 'answer', status: response.status, body: JSON.parse(text) };
  } catch (error) {
    return { kind: 'unknown', cause: causeOf(error) };
  }
}

function causeOf(error: unknown): Unknown['cause'] {
  if (error instanceof SyntaxError) return 'unreadable-answer';
  return error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'connection';
}

const InstrumentBody = Type.Object({
  id: Type.String({ minLength: 1 }),
  brand: Type.String(),
  last4: Type.String({ pattern: '^\\d{4}$' }),
  exp_month: Type.Integer({ minimum: 1, maximum: 12 }),
  exp_year: Type.Integer({ minimum: 2000, maximum: 2100 }),
  network_transaction_id: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
});

export const ChargeBody = Type.Object({
  id: Type.String({ minLength: 1 }),
  reference: Type.String({ minLength: 1 }),
  status: Type.Union([
    Type.Literal('succeeded'),
    Type.Literal('pending'),
    Type.Literal('requires_action'),
    Type.Literal('declined'),
  ]),
  amount: Type.Integer({ minimum: 1 }),
  currency: Type.String({ pattern: '^[A-Z]{3}$' }),
  created: Type.String(),
  instrument: Type.Union([InstrumentBody, Type.Null()]),
  decline: Type.Union([Type.Object({ code: Type.String() }), Type.Null()]),
  /** What the payer has to do, on which page of the sandbox. */
  action: Type.Optional(
    Type.Union([
      Type.Object({
        type: Type.Union([Type.Literal('redirect'), Type.Literal('challenge')]),
        path: Type.String({ pattern: '^/' }),
        expires: Type.String({ maxLength: 40 }),
        refused: Type.Union([Type.Object({ code: Type.String() }), Type.Null()]),
      }),
      Type.Null(),
    ]),
  ),
});
export type ChargeBody = Static<typeof ChargeBody>;

const ErrorBody = Type.Object({ error: Type.Object({ code: Type.String() }) });

/**
 * A charge of this reference in our words. Anything else than that is an answer we can't read, so unknown. Browsers find the
 * sandbox's pages at `pages`.
 */
export function readCharge(body: unknown, reference: string, pages: string): ChargeOutcome {
  if (!Value.Check(ChargeBody, body) || body.reference !== reference)
    return { kind: 'unknown', cause: 'unreadable-answer' };
  if (body.status === 'requires_action') return readAction(body, pages);
  if (body.status === 'pending') return { kind: 'pending', providerRef: body.id };
  if (body.status === 'declined') {
    return body.decline
      ? { ...declined(body.decline.code), providerRef: body.id }
      : { kind: 'unknown', cause: 'unreadable-answer' };
  }
  if (!body.instrument) return { kind: 'unknown', cause: 'unreadable-answer' };
  return {
    kind: 'succeeded',
    providerRef: body.id,
    amountMinor: body.amount,
    currency: body.currency,
    instrument: readInstrument(body.instrument),
  };
}

function readAction({ id, action }: ChargeBody, pages: string): ChargeOutcome {
  if (!action || Number.isNaN(Date.parse(action.expires))) return { kind: 'unknown', cause: 'unreadable-answer' };
  const { type, path, expires, refused } = action;
  return {
    kind: 'action',
    action: { type, url: new URL(path, pages).href },
    expiresAt: new Date(expires).toISOString(),
    providerRef: id,
    ...(refused ? { refused: { code: refused.code, reason: classifyDecline(refused.code).reason } } : {}),
  };
}

const KeptBody = Type.Object({
  instrument: Type.Union([InstrumentBody, Type.Null()]),
  decline: Type.Union([Type.Object({ code: Type.String() }), Type.Null()]),
});

/** A card that was kept, or refused without a charge. */
export function readKept(body: unknown): KeepOutcome {
  if (!Value.Check(KeptBody, body)) return { kind: 'unknown', cause: 'unreadable-answer' };
  if (body.instrument) return { kind: 'kept', instrument: readInstrument(body.instrument) };
  return body.decline ? declined(body.decline.code) : { kind: 'unknown', cause: 'unreadable-answer' };
}

const TokenBody = Type.Object({ first6: Type.String({ pattern: '^\\d{6}$' }) });

export const readFirstDigits = ({ body }: Answer): string | null => (Value.Check(TokenBody, body) ? body.first6 : null);

export function errorCode(body: unknown): string | null {
  return Value.Check(ErrorBody, body) ? body.error.code : null;
}

export const declined = (code: string): Declined => ({ kind: 'declined', code, ...classifyDecline(code) });

const brands: ReadonlySet<string> = new Set<CardBrand>([
  'jcb',
  'amex',
  'diners_club',
  'visa',
  'mastercard',
  'discover',
  'maestro',
]);

function readInstrument(body: Static<typeof InstrumentBody>): Instrument {
  return {
    id: body.id,
    brand: brands.has(body.brand) ? (body.brand as CardBrand) : 'unknown',
    last4: body.last4,
    expMonth: body.exp_month,
    expYear: body.exp_year,
    ...(body.network_transaction_id === undefined ? {} : { networkTransactionId: body.network_transaction_id }),
  };
}
