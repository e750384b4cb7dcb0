import { createHash } from 'node:crypto';
import type { Card, ChargeRecord, KeptRecord } from './entries.ts';

/** A charge as callers and webhooks see it. */
export function presentCharge(charge: ChargeRecord, instrument: Card | null) {
  return {
    id: charge.id,
    reference: charge.reference,
    status: charge.status,
    amount: charge.amount,
    currency: charge.currency,
    created: charge.created,
    recurring: charge.recurring,
    initiator: charge.initiator,
    descriptor: charge.descriptor,
    ...(charge.networkTransactionId === undefined ? {} : { network_transaction_id: charge.networkTransactionId }),
    instrument:
      charge.status === 'succeeded' && charge.instrumentId && instrument
        ? presentInstrument(charge.instrumentId, instrument)
        : null,
    decline: charge.declineCode === null ? null : { code: charge.declineCode },
    action:
      charge.status === 'requires_action' && charge.action
        ? {
            type: charge.action.type,
            path: `/pay/${charge.id}`,
            expires: new Date(charge.settleAt ?? 0).toISOString(),
            refused: charge.action.refused === null ? null : { code: charge.action.refused },
          }
        : null,
  };
}

const presentInstrument = (id: string, card: Card) => ({
  id,
  brand: card.brand,
  last4: card.last4,
  exp_month: card.expMonth,
  exp_year: card.expYear,
  network_transaction_id: networkTransactionId(id),
});

/** The scheme's id of the transaction that a card came with: 15 digits, as Visa's. */
const networkTransactionId = (instrument: string): string =>
  String(createHash('sha256').update(instrument).digest().readUIntBE(0, 6)).padStart(15, '0');

export const presentKept = ({ instrument, declineCode }: KeptRecord) => ({
  instrument: instrument && presentInstrument(instrument.id, instrument.card),
  decline: declineCode === null ? null : { code: declineCode },
});

export interface ChargeRequest {
  readonly reference: string;
  readonly amount: number;
  readonly currency: string;
  readonly token: string | null;
  readonly instrument: string | null;
  /** Of the transaction that the instrument came with. */
  readonly networkTransactionId: string | null;
  /** The card is typed on our page. */
  readonly isHosted: boolean;
  readonly returnUrl: string | null;
  readonly recurring: boolean;
  readonly initiator: 'customer' | 'merchant';
  readonly descriptor: string;
  readonly notifyUrl: string | null;
  readonly account: string | null;
  readonly settleWithinMs: number;
}

/** The request, or the name of the field that is wrong. */
export function readChargeRequest(body: unknown): ChargeRequest | string {
  if (typeof body !== 'object' || body === null) return 'body';
  const fields = body as Record<string, unknown>;
  const {
    reference,
    amount,
    currency,
    token,
    instrument,
    hosted,
    return_url: returnUrl,
    descriptor,
    notify_url: notifyUrl,
    settle_within_ms: settleWithinMs,
  } = fields;
  if (!isText(reference)) return 'reference';
  if (!Number.isSafeInteger(amount) || (amount as number) <= 0) return 'amount';
  if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) return 'currency';
  if ([isText(token), isText(instrument), hosted === true].filter(Boolean).length !== 1) return 'token';
  if (returnUrl !== undefined && !isWebAddress(returnUrl)) return 'return_url';
  if (fields.initiator !== 'customer' && fields.initiator !== 'merchant') return 'initiator';
  if (typeof fields.recurring !== 'boolean') return 'recurring';
  if (!isText(descriptor)) return 'descriptor';
  if (notifyUrl !== undefined && (typeof notifyUrl !== 'string' || !URL.canParse(notifyUrl))) return 'notify_url';
  if (settleWithinMs !== undefined && (typeof settleWithinMs !== 'number' || !(settleWithinMs > 0)))
    return 'settle_within_ms';
  return {
    reference,
    amount: amount as number,
    currency,
    descriptor,
    token: isText(token) ? token : null,
    instrument: isText(instrument) ? instrument : null,
    networkTransactionId: isText(fields.network_transaction_id) ? fields.network_transaction_id : null,
    isHosted: hosted === true,
    returnUrl: isWebAddress(returnUrl) ? returnUrl : null,
    recurring: fields.recurring,
    initiator: fields.initiator,
    notifyUrl: notifyUrl ?? null,
    account: isText(fields.account) ? fields.account : null,
    settleWithinMs: settleWithinMs ?? 60_000,
  };
}

const isWebAddress = (value: unknown): value is string =>
  typeof value === 'string' && URL.canParse(value) && /^https?:/.test(value);

export const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= 500;
