import { randomBytes } from 'node:crypto';
import type { Books } from './books.ts';
import type { Card, ChargeRecord, Entry, Webhook } from './entries.ts';
import { behaviours } from './test-cards.ts';
import { presentCharge, type ChargeRequest } from './wire.ts';

export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;

/** Minutes × seconds × milliseconds that a token lives. */
const tokenLifeMs = 15 * 60 * 1000;

export type ChargeDecision =
  | { readonly kind: 'made'; readonly charge: ChargeRecord; readonly entry: Entry }
  | { readonly kind: 'again'; readonly charge: ChargeRecord }
  | { readonly kind: 'conflict' };

/** Decides a charge. No waiting inside: between the look-up and the record nobody else gets a turn. */
export function decideCharge(
  books: Books,
  request: ChargeRequest,
  at: { now: number; pendingMs: number; actionMs: number; forcedDecline: string | null; amountOff: number },
): ChargeDecision {
  const fingerprint = [request.amount, request.currency, request.token ?? request.instrument ?? 'hosted'].join(' ');
  const earlier = books.charges.get(request.reference);
  if (earlier) return earlier.fingerprint === fingerprint ? { kind: 'again', charge: earlier } : { kind: 'conflict' };

  const source = sourceOf(books, request, at.now);
  const behaviour = (source.card && behaviours[source.card.behaviour]) || {};
  const merchantDecline = request.initiator === 'merchant' ? behaviour.declineMerchantInitiated : undefined;
  const declineCode = source.refusal ?? at.forcedDecline ?? behaviour.decline ?? merchantDecline ?? null;
  const pendingThen = declineCode === null ? behaviour.pendingThen : undefined;
  const challengeThen = declineCode === null && request.initiator === 'customer' ? behaviour.challengeThen : undefined;
  const type = request.isHosted ? 'redirect' : challengeThen ? 'challenge' : null;
  const action = declineCode === null && type ? ({ type, returnUrl: request.returnUrl, refused: null } as const) : null;
  const instrumentId = declineCode === null && !request.isHosted ? (request.instrument ?? newId('card')) : null;
  const charge: ChargeRecord = {
    id: newId('ch'),
    reference: request.reference,
    fingerprint,
    status: declineCode !== null ? 'declined' : action ? 'requires_action' : pendingThen ? 'pending' : 'succeeded',
    amount: request.amount + at.amountOff,
    currency: request.currency,
    recurring: request.recurring,
    initiator: request.initiator,
    descriptor: request.descriptor,
    created: new Date(at.now).toISOString(),
    token: request.token,
    instrumentId,
    declineCode,
    notifyUrl: request.notifyUrl,
    ...(request.networkTransactionId === null ? {} : { networkTransactionId: request.networkTransactionId }),
    ...(request.account === null ? {} : { account: request.account }),
    action,
    settleAt: action ? at.now + at.actionMs : pendingThen ? at.now + at.pendingMs : null,
    settleAs: action
      ? { declineCode: 'expired' }
      : pendingThen
        ? { declineCode: pendingThen === 'succeeded' ? null : pendingThen.decline }
        : null,
  };
  const instrument = instrumentId && request.token && source.card ? { id: instrumentId, card: source.card } : null;
  const webhook =
    charge.status === 'pending' || charge.status === 'requires_action'
      ? null
      : chargeWebhook(charge, source.card, charge.status, at.now);
  return { kind: 'made', charge, entry: { kind: 'charge', charge, instrument, webhook } };
}

function sourceOf(books: Books, request: ChargeRequest, now: number): { card: Card | null; refusal?: string } {
  if (request.isHosted) return { card: null };
  if (request.instrument !== null) {
    const card = books.forgotten.has(request.instrument) ? undefined : books.instruments.get(request.instrument);
    return card ? { card } : { card: null, refusal: 'instrument-unknown' };
  }
  return request.token === null ? { card: null, refusal: 'token-unknown' } : findToken(books, request.token, now);
}

/** A typed card by its token, and why it can't be used. */
export function findToken(books: Books, token: string, now: number): { card: Card | null; refusal?: string } {
  const typed = books.cards.get(token);
  if (!typed) return { card: null, refusal: 'token-unknown' };
  if (typed.usedBy !== null) return { card: typed.card, refusal: 'token-used' };
  return now - typed.createdAt > tokenLifeMs ? { card: typed.card, refusal: 'token-expired' } : { card: typed.card };
}

/** The end of a charge that was pending or waited for its payer; of itself as it was to end in time. */
export function settle(
  books: Books,
  charge: ChargeRecord,
  now: number,
  declineCode = charge.settleAs?.declineCode ?? null,
): Entry {
  const status = declineCode === null ? 'succeeded' : 'declined';
  const card = (charge.instrumentId && books.instruments.get(charge.instrumentId)) || null;
  const webhook = chargeWebhook({ ...charge, status, declineCode }, card, status, now);
  return { kind: 'settled', reference: charge.reference, declineCode, webhook };
}

const chargeWebhook = (
  charge: ChargeRecord,
  card: Card | null,
  status: 'succeeded' | 'declined',
  now: number,
): Webhook => newWebhook(`charge.${status}`, charge, card, charge.amount, now);

export function newWebhook(
  type: Webhook['type'],
  charge: ChargeRecord,
  card: Card | null,
  amount: number,
  now: number,
  id: string = newId('evt'),
  /** Under which a refund was asked for. */
  refund?: string,
): Webhook {
  const body = JSON.stringify({
    id,
    type,
    created: new Date(now).toISOString(),
    amount,
    ...(refund === undefined ? {} : { refund }),
    charge: presentCharge(charge, card),
  });
  return { id, reference: charge.reference, type, url: charge.notifyUrl, body };
}
