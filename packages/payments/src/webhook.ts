import type { ChargeOutcome } from './outcomes.ts';

/** As Node gives them: names in lower case. */
export type WebhookHeaders = Readonly<Record<string, string | string[] | undefined>>;

export type ProviderEventType = 'charge.succeeded' | 'charge.declined' | 'refund' | 'chargeback';

/** A webhook of a provider in our words. Plain data, fit for a row or a job. */
export interface ProviderEvent {
  /** With the provider's name the key of the inbox: the same webhook may come twice. */
  readonly externalId: string;
  readonly type: ProviderEventType;
  /** Our attempt's id. Whose it is says our own payment row, never the webhook. */
  readonly reference: string;
  readonly providerRef: string;
  /** Taken, refunded or charged back, in minor units. */
  readonly amountMinor: number;
  readonly currency: string;
  /** ISO 8601. Webhooks come late and in any order. */
  readonly occurredAt: string;
  /** How the charge stands according to the webhook; null for refunds and chargebacks. */
  readonly outcome: ChargeOutcome | null;
}

export type WebhookRefusal =
  /** No secret is configured: closed. */
  | 'not-configured'
  | 'signature-missing'
  | 'signature-wrong'
  /** Signed too long ago or in the future: a replay. */
  | 'timestamp-outside-tolerance'
  /** Signed rightly and still not a webhook that we understand. */
  | 'unreadable';

export type WebhookVerdict =
  | { readonly ok: true; readonly event: ProviderEvent }
  | { readonly ok: false; readonly reason: WebhookRefusal };
