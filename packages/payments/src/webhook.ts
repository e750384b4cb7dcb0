import type { ChargeOutcome } from './outcomes.ts';

/** As Node gives them: names in lower case. */
export type WebhookHeaders = Readonly<Record<string, string | string[] | undefined>>;

export type ProviderEventType = 'charge.succeeded' | 'charge.declined' | 'refund' | 'chargeback';

/** A webhook of a provider in our words. Plain data, fit for a row or a job. */
export interface ProviderEvent {
  /** The provider's id of it: what it tells of is done once. */
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

/** A webhook as it came: some providers write a body, some the address, some both. */
export interface WebhookRequest {
  readonly method: string;
  readonly query: URLSearchParams;
  readonly headers: WebhookHeaders;
  /** Who sent it, as far as the connection tells. */
  readonly address: string;
  /** The body's bytes, whatever their type. */
  readonly raw: Buffer;
}

/** What the provider wants to read, with status 200; anything else would have it send the webhook again. */
export interface WebhookReply {
  readonly contentType: string;
  readonly body: string;
}

export interface ReadWebhook {
  readonly ok: true;
  /** The provider's id of this webhook: with the account the key of the inbox, as it may come twice. */
  readonly externalId: string;
  /** What it tells of, in order; none where it means nothing to us. */
  readonly events: readonly ProviderEvent[];
  /** What is kept of its bytes and headers: enough to read it again, and nothing that a person typed. */
  readonly kept: { readonly raw: Buffer; readonly headers: Readonly<Record<string, string>> };
  readonly reply: WebhookReply;
}

export type WebhookVerdict = ReadWebhook | { readonly ok: false; readonly reason: WebhookRefusal };
