import type { ChargeOutcome, ForgetOutcome, FoundCharge, KeepOutcome, RefundOutcome, SeriesEnd } from './outcomes.ts';
import type { WebhookRequest, WebhookVerdict } from './webhook.ts';

/** As settings and payment rows name them. */
export type ProviderName = 'sandbox' | 'sticky_io' | 'ccbill';

/** What a provider can do, as data: nothing outside this package asks which provider it is. */
export interface ProviderCapabilities {
  /** Where a card number is typed: in the provider's field on our page, or on the provider's own page. */
  readonly cardEntry: 'field' | 'hosted-page';
  /** The same `reference` never charges twice, however often and however parallel it is sent. */
  readonly idempotentCharges: boolean;
  /** A later charge may name the instrument of an earlier one. */
  readonly storedInstruments: boolean;
  /** Who starts the later payments of a membership. */
  readonly renewals: 'ours' | 'provider';
  readonly refunds: 'none' | 'full' | 'partial';
  /** `signed` webhooks are proof; others are only news, and the charge is fetched again by `find`. */
  readonly webhooks: 'signed' | 'unsigned';
  /**
   * Milliseconds after a charge was sent from which `find` answering `absent` means that it was not and will not be
   * made. Earlier it may still be on its way.
   */
  readonly absentIsFinalAfterMs: number;
}

/** The parts of the card form that are ours; number and cvv never come here (DECISIONS 22). */
export interface CardHolder {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly address: string;
  readonly city: string;
  readonly postalCode: string;
  /** Two letters, ISO 3166-1 (CARD-28). */
  readonly country: string;
  /** Code of the state, where the country has them (CARD-29). */
  readonly state?: string;
  readonly ipAddress?: string;
  readonly userAgent?: string;
}

export type ChargeSource =
  /** Made by the provider's card field, good for one charge. */
  | { readonly kind: 'token'; readonly token: string }
  /** `instrument.id` of an earlier charge that succeeded. */
  | { readonly kind: 'stored'; readonly instrumentId: string };

export interface ChargeInput {
  /** Our attempt's id. It is the provider's idempotency key, and `find` looks for it. */
  readonly reference: string;
  /** Whole minor units, above zero. */
  readonly amountMinor: number;
  /** Three capital letters, ISO 4217. */
  readonly currency: string;
  readonly source: ChargeSource;
  /** Part of a series: a membership's first payment and each renewal. */
  readonly recurring: boolean;
  /** Whether the card's holder is there (`customer`) or we charge on our own, as renewals do (`merchant`). */
  readonly initiator: 'customer' | 'merchant';
  /** What the bank statement says, as the checkout promised (C9). */
  readonly descriptor: string;
  /** Always with a token; providers keep their own copy for stored instruments. */
  readonly customer?: CardHolder;
  /** Where webhooks about this charge go. Names no tenant that we trust: our payment row says whose it is. */
  readonly notifyUrl?: string;
  /** Echoed in the provider's records. Never a tenant id, a name or anything secret. */
  readonly metadata?: Readonly<Record<string, string>>;
}

export interface KeepCardInput {
  /** The same one checks once. */
  readonly reference: string;
  readonly token: string;
  readonly customer: CardHolder;
}

export interface RefundInput {
  /** Our refund's id: the same one refunds once. */
  readonly reference: string;
  readonly providerRef: string;
  readonly amountMinor: number;
  readonly currency: string;
}

/** Colours, radius and type of our form, so that the provider's field looks like part of it. */
export type CardFieldTokens = Readonly<Record<string, string>>;

export interface CardFieldRequest {
  /** Origin of the page that frames the field; the field talks to no other. */
  readonly origin: string;
  /** `en`, `ar`, … */
  readonly locale: string;
  readonly tokens?: CardFieldTokens;
}

export interface CardField {
  /** Address for the frame. */
  readonly src: string;
  /** The only origin whose messages the page may believe, and the one for `frame-src`. */
  readonly origin: string;
}

/**
 * A payment provider. No method throws for trouble on the way (no answer, a broken one, an error of the provider's):
 * it answers `unknown`, and the truth is found out later by `find` or a webhook. Optional methods are what a
 * provider may lack; callers ask for the method, never for the name.
 */
export interface PaymentProvider {
  readonly name: ProviderName;
  readonly capabilities: ProviderCapabilities;
  cardField?(request: CardFieldRequest): CardField;
  charge(input: ChargeInput): Promise<ChargeOutcome>;
  find?(reference: string): Promise<FoundCharge>;
  /** Checks a card and keeps it without taking money: for a membership whose first payment is 0 and later ones are not. */
  keepCard?(input: KeepCardInput): Promise<KeepOutcome>;
  /** Takes a stored card out of the provider's vault. Charges that were made with it stay as they are. */
  forgetCard?(input: { readonly instrumentId: string }): Promise<ForgetOutcome>;
  refund?(input: RefundInput): Promise<RefundOutcome>;
  /** Only where the provider drives renewals itself. */
  cancelSubscription?(input: { readonly providerRef: string }): Promise<SeriesEnd>;
  /** Is this webhook the provider's, and what does it say? Without a configured secret every webhook is refused. */
  readWebhook(request: WebhookRequest): WebhookVerdict;
}
