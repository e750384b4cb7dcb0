import type { DeclineReason } from './declines.ts';
import type { ChargeState } from './provider.ts';

/** As the card form names brands (CARD-23). */
export type CardBrand = 'jcb' | 'amex' | 'diners_club' | 'visa' | 'mastercard' | 'discover' | 'maestro';

/** A card the provider keeps for later charges. */
export interface Instrument {
  readonly id: string;
  readonly brand: CardBrand | 'unknown';
  readonly last4: string;
  /** 1 to 12. */
  readonly expMonth: number;
  /** Four digits. */
  readonly expYear: number;
  /** The card scheme's id of the transaction that the card came with, where the provider tells it. */
  readonly networkTransactionId?: string;
}

/** What may be known of a card without being able to charge it. */
export type ShownCard = Pick<Instrument, 'brand' | 'last4'>;

/** An amount in whatever currency it was paid or put to an account in. */
export interface PaidAmount {
  /** Decimal text, never a number. */
  readonly amount: string;
  readonly currency: string;
}

/** What the provider would go on charging by itself although nobody asked it to. */
export interface Unended {
  /** It did not confirm that it stops (yet): `endSeries` is to be asked with this until it does. */
  readonly unendedSeriesRef?: string;
}

export interface Succeeded extends Unended {
  readonly kind: 'succeeded';
  readonly providerRef: string;
  /** What was taken, in the currency that was asked in: what is booked. The caller compares it with what it asked for. */
  readonly amountMinor: number;
  readonly currency: string;
  /** What the payer parted with, where that is something else: another currency. */
  readonly billed?: PaidAmount;
  /** What the provider puts to the site's account for it, where it tells. */
  readonly credited?: PaidAmount;
  /** Absent where the provider keeps no card, or told of none. */
  readonly instrument?: Instrument;
  /** The card that paid, where the provider tells it and keeps none for later charges. */
  readonly paidWith?: ShownCard;
  /** Whether the payer's bank asked them (3-D Secure), in the provider's own words. */
  readonly threeDSecure?: string;
  /** It pays for something else than was asked for, whatever the amount: other days, or other later payments. */
  readonly onOtherTerms?: true;
  /** The provider bills the later payments by itself, under this id. */
  readonly series?: { readonly seriesRef: string; readonly nextAt: string | null };
}

/** Neither taken nor refused yet, and nothing for the payer to do; a webhook or `find` will tell. */
export interface Pending {
  readonly kind: 'pending';
  readonly providerRef?: string;
  /** Takes the place of the stored state. */
  readonly state?: ChargeState;
}

/** What the payer has to do. */
export type PaymentAction =
  /** Pays on the provider's page, which leads back to `returnUrl`. It may refuse several times and then accept. */
  | { readonly type: 'redirect'; readonly url: string }
  /** The card's bank asks whether it is them (3-D Secure); its page leads back to `returnUrl`. */
  | { readonly type: 'challenge'; readonly url: string };

/** The payer has to act; nothing is taken so far. Webhooks and `find` tell how it ends, or that it goes on. */
export interface ActionNeeded {
  readonly kind: 'action';
  readonly action: PaymentAction;
  /** ISO 8601: until when the payer may act. How it then ended says `find`. */
  readonly expiresAt: string;
  readonly providerRef?: string;
  /** The last try was refused, and the payer may try again on the same page. */
  readonly refused?: { readonly code: string; readonly reason: DeclineReason };
  /** Takes the place of the stored state. */
  readonly state?: ChargeState;
}

/** Known not to have been charged, for ever. */
export interface Declined {
  readonly kind: 'declined';
  /** The provider's own code, for staff and records. */
  readonly code: string;
  readonly reason: DeclineReason;
  /** The same card must not be tried again for this (C20). */
  readonly hard: boolean;
  /** Some providers keep a record of a declined charge. */
  readonly providerRef?: string;
  /** Six digits that the card begins with, where the provider shows them with the decline. To be counted, and never kept. */
  readonly firstDigits?: string;
}

export type UnknownCause =
  /** No answer within the time limit. */
  | 'timeout'
  /** The connection failed or broke; the request may have arrived. */
  | 'connection'
  /** The provider answered with an error of its own. */
  | 'provider-error'
  /** An answer that can't be read as one. */
  | 'unreadable-answer'
  /** The reference exists there with another amount or card. */
  | 'reference-conflict';

