import { createHmac, timingSafeEqual } from 'node:crypto';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import type { ChargeOutcome } from '../outcomes.ts';
import type { ProviderEvent, WebhookHeaders, WebhookVerdict } from '../webhook.ts';
import { ChargeBody, readCharge } from './answers.ts';

export const signatureHeader = 'payment-signature';

export const EventBody = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 200 }),
  type: Type.Union([
    Type.Literal('charge.succeeded'),
    Type.Literal('charge.declined'),
    Type.Literal('charge.requires_action'),
    Type.Literal('refund'),
    Type.Literal('void'),
    Type.Literal('chargeback'),
    Type.Literal('chargeback.won'),
  ]),
  created: Type.String({ maxLength: 40 }),
  /** Moved by this event: for refunds and chargebacks not always the charge's whole amount. */
  amount: Type.Integer({ minimum: 0 }),
  /** Under which reference a refund was asked for. */
  refund: Type.Optional(Type.String({ maxLength: 200 })),
  charge: ChargeBody,
});

export interface WebhookCheck {
  readonly secret: string | undefined;
  /** Seconds that the signature may be old or ahead. */
  readonly toleranceSeconds: number;
  /** Milliseconds. The wall's clock, not the business's: a replay is measured in real time. */
  readonly now: () => number;
  /** Where browsers find the sandbox's pages. */
  readonly pages: string;
}

/** `payment-signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`. The secret is checked for first. */
export function verifySandboxWebhook(check: WebhookCheck, raw: Buffer, headers: WebhookHeaders): WebhookVerdict {
  if (!check.secret) return { ok: false, reason: 'not-configured' };
  const header = headers[signatureHeader];
  const parts = typeof header === 'string' ? /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header) : null;
  if (!parts?.[1] || !parts[2]) return { ok: false, reason: 'signature-missing' };
  const expected = createHmac('sha256', check.secret).update(`${parts[1]}.`).update(raw).digest();
  if (!timingSafeEqual(expected, Buffer.from(parts[2], 'hex'))) return { ok: false, reason: 'signature-wrong' };
  if (Math.abs(check.now() / 1000 - Number(parts[1])) > check.toleranceSeconds) {
    return { ok: false, reason: 'timestamp-outside-tolerance' };
  }
  return readEvent(raw, parts[0], check.pages);
}

function readEvent(raw: Buffer, signature: string, pages: string): WebhookVerdict {
  let body: unknown;
  try {
    body = JSON.parse(raw.toString('utf8'));
  } catch {
    return { ok: false, reason: 'unreadable' };
  }
  if (!Value.Check(EventBody, body) || Number.isNaN(Date.parse(body.created)))
    return { ok: false, reason: 'unreadable' };
  const event = eventOf(body, pages);
  if (event === null) return { ok: false, reason: 'unreadable' };
  return {
    ok: true,
    externalId: body.id,
    events: [event],
    kept: { raw, headers: { [signatureHeader]: signature } },
    reply: { contentType: 'application/json', body: '{"success":true,"message":"ok","data":null}' },
  };
}

const typeOf: Readonly<Record<ChargeOutcome['kind'], string | null>> = {
  succeeded: 'charge.succeeded',
  declined: 'charge.declined',
  action: 'charge.requires_action',
  pending: null,
  unknown: null,
};

/** Null when its charge denies what it says. */
export function eventOf(
  { id, type, created, amount, refund, charge }: Static<typeof EventBody>,
  pages: string,
): ProviderEvent | null {
  const told = { externalId: id, about: { reference: charge.reference, providerRef: charge.id }, occurredAt: created };
  const moved = type === 'chargeback.won' ? 'chargeback-won' : type;
  if (moved === 'refund' || moved === 'void' || moved === 'chargeback' || moved === 'chargeback-won')
    return {
      ...told,
      type: moved,
      amountMinor: amount,
      currency: charge.currency,
      ...(refund === undefined ? {} : { refundReference: refund }),
    };
  const outcome = readCharge(charge, charge.reference, pages);
  return typeOf[outcome.kind] === type ? { ...told, type: 'charge', outcome } : null;
}
