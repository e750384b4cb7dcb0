import type { Instrument } from '@backlot/payments';
import type { PastAtTwin, PastToTwin } from '@backlot/payments/twin-control';
import { brandOf } from '../card-field/brands.ts';
import type { Books } from './books.ts';
import { newId } from './charge.ts';
import type { ChargeRecord, Entry, KeptRecord } from './entries.ts';
import { behaviourOfNumber } from './test-cards.ts';

/**
 * Cards and charges of before there was a twin, as if it had kept and made them then; nobody is told of them. What is known
 * by its reference stays as it is. Null for a card that would have been declined, and for a charge of no card among them.
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
  const charges: { reference: string; id: string }[] = [];
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
    if (!known) entries.push({ kind: 'charge', charge, instrument: null, webhook: null });
    charges.push({ reference: charge.reference, id: charge.id });
  }
  const instruments = [...cards].flatMap(([reference, { instrument }]) => {
    if (!instrument) return [];
    const { last4, expMonth, expYear, brand } = instrument.card;
    return [{ reference, id: instrument.id, brand: brand as Instrument['brand'], last4, expMonth, expYear }];
  });
  return { answer: { cards: instruments, charges }, entries };
}
