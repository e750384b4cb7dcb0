import type { ChargeOutcome, Declined, Succeeded } from './outcomes.ts';

/** As Node gives them: names in lower case. */
export type WebhookHeaders = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Whom a webhook is about, by whatever it names: one at least, unless it can't be read. Whose it is say our own rows of
 * the account that the webhook came to, never the webhook.
 */
export interface EventSubject {
  /** Our attempt's id. */
  readonly reference?: string;
  /** The provider's id of a charge. */
  readonly providerRef?: string;
  /** The provider's id of a series of charges. */
  readonly seriesRef?: string;
}

interface Told {
  /** The provider's id of it: what it tells of is done once. */
  readonly externalId: string;
  readonly about: EventSubject;
  /** ISO 8601. Webhooks come late and in any order. */
  readonly occurredAt: string;
  /** For the adapter's own `confirm`, of what nobody signed. */
  readonly evidence?: Readonly<Record<string, string>>;
}

/** It came from the provider and can't be read: somebody has to. */
export interface UnreadEvent extends Told {
  readonly type: 'unread';
  /** What the provider calls such events; null where not even that can be read. */
  readonly name: string | null;
}

/** Money that goes back or comes again, in the currency of the charge. */
interface Moved extends Told {
  readonly amountMinor: number;
  readonly currency: string;
}

/** How a charge stands according to the webhook. */
export interface ChargeEvent extends Told {
  readonly type: 'charge';
  readonly outcome: ChargeOutcome;
}

/** Something happened and the webhook does not say what, or can't be believed: a reason to `find`. */
export interface LookEvent extends Told {
  readonly type: 'look';
  /** It says that a card which was typed on the provider's page was declined. */
  readonly isDecline?: true;
}

export interface ReversalEvent extends Moved {
  readonly type:
    | 'refund'
    /** The charge was undone before it was settled. */
    | 'void'
    | 'chargeback'
    /** The payer's bank paid it back to us. */
    | 'chargeback-won'
    /** A payment that looked good came back unpaid. */
    | 'returned-payment';
  /** `RefundInput.reference`, where the provider tells it: one that we did not give is of a refund made in its console. */
  readonly refundReference?: string;
  /** Why, in the provider's own words. */
  readonly reason?: string;
}

/** Of a series that the provider drives by itself. */
export type SeriesEvent = Told &
  (
    | { readonly type: 'series-renewed'; readonly charge: Succeeded; readonly nextAt: string | null }
    | { readonly type: 'series-failed'; readonly decline: Declined; readonly retryAt: string | null }
    /** Charges nothing more; what was paid for goes on until its end. */
    | { readonly type: 'series-cancelled'; readonly reason: string | null }
    /** What was paid for is over. */
    | { readonly type: 'series-expired' }
    /** The next charge comes at another time. */
    | { readonly type: 'series-moved'; readonly nextAt: string }
  );

/** What a provider's webhook tells, in our words. Plain data, fit for a row or a job. */
export type ProviderEvent = ChargeEvent | LookEvent | UnreadEvent | ReversalEvent | SeriesEvent;

export type WebhookRefusal =
  /** No secret is configured: closed. */
  | 'not-configured'
  | 'signature-missing'
  | 'signature-wrong'
  /** Signed too long ago or in the future: a replay. */
  | 'timestamp-outside-tolerance'
  /** Unsigned, and not from an address of the provider's. */
  | 'address-foreign'
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
  /** The site's zone (IANA): what a provider names by its date alone is that date there. */
  readonly timeZone: string;
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
