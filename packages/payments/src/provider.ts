import type { CardField, CardFieldRequest } from './card-field.ts';
import type {
  Arrangement,
  ChargeOutcome,
  Confirmation,
  ForgetOutcome,
  FoundCharge,
  KeepOutcome,
  RefundOutcome,
  ReturnsCounted,
  Reversed,
  ReversedListed,
  SeriesEnd,
  Unknown,
  View,
} from './outcomes.ts';
import type { Report, ReportBounds, ReportWindow } from './report.ts';
import type { ProviderEvent, WebhookRequest, WebhookVerdict } from './webhook.ts';

/** As settings and payment rows name them. */
export type ProviderName = 'sandbox' | 'sticky_io' | 'ccbill';

/** Where a card is typed: in the provider's field on our page, or on the provider's page. */
export type PaymentEntry = 'field' | 'hosted';

/** What an account can bill. Amounts in minor units of the account's currency. */
export interface BillingBounds {
  readonly minMinor: number;
  readonly maxMinor: number;
  /** Days of the first period of a series that the provider drives by itself; absent: any. */
  readonly firstDays?: { readonly min: number; readonly max: number };
}

/** What an account can do, as data: nothing outside this package asks which provider it is. */
export interface ProviderCapabilities {
  /** The first is used where a site chooses none. */
  readonly entries: readonly PaymentEntry[];
  /** The same `reference` never charges twice, however often and however parallel it is sent. */
  readonly idempotentCharges: boolean;
  /** A later charge may name the instrument of an earlier one. */
  readonly storedInstruments: boolean;
  /** Who starts the later payments of a membership. */
  readonly renewals: 'ours' | 'provider';
  /** Where it counts days, the zone (IANA) whose days they are; absent: the site's. */
  readonly dayZone?: string;
  readonly refunds: 'none' | 'full' | 'partial';
  /** The same `reference` never refunds twice; others tell by what went back before whether one was made. */
  readonly idempotentRefunds: boolean;
  /** `signed` webhooks are proof; others are only news: the charge is fetched again by `find`, or `confirm` is asked. */
  readonly webhooks: 'signed' | 'unsigned';
  /** What costs less or more can't be sold by this account. */
  readonly bounds: BillingBounds;
  /** What it can be asked to charge in; absent: any. */
  readonly currencies?: readonly string[];
  /** Where there is a `report`. */
  readonly reports?: ReportBounds;
}

/** An account that a site has with a provider. */
export interface ProviderAccount {
  /** Ours. */
  readonly id: string;
  /** Three capital letters, ISO 4217. */
  readonly currency: string;
  /** Unsealed, by the names of `ProviderDriver.credentials`. */
  readonly credentials: Readonly<Record<string, string>>;
}

/** One of the things by which a provider knows a site. */
export interface Credential {
  /** The setting that staff fill in; a switch that is on reads `on`, one that is off nothing. */
  readonly setting: string;
  /** Another value is another account: the one before keeps what was begun with it. */
  readonly isIdentity?: boolean;
  /** Without it the provider can still be used. */
  readonly isOptional?: boolean;
  /** Whether what staff filled in can be one; anything can where there is none. */
  readonly fits?: (text: string) => boolean;
}

/** A way to talk to a provider, which is opened for each account on its own. Opening makes no call. */
export interface ProviderDriver {
  readonly name: ProviderName;
  readonly credentials: Readonly<Record<string, Credential>>;
  /** A site that filled in nothing gets a stand-in on this machine: outside production only. */
  readonly hasStandIn?: boolean;
  /** Some of its accounts have renewals that it drives by itself: `capabilities.renewals` says which. */
  readonly mayDriveRenewals?: boolean;
  /** What staff fill in at the provider, made of an account's address; absent where each charge says where webhooks go. */
  readonly webhookAddress?: (url: string) => string;
  open(account: ProviderAccount): PaymentProvider;
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
  | {
      readonly kind: 'stored';
      readonly instrumentId: string;
      /** `Instrument.networkTransactionId`, for providers that want it named with charges which we start. */
      readonly networkTransactionId?: string;
    }
  /** The payer types it on the provider's page: the outcome is an action. */
  | { readonly kind: 'hosted' };

/** The later charges of a series that the provider is to drive by itself. */
export interface SeriesTerms {
  /** Days that the first charge pays for. */
  readonly firstDays: number;
  readonly laterMinor: number;
  readonly laterDays: number;
}

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
  /** Only where `capabilities.renewals` is `provider` and later charges follow. */
  readonly series?: SeriesTerms;
  /** Where webhooks about this charge go. Names no tenant that we trust: our payment row says whose it is. */
  readonly notifyUrl?: string;
  /** Where the provider's page and the bank's lead the payer back to. Proves nothing. */
  readonly returnUrl?: string;
  /** Language of the provider's page: `en`, `ar`, … */
  readonly locale?: string;
  /** Echoed in the provider's records. Never a tenant id, a name or anything secret. */
  readonly metadata?: Readonly<Record<string, string>>;
}

