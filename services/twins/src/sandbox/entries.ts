/** What the twin remembers. Each entry is one line of the journal; applying them in order gives the books. */

export interface Card {
  /** Key of the test card's behaviour; the number itself is kept nowhere. */
  readonly behaviour: string;
  readonly brand: string;
  /** Absent on lines of an older twin. */
  readonly first6?: string;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
}

export interface ChargeRecord {
  readonly id: string;
  readonly reference: string;
  /** What makes a repeated call the same call. */
  readonly fingerprint: string;
  readonly status: 'succeeded' | 'pending' | 'requires_action' | 'declined';
  readonly amount: number;
  readonly currency: string;
  readonly recurring: boolean;
  readonly initiator: 'customer' | 'merchant';
  readonly descriptor: string;
  readonly created: string;
  readonly token: string | null;
  readonly instrumentId: string | null;
  readonly declineCode: string | null;
  readonly notifyUrl: string | null;
  /** As the caller named it. */
  readonly networkTransactionId?: string;
  /** The caller's account that it belongs to; absent where the caller named none. */
  readonly account?: string;
  /** What the payer has to do on our page; absent where it needs nothing, and on lines of an older twin. */
  readonly action?: ActionRecord | null;
  /** Pending, or waiting for the payer, until this time in milliseconds, then `settleAs`. */
  readonly settleAt: number | null;
  readonly settleAs: { readonly declineCode: string | null } | null;
}

export interface ActionRecord {
  /** `challenge`: the bank asks about the card that was typed; `redirect`: the card is typed on our page. */
  readonly type: 'challenge' | 'redirect';
  readonly returnUrl: string | null;
  /** Code of the last try that was refused; more may follow. */
  readonly refused: string | null;
}

export type WebhookState = 'waiting' | 'delivered' | 'lost' | 'given-up' | 'nowhere-to-send';

export interface Webhook {
  readonly id: string;
  readonly reference: string;
  readonly type:
    | 'charge.succeeded'
    | 'charge.declined'
    | 'charge.requires_action'
    | 'refund'
    | 'void'
    | 'chargeback'
    | 'chargeback.won';
  readonly url: string | null;
  /** The body as it will be sent each time. */
  readonly body: string;
}

export interface RefundRecord {
  readonly id: string;
  readonly reference: string;
  readonly chargeId: string;
  readonly amount: number;
}

/** A card that was checked without a charge. */
export interface KeptRecord {
  readonly reference: string;
  readonly token: string;
  readonly instrument: { readonly id: string; readonly card: Card } | null;
  readonly declineCode: string | null;
}

export type Entry =
  | { readonly kind: 'card'; readonly token: string; readonly createdAt: number; readonly card: Card }
  | {
      readonly kind: 'charge';
      readonly charge: ChargeRecord;
      readonly instrument: { readonly id: string; readonly card: Card } | null;
      readonly webhook: Webhook | null;
    }
  | { readonly kind: 'kept'; readonly kept: KeptRecord }
  | { readonly kind: 'forgotten'; readonly instrument: string }
  | {
      readonly kind: 'settled';
      readonly reference: string;
      readonly declineCode: string | null;
      readonly webhook: Webhook;
      /** The card that was typed on our page. */
      readonly instrument?: { readonly id: string; readonly card: Card };
    }
  | { readonly kind: 'refused'; readonly reference: string; readonly code: string; readonly webhook: Webhook }
  | { readonly kind: 'voided'; readonly reference: string; readonly webhook: Webhook }
  | { readonly kind: 'refund'; readonly refund: RefundRecord; readonly webhook: Webhook }
  | { readonly kind: 'chargeback'; readonly webhook: Webhook }
  | { readonly kind: 'dispute-won'; readonly webhook: Webhook }
  | { readonly kind: 'webhook-state'; readonly id: string; readonly state: WebhookState };
