import type { Books } from './books.ts';
import { newId, newWebhook, settle } from './charge.ts';
import type { Card, ChargeRecord, Entry } from './entries.ts';
import { behaviours } from './test-cards.ts';

/** What a payer can do on our page. */
export type PayerAct =
  /** Tells their bank that it is them. */
  | { readonly kind: 'confirm' }
  /** Tells their bank that it is not them. */
  | { readonly kind: 'deny' }
  /** Types a card. */
  | { readonly kind: 'card'; readonly card: Card }
  /** Gives up, or the site does for them. */
  | { readonly kind: 'close' };

/** What becomes of a charge that waits for its payer; null when it does not wait for this. */
export function decideAct(books: Books, charge: ChargeRecord, act: PayerAct, now: number): Entry | null {
  if (charge.status !== 'requires_action' || !charge.action) return null;
  if (act.kind === 'close') return settle(books, charge, now, 'closed');
  if (act.kind === 'card')
    return charge.action.type === 'redirect' ? tryCard(charge, charge.action, act.card, now) : null;
  if (charge.action.type !== 'challenge') return null;
  if (act.kind === 'deny') return settle(books, charge, now, 'not-confirmed');
  const card = charge.instrumentId === null ? undefined : books.instruments.get(charge.instrumentId);
  const then = card && behaviours[card.behaviour]?.challengeThen;
  return settle(books, charge, now, then && then !== 'succeeded' ? then.decline : null);
}

/** A card that is refused leaves the page open for another. */
function tryCard(charge: ChargeRecord, action: NonNullable<ChargeRecord['action']>, card: Card, now: number): Entry {
  const code = behaviours[card.behaviour]?.decline;
  if (code !== undefined) {
    const refused = { ...charge, action: { ...action, refused: code } };
    return {
      kind: 'refused',
      reference: charge.reference,
      code,
      webhook: newWebhook('charge.requires_action', refused, null, charge.amount, now),
    };
  }
  const instrument = { id: newId('card'), card };
  const paid: ChargeRecord = { ...charge, status: 'succeeded', instrumentId: instrument.id };
  return {
    kind: 'settled',
    reference: charge.reference,
    declineCode: null,
    instrument,
    webhook: newWebhook('charge.succeeded', paid, card, charge.amount, now),
  };
}