/** Plain data. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/**
 * What a provider needs to find an attempt again, kept with the attempt; its shape is the adapter's own. Nothing that a
 * person typed, no secret.
 */
export type ChargeState = { readonly [name: string]: Json };

/** A charge that may have been sent, or was. */
export interface SentCharge {
  /** Our attempt's id. */
  readonly reference: string;
  readonly state: ChargeState;
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
  /** What of the charge went back before, as far as we know: for providers whose refunds have no key of their own. */
  readonly refundedBeforeMinor: number;
  /** How often money went back of this charge, as far as we know, but for this refund: `countReturns` and what followed. */
  readonly returnsBefore?: number;
  /** More than `returnsBefore` where it is not known of each whether it was among the returns that were counted. */
  readonly returnsBeforeAtMost?: number;
}

/**
 * A provider, opened for one account. No method throws for trouble on the way (no answer, a broken one, an error of the
 * provider's): it answers `unknown`, and the truth is found out later by `find` or a webhook. Optional methods are what a
 * provider may lack; callers ask for the method, never for the name.
 *
 * A charge goes in steps, so that it can be found again whenever the process ends: `prepare`, its state is stored;
 * `arrange` where the provider has it, its state is stored; `submit`.
 */
export interface PaymentProvider {
  readonly name: ProviderName;
  readonly capabilities: ProviderCapabilities;
  cardField?(request: CardFieldRequest): CardField;
  /** What finds this charge again. Makes no call: it runs in the transaction that records the attempt. */
  prepare(input: ChargeInput): ChargeState;
  /** What the provider wants to be asked before a charge is sent: a token, a rate. Takes nothing. */
  arrange?(state: ChargeState, input: ChargeInput): Promise<Arrangement>;
  /** Sends the charge. Called once for an attempt, right after its state was stored. */
  submit(state: ChargeState, input: ChargeInput): Promise<ChargeOutcome>;
  /** How the charge stands. It was sent at least `sentMsAgo` milliseconds ago, if it ever was. */
  find?(sent: SentCharge, sentMsAgo: number): Promise<FoundCharge>;
  /** Ends what waits for the payer, who gave it up, and says how it stands then: it may have been paid just before. */
  close?(sent: SentCharge): Promise<FoundCharge>;
  /** The first six or eight digits of a card that was typed in the provider's field; null where it does not tell. Takes nothing. */
  firstDigits?(token: string): Promise<string | null>;
  /** Checks a card and keeps it without taking money: for a membership whose first payment is 0 and later ones are not. */
  keepCard?(input: KeepCardInput): Promise<KeepOutcome>;
  /** Takes a stored card out of the provider's vault. Charges that were made with it stay as they are. */
  forgetCard?(input: { readonly instrumentId: string }): Promise<ForgetOutcome>;
  refund?(input: RefundInput): Promise<RefundOutcome>;
  /**
   * For providers whose refunds have no key and whose charges tell no sum: asked right before a refund is first sent, and
   * stored, so that a refund whose answer was lost is told from those that were made before. Refuses what `refund` would.
   */
  countReturns?(input: { readonly providerRef: string }): Promise<ReturnsCounted>;
  /** What went back of a charge. Only where webhooks are unsigned: what they say of it has to be looked up. */
  findReversed?(input: { readonly providerRef: string }): Promise<Reversed | Unknown>;
  /**
   * Charges of which something went back in the last so many milliseconds, some a little longer ago: for webhooks that never
   * came. Only beside `findReversed`, which says how much.
   */
  listReversed?(sinceMsAgo: number): Promise<ReversedListed | Unknown>;
  /** What the provider shows of a charge, by its own id of it, for people. Changes nothing, unlike `find`, which may end what is too old. */
  viewCharge?(input: { readonly providerRef: string }): Promise<View>;
  /** The provider's own books, to hold ours against. Within `capabilities.reports`; `signal` ends it as unknown. */
  report?(window: ReportWindow, signal?: AbortSignal): Promise<Report>;
  /** Only where the provider drives renewals itself. */
  endSeries?(input: { readonly seriesRef: string }): Promise<SeriesEnd>;
  /** Is this webhook the provider's, and what does it say? Without a configured secret every webhook is refused. */
  readWebhook(request: WebhookRequest): WebhookVerdict;
  /** Is it so, what an unsigned webhook tells? `sent` is the charge that it is about, where it is one of ours. */
  confirm?(event: ProviderEvent, sent: SentCharge | null): Promise<Confirmation>;
}
