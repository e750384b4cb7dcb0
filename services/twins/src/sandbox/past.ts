import type { Instrument } from '@backlot/payments';
import type { PastAtTwin, PastToTwin } from '@backlot/payments/twin-control';
import { brandOf } from '../card-field/brands.ts';
import type { Books } from './books.ts';
import { newId, newWebhook } from './charge.ts';
import type { Card, ChargeRecord, Entry, KeptRecord, Webhook } from './entries.ts';
import { behaviourOfNumber } from './test-cards.ts';

/**
 * Cards, charges and what went back of before there was a twin, as if it had kept and made them then; its reports have them,
 * and nobody is told of them. What is known by its reference stays as it is. Null for a card that would have been declined,
 * for a charge of no card among them, and for what went back of no charge among them.
 */
export function decidePast(books: Books, past: PastToTwin): { answer: PastAtTwin; entries: Entry[] } | null {
  const entries: Entry[] = [];
  const cards = new Map<string, KeptRecord>();
  for (const { reference, number, month, year } of past.cards) {
    const known = books.kept.get(reference);
    if (behaviourOfNumber(number) !== 'approved') return null;
    const card = {
      behaviour: 'approved',
      brand: brandOf(number)?.brand ?? '',
      last4: number.slice(-4),
      expMonth: month,
      expYear: year,
    };
    const kept = known ?? { reference, token: '', instrument: { id: newId('card'), card }, declineCode: null };
    if (!known) entries.push({ kind: 'kept', kept });
    cards.set(reference, kept);
  }
  const made = new Map<string, ChargeRecord>();
  const paidWith = new Map<string, Card>();
  for (const { card, ...asked } of past.charges) {
    const instrument = cards.get(card)?.instrument;
    if (!instrument) return null;
    const known = books.charges.get(asked.reference);
    const charge: ChargeRecord = known ?? {
      ...asked,
      id: newId('ch'),
      fingerprint: [asked.amount, asked.currency, instrument.id].join(' '),
      status: 'succeeded',
      token: null,
      instrumentId: instrument.id,
      declineCode: null,
      settleAt: null,
      settleAs: null,
    };
    made.set(charge.reference, charge);
    paidWith.set(charge.reference, instrument.card);
    if (known) continue;
    const webhook = webhookOf('charge.succeeded', charge, { ...charge, card: instrument.card });
    entries.push({ kind: 'charge', charge, instrument: null, webhook }, untold(webhook));
  }
  const returns: { reference: string; id: string }[] = [];
  for (const back of past.returns) {
    const charge = made.get(back.charge);
    const card = charge && paidWith.get(charge.reference);
    if (!charge || !card) return null;
    const webhook = webhookOf(back.kind, charge, { ...back, card });
    returns.push({ reference: back.reference, id: webhook.id });
    if (books.webhooks.has(webhook.id)) continue;
    const { reference, amount } = back;
    const refund = { id: newId('re'), reference, chargeId: charge.id, amount };
    entries.push(back.kind === 'refund' ? { kind: 'refund', refund, webhook } : { kind: 'chargeback', webhook });
    entries.push(untold(webhook));
  }
  const instruments = [...cards].flatMap(([reference, { instrument }]) => {
    if (!instrument) return [];
    const { last4, expMonth, expYear, brand } = instrument.card;
    return [{ reference, id: instrument.id, brand: brand as Instrument['brand'], last4, expMonth, expYear }];
  });
  const charges = [...made.values()].map(({ reference, id }) => ({ reference, id }));
  return { answer: { cards: instruments, charges, returns }, entries };
}

/** Named for what it tells, so that a past that is told again is the same. */
const webhookOf = (
  type: Webhook['type'],
  charge: ChargeRecord,
  told: { readonly reference: string; readonly amount: number; readonly created: string; readonly card: Card },
): Webhook => newWebhook(type, charge, told.card, told.amount, Date.parse(told.created), `evt_${told.reference}`);

const untold = ({ id }: Webhook): Entry => ({ kind: 'webhook-state', id, state: 'nowhere-to-send' });
