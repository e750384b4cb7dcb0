import type { FaultRule, PastAtTwin, PastToTwin } from '@backlot/payments/twin-control';
import { apply, emptyBooks, type Books } from './books.ts';
import { decideAct, type PayerAct } from './act.ts';
import { decideCharge, newWebhook, settle, type ChargeDecision } from './charge.ts';
import type { Card, ChargeRecord, Entry, WebhookState } from './entries.ts';
import type { Faults } from './faults.ts';
import { openJournal } from './journal.ts';
import { createWebhookSender } from './webhooks.ts';
import { decideKeep, type KeepDecision } from './keep.ts';
import { decidePast } from './past.ts';
import { decideRefund, type RefundDecision } from './refund.ts';
import type { ChargeRequest } from './wire.ts';

export interface LedgerOptions {
  readonly dataFile?: string;
  readonly webhookSecret: string;
  readonly webhookUrl: string | null;
  /** Milliseconds from a pending charge to its end. */
  readonly pendingMs: number;
  /** Milliseconds before a webhook is sent a second time; doubles each time. */
  readonly retryMs: number;
  /** Milliseconds that a payer has on our page. */
  readonly actionMs: number;
  readonly faults: Faults;
}

export interface TwinLedger {
  readonly books: Books;
  keepCard(token: string, card: Card): void;
  /** `amountOff` is added to what was asked for. */
  charge(
    request: ChargeRequest,
    forced: { readonly decline: string | null; readonly amountOff: number },
  ): ChargeDecision;
  /** What the payer did on our page; false when it waits for nothing. */
  act(charge: ChargeRecord, act: PayerAct): boolean;
  /** Undoes a charge before it is settled; false when there is none. */
  voidCharge(reference: string): boolean;
  /** Checks a card without charging it. */
  keep(body: unknown): KeepDecision;
  /** False when there is no such card. */
  forget(instrument: string): boolean;
  /** `refusal`: the code that it is refused with, unless it was made before. */
  refund(body: unknown, refusal: string | null): RefundDecision;
  /** False when there is no such charge. */
  chargeback(reference: string): boolean;
  /** The bank pays its chargeback back; false where nothing was charged back. */
  winDispute(reference: string): boolean;
  /** Takes over what was before; null where it cannot have been. */
  remember(past: PastToTwin): PastAtTwin | null;
  cardOf(charge: ChargeRecord): Card | null;
  setWebhookUrl(url: string | null): void;
  reset(): void;
  close(): void;
}

/** The twin's memory: each change is on disk before anybody is told, and what was under way goes on after a kill. */
export function openLedger(options: LedgerOptions): TwinLedger {
  const { journal, entries } = openJournal(options.dataFile);
  const books = emptyBooks();
  const settling = new Set<NodeJS.Timeout>();
  let webhookUrl = options.webhookUrl;

  const finished = (id: string, state: WebhookState): void => {
    const filed = books.webhooks.get(id);
    if (filed?.state === 'waiting') record({ kind: 'webhook-state', id, state });
  };
  const attempted = (id: string): void => {
    const filed = books.webhooks.get(id);
    if (filed) filed.attempts += 1;
  };
  const openSender = () =>
    createWebhookSender({
      secret: options.webhookSecret,
      defaultUrl: () => webhookUrl,
      retryMs: options.retryMs,
      attempted,
      finished,
    });
  let sender = openSender();

  const record = (entry: Entry): void => {
    journal.append(entry);
    apply(books, entry);
    if ('webhook' in entry && entry.webhook) sender.send(entry.webhook, options.faults.strike('webhook'));
    if (entry.kind === 'charge') settleInTime(entry.charge);
  };
  const settleInTime = (charge: ChargeRecord): void => {
    if ((charge.status !== 'pending' && charge.status !== 'requires_action') || charge.settleAt === null) return;
    const timer = setTimeout(
      () => {
        settling.delete(timer);
        try {
          const current = books.charges.get(charge.reference);
          if (current?.settleAt === charge.settleAt) record(settle(books, current, Date.now()));
        } catch (error) {
          // The journal could not be written; the next start settles it.
          process.emitWarning(`A charge of the sandbox could not be settled: ${String(error)}`);
        }
      },
      Math.max(0, charge.settleAt - Date.now()),
    );
    settling.add(timer);
  };
  const stopTimers = (): void => {
    sender.close();
    for (const timer of settling) clearTimeout(timer);
    settling.clear();
  };

  for (const entry of entries) apply(books, entry);
  for (const charge of books.charges.values()) settleInTime(charge);
  const none: readonly FaultRule[] = [];
  for (const { webhook, state } of books.webhooks.values()) if (state === 'waiting') sender.send(webhook, none);

  const cardOf = (charge: ChargeRecord): Card | null =>
    (charge.instrumentId && books.instruments.get(charge.instrumentId)) || null;
  return {
    books,
    cardOf,
    keepCard: (token, card) => record({ kind: 'card', token, createdAt: Date.now(), card }),
    charge: (request, { decline, amountOff }) => {
      const decision = decideCharge(books, request, {
        now: Date.now(),
        pendingMs: options.pendingMs,
        actionMs: options.actionMs,
        forcedDecline: decline,
        amountOff,
      });
      if (decision.kind === 'made') record(decision.entry);
      return decision;
    },
    act: (charge, act) => {
      const entry = decideAct(books, charge, act, Date.now());
      if (entry) record(entry);
      return entry !== null;
    },
    voidCharge: (reference) => {
      const charge = books.charges.get(reference);
      if (charge?.status !== 'succeeded' || (books.refunded.get(charge.id) ?? 0) > 0) return false;
      record({
        kind: 'voided',
        reference,
        webhook: newWebhook('void', charge, cardOf(charge), charge.amount, Date.now()),
      });
      return true;
    },
    keep: (body) => {
      const decision = decideKeep(books, body, Date.now());
      if (decision.kind === 'made') record(decision.entry);
      return decision;
    },
    forget: (instrument) => {
      if (!books.instruments.has(instrument) || books.forgotten.has(instrument)) return false;
      record({ kind: 'forgotten', instrument });
      return true;
    },
    refund: (body, refusal) => {
      const decision = decideRefund(books, body, refusal, Date.now());
      if (decision.kind === 'made') record(decision.entry);
      return decision;
    },
    chargeback: (reference) => {
      const charge = books.charges.get(reference);
      if (charge?.status !== 'succeeded') return false;
      record({
        kind: 'chargeback',
        webhook: newWebhook('chargeback', charge, cardOf(charge), charge.amount, Date.now()),
      });
      return true;
    },
    winDispute: (reference) => {
      const charge = books.charges.get(reference);
      const isChargedBack = [...books.webhooks.values()].some(
        ({ webhook }) => webhook.type === 'chargeback' && webhook.reference === reference,
      );
      if (!charge || !isChargedBack) return false;
      record({
        kind: 'dispute-won',
        webhook: newWebhook('chargeback.won', charge, cardOf(charge), charge.amount, Date.now()),
      });
      return true;
    },
    remember: (past) => {
      const decision = decidePast(books, past);
      if (decision === null) return null;
      if (decision.entries.length > 0) journal.append(...decision.entries);
      for (const entry of decision.entries) apply(books, entry);
      return decision.answer;
    },
    setWebhookUrl: (url) => {
      webhookUrl = url;
    },
    reset: () => {
      stopTimers();
      journal.clear();
      for (const held of Object.values(books)) held.clear();
      options.faults.set([]);
      sender = openSender();
    },
    close: () => {
      stopTimers();
      journal.close();
    },
  };
}
