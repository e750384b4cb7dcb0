import type { Card, ChargeRecord, Entry, KeptRecord, Webhook, WebhookState, RefundRecord } from './entries.ts';

/** Everything that the journal's entries say, ready to be asked. */
export interface Books {
  readonly cards: Map<string, { card: Card; createdAt: number; usedBy: string | null }>;
  readonly instruments: Map<string, Card>;
  /** Instruments that can be charged no more; charges made with them still say what card it was. */
  readonly forgotten: Set<string>;
  /** By our caller's reference, in the order they were made. */
  readonly charges: Map<string, ChargeRecord>;
  /** Cards that were checked without a charge, by our caller's reference. */
  readonly kept: Map<string, KeptRecord>;
  readonly refunds: Map<string, RefundRecord>;
  readonly webhooks: Map<string, { webhook: Webhook; state: WebhookState; attempts: number }>;
  /** Refunded so far, by charge id. */
  readonly refunded: Map<string, number>;
}

export const emptyBooks = (): Books => ({
  cards: new Map(),
  instruments: new Map(),
  forgotten: new Set(),
  charges: new Map(),
  kept: new Map(),
  refunds: new Map(),
  webhooks: new Map(),
  refunded: new Map(),
});

export function apply(books: Books, entry: Entry): void {
  switch (entry.kind) {
    case 'card':
      books.cards.set(entry.token, { card: entry.card, createdAt: entry.createdAt, usedBy: null });
      return;
    case 'charge': {
      const { charge, instrument } = entry;
      books.charges.set(charge.reference, charge);
      if (instrument) books.instruments.set(instrument.id, instrument.card);
      const card = charge.token === null ? undefined : books.cards.get(charge.token);
      if (card) card.usedBy = charge.reference;
      if (entry.webhook) file(books, entry.webhook);
      return;
    }
    case 'kept': {
      const { reference, token, instrument } = entry.kept;
      books.kept.set(reference, entry.kept);
      if (instrument) books.instruments.set(instrument.id, instrument.card);
      const card = books.cards.get(token);
      if (card) card.usedBy = reference;
      return;
    }
    case 'forgotten':
      books.forgotten.add(entry.instrument);
      return;
    case 'settled': {
      const charge = books.charges.get(entry.reference);
      if (!charge) return;
      const status = entry.declineCode === null ? 'succeeded' : 'declined';
      if (entry.instrument) books.instruments.set(entry.instrument.id, entry.instrument.card);
      books.charges.set(entry.reference, {
        ...charge,
        instrumentId: entry.instrument?.id ?? charge.instrumentId,
        status,
        declineCode: entry.declineCode,
        settleAt: null,
        settleAs: null,
      });
      file(books, entry.webhook);
      return;
    }
    case 'refund': {
      const { refund } = entry;
      books.refunds.set(refund.reference, refund);
      books.refunded.set(refund.chargeId, (books.refunded.get(refund.chargeId) ?? 0) + refund.amount);
      file(books, entry.webhook);
      return;
    }
    case 'refused': {
      const charge = books.charges.get(entry.reference);
      if (charge?.action)
        books.charges.set(entry.reference, { ...charge, action: { ...charge.action, refused: entry.code } });
      file(books, entry.webhook);
      return;
    }
    case 'voided': {
      const charge = books.charges.get(entry.reference);
      if (charge) books.refunded.set(charge.id, charge.amount);
      file(books, entry.webhook);
      return;
    }
    case 'chargeback':
    case 'dispute-won':
      file(books, entry.webhook);
      return;
    case 'webhook-state': {
      const filed = books.webhooks.get(entry.id);
      if (filed) filed.state = entry.state;
    }
  }
}

function file(books: Books, webhook: Webhook): void {
  books.webhooks.set(webhook.id, { webhook, state: 'waiting', attempts: 0 });
}
