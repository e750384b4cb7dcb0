/** What may be done to the sandbox's twin from outside: switch on faults, look at its books, type a card, tell it of a past. */
import type { Instrument } from './outcomes.ts';

export type FaultKind =
  /** No answer; `before`: nothing was charged, `after`: it was. */
  | 'timeout-before'
  | 'timeout-after'
  /** The connection is cut. */
  | 'reset-before'
  | 'reset-after'
  /** Answers 500. */
  | 'error-before'
  | 'error-after'
  /** Waits `delayMs`, then goes on as usual. */
  | 'slow'
  /** Takes `by` minor units more than it was asked for, or less; of a report: says so of each line. */
  | 'other-amount'
  /** Declines, or refuses a refund, with `code`. */
  | 'decline'
  /** The webhook is first sent after `delayMs`. */
  | 'webhook-late'
  | 'webhook-doubled'
  /** The webhook waits until the next one has gone out, at most `delayMs`. */
  | 'webhook-reordered'
  | 'webhook-lost';

export interface FaultRule {
  readonly kind: FaultKind;
  /** 0 to 1; 1 when absent. */
  readonly probability?: number;
  /** How often it may strike; without end when absent. */
  readonly count?: number;
  readonly delayMs?: number;
  /** For `decline`. */
  readonly code?: string;
  /** For `other-amount`. */
  readonly by?: number;
  /** Which calls; `charge` when absent. Faults of webhooks strike every one. */
  readonly on?: FaultedCall;
}

export type FaultedCall = 'charge' | 'find' | 'keep' | 'forget' | 'refund' | 'report';

export interface TwinCharge {
  readonly id: string;
  readonly reference: string;
  readonly status: 'succeeded' | 'pending' | 'requires_action' | 'declined';
  readonly amount: number;
  readonly currency: string;
  readonly recurring: boolean;
  readonly initiator: 'customer' | 'merchant';
  readonly descriptor: string;
  readonly created: string;
  /** As the caller named it. */
  readonly network_transaction_id?: string;
  readonly refunded: number;
  readonly decline: { readonly code: string } | null;
  /** The page on which its payer has to do something. */
  readonly action: { readonly type: 'challenge' | 'redirect'; readonly path: string } | null;
}

/** A card in the twin's vault. */
export interface TwinCard {
  readonly id: string;
  readonly last4: string;
}

export interface TwinWebhook {
  readonly id: string;
  readonly type: string;
  readonly reference: string;
  /** Where it goes; null: to wherever the twin sends those that name no address. */
  readonly url: string | null;
  readonly state: 'waiting' | 'delivered' | 'lost' | 'given-up' | 'nowhere-to-send';
  readonly attempts: number;
}

/** Cards, charges and what went back of them of before there was a twin; each is known by its reference. */
export interface PastToTwin {
  readonly cards: ReadonlyArray<{
    readonly reference: string;
    readonly number: string;
    readonly month: number;
    readonly year: number;
  }>;
  readonly charges: ReadonlyArray<
    Pick<TwinCharge, 'reference' | 'amount' | 'currency' | 'recurring' | 'initiator' | 'descriptor' | 'created'> & {
      /** Reference of the card. */
      readonly card: string;
      /** Who is told what becomes of it later. */
      readonly notifyUrl: string;
      /** The caller's account, whose report has it. */
      readonly account: string;
    }
  >;
  readonly returns: ReadonlyArray<{
    readonly reference: string;
    /** Reference of the charge. */
    readonly charge: string;
    readonly kind: 'refund' | 'chargeback';
    readonly amount: number;
    readonly created: string;
  }>;
}

/** As the twin calls them. */
export interface PastAtTwin {
  readonly cards: ReadonlyArray<{ readonly reference: string } & Instrument>;
  readonly charges: ReadonlyArray<{ readonly reference: string; readonly id: string }>;
  /** With the ids by which its webhooks and reports tell of them. */
  readonly returns: ReadonlyArray<{ readonly reference: string; readonly id: string }>;
}

export interface TypedCard {
  readonly number: string;
  readonly month?: number;
  readonly year?: number;
  readonly cvv?: string;
}

export interface TwinControl {
  /** Replaces the faults; the same seed and the same order of calls strike the same calls. */
  faults(rules: readonly FaultRule[], seed?: number): Promise<void>;
  charges(): Promise<TwinCharge[]>;
  webhooks(): Promise<TwinWebhook[]>;
  /** Cards that are kept for later charges. */
  cards(): Promise<TwinCard[]>;
  /** Types a card as the field's own page does and gives the token. */
  token(card: TypedCard | string): Promise<string>;
  chargeback(reference: string): Promise<void>;
  /** Its bank pays the chargeback back. */
  winDispute(reference: string): Promise<void>;
  /** Undoes a charge that was not settled yet. */
  voidCharge(reference: string): Promise<void>;
  /** Has it take over what was before, of which nobody is told. Again is harmless. */
  past(past: PastToTwin): Promise<PastAtTwin>;
  /** Where webhooks go that name no address of their own. */
  sendWebhooksTo(url: string | null): Promise<void>;
  /** Forgets faults, charges, cards and webhooks. */
  reset(): Promise<void>;
}

export function createTwinControl(twin: { readonly url: string; readonly apiKey: string }): TwinControl {
  const call = async (method: string, path: string, body?: unknown, origin?: string): Promise<unknown> => {
    const response = await fetch(new URL(path, twin.url), {
      method,
      headers: {
        authorization: `Bearer ${twin.apiKey}`,
        'content-type': 'application/json',
        ...(origin ? { origin } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${JSON.stringify(answer)}`);
    return answer;
  };
  const post = async (path: string, body: unknown = {}): Promise<void> => void (await call('POST', path, body));

  return {
    faults: (rules, seed) => post('/control/faults', { rules, seed }),
    charges: async () => ((await call('GET', '/control/charges')) as { charges: TwinCharge[] }).charges,
    webhooks: async () => ((await call('GET', '/control/webhooks')) as { webhooks: TwinWebhook[] }).webhooks,
    cards: async () => ((await call('GET', '/control/cards')) as { cards: TwinCard[] }).cards,
    token: async (card) => {
      const typed = typeof card === 'string' ? { number: card } : card;
      const body = { month: 12, year: new Date().getUTCFullYear() + 3, cvv: '123', ...typed };
      return ((await call('POST', '/v1/tokens', body, new URL(twin.url).origin)) as { token: string }).token;
    },
    chargeback: (reference) => post('/control/chargebacks', { reference }),
    winDispute: (reference) => post('/control/disputes-won', { reference }),
    voidCharge: (reference) => post('/control/voids', { reference }),
    past: async (past) => (await call('POST', '/control/past', past)) as PastAtTwin,
    sendWebhooksTo: (url) => post('/control/webhook-url', { url }),
    reset: () => post('/control/reset'),
  };
}