/** May or may not have been charged. Never shown as a failure and never tried again under another reference. */
export interface Unknown {
  readonly kind: 'unknown';
  readonly cause: UnknownCause;
}

export type ChargeOutcome = Succeeded | ActionNeeded | Pending | Declined | Unknown;

/** What the provider wanted to be asked before a charge is sent; nothing can have been taken. */
export type Arrangement = { readonly kind: 'arranged'; readonly state: ChargeState } | Declined | Unknown;

/** A card that was checked and is kept for later charges; nothing was taken. */
export interface Kept {
  readonly kind: 'kept';
  readonly instrument: Instrument;
}

/** A lost answer costs nobody anything: the card may be checked again under the same reference. */
export type KeepOutcome = (Kept | Declined | Unknown) & Unended;

/** A card that the provider keeps no more, also when it kept none: asked again, it says the same. */
export type ForgetOutcome =
  | { readonly kind: 'forgotten' }
  | { readonly kind: 'refused'; readonly code: string }
  | Unknown;

/** There is no such charge at the provider's, and how sure it is that there will be none. */
export type Absent =
  /** It was not and will not be made: its time has passed, its token is used up, its page is closed for ever. */
  | { readonly kind: 'absent'; readonly certainty: 'final' }
  /** It may still be on its way; asked again after this time, an absence is final. */
  | { readonly kind: 'absent'; readonly certainty: 'not-yet'; readonly finalInMs: number }
  /** The provider's look-up proves nothing (it lags, it forgets): only a webhook, a statement or somebody can tell. */
  | { readonly kind: 'absent'; readonly certainty: 'never' };

export type FoundCharge = ChargeOutcome | Absent;

export type RefundOutcome =
  | { readonly kind: 'succeeded'; readonly refundRef: string }
  | {
      readonly kind: 'refused';
      readonly code: string;
      /** The provider could not be asked for the refund itself: whether an earlier try made it is as unknown as before. */
      readonly isUnasked?: true;
    }
  /** Likewise: only what was sent may be under way. */
  | (Unknown & { readonly isUnasked?: true });

/** How often money went back of a charge so far, by whomever. */
export type ReturnsCounted =
  | { readonly kind: 'counted'; readonly count: number }
  | Extract<RefundOutcome, { kind: 'refused' }>
  | Unknown;

export type SeriesEnd = { readonly kind: 'ended' } | { readonly kind: 'refused'; readonly code: string } | Unknown;

/** All that went back of a charge so far, by whomever. */
export interface Reversed {
  readonly kind: 'reversed';
  readonly refundedMinor: number;
  /** It was undone before it was settled: no statement shows it. */
  readonly isVoid?: boolean;
  /** What the payer's bank took back, beside what was refunded. */
  readonly chargedBackMinor: number;
  readonly currency: string;
}

/** Charges of which something went back, by the provider's ids of them. */
export interface ReversedListed {
  readonly kind: 'listed';
  readonly providerRefs: readonly string[];
}

/** A charge as the provider shows it at this moment. */
export interface ViewedCharge {
  readonly kind: 'viewed';
  /** The provider's id of it. */
  readonly providerRef: string;
  /** Whether the provider says that it is this account's; where it does not, only `reference` can tell whose it is. */
  readonly isAccounts: boolean;
  /** Ours, where it shows it. */
  readonly reference: string | null;
  readonly state: 'taken' | 'waiting' | 'declined' | 'undone';
  readonly amountMinor: number;
  readonly currency: string;
  readonly refundedMinor: number;
  readonly chargedBackMinor: number;
  readonly declineReason: string;
  readonly isTest: boolean;
  readonly last4: string | null;
}

/** `absent`: it knows no such charge. */
export type View =
  | ViewedCharge
  | { readonly kind: 'absent' }
  | { readonly kind: 'refused'; readonly code: string }
  | Unknown;

/** Whether what an unsigned webhook tells is so. */
export type Confirmation =
  /** The provider says so itself. */
  | { readonly kind: 'confirmed' }
  /** The provider says so itself of a sale, and the sale is on other terms than were asked for. */
  | { readonly kind: 'terms-differ' }
  /** It can't be looked up now, and all that the webhook carries agrees: enough for a sale that waits, for nothing else. */
  | { readonly kind: 'plausible' }
  /** It is not so, or not yet. */
  | { readonly kind: 'refuted' }
  | Unknown;
