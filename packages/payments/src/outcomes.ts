import type { DeclineReason } from './declines.ts';

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
}

export interface Succeeded {
  readonly kind: 'succeeded';
  readonly providerRef: string;
  /** What the provider says it took; the caller compares it with what it asked for. */
  readonly amountMinor: number;
  readonly currency: string;
  /** Absent where the provider keeps no card, or told of none. */
  readonly instrument?: Instrument;
}

/** Neither taken nor refused yet; a webhook or `find` will tell. */
export interface Pending {
  readonly kind: 'pending';
  readonly providerRef: string;
}

/** Known not to have been charged. */
export interface Declined {
  readonly kind: 'declined';
  /** The provider's own code, for staff and records. */
  readonly code: string;
  readonly reason: DeclineReason;
  /** The same card must not be tried again for this (C20). */
  readonly hard: boolean;
  /** Some providers keep a record of a declined charge. */
  readonly providerRef?: string;
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

export type ChargeOutcome = Succeeded | Pending | Declined | Unknown;

/** A card that was checked and is kept for later charges; nothing was taken. */
export interface Kept {
  readonly kind: 'kept';
  readonly instrument: Instrument;
}

/** A lost answer costs nobody anything: the card may be checked again under the same reference. */
export type KeepOutcome = Kept | Declined | Unknown;

/** A card that the provider keeps no more, also when it kept none: asked again, it says the same. */
export type ForgetOutcome =
  | { readonly kind: 'forgotten' }
  | { readonly kind: 'refused'; readonly code: string }
  | Unknown;

/** `absent` is only final after `capabilities.absentIsFinalAfterMs`. */
export type FoundCharge = ChargeOutcome | { readonly kind: 'absent' };

export type RefundOutcome =
  | { readonly kind: 'succeeded'; readonly refundRef: string }
  | { readonly kind: 'refused'; readonly code: string }
  | Unknown;

export type SeriesEnd = { readonly kind: 'ended' } | { readonly kind: 'refused'; readonly code: string } | Unknown;
