/** A box that was ticked, or the button itself in the documents' form. */
export type Consent = 'ticked' | 'pressed';

/** A text that somebody agreed to, as it was shown. */
export interface GivenConsent {
  readonly textId: string;
  readonly text: string;
  readonly language: string;
  /** ISO 8601. */
  readonly at: string;
}

/** What the buyer was told, kept as it was said; whoever sells the thing may keep terms of its own beside it. */
export interface StoredQuote {
  readonly reason: string;
  readonly title?: string;
  /** What made it cheaper: for the receipt its text, which is filled with `ref`, `was` and `saved`. */
  readonly reduced?: { readonly text: string; readonly ref: string; readonly wasMinor: number };
  readonly descriptor: string;
  /** How the buyer agreed to the terms when they sent the order; absent where nothing later is charged, or nobody was asked. */
  readonly consent?: Consent;
  /** For the card that comes with the order, until it is kept. */
  readonly cardConsent?: GivenConsent;
  /** To be given it at once, with what becomes of the right to withdraw (C15); absent where nothing was shown. */
  readonly supplyConsent?: GivenConsent;
  /** The provider with which it was tried again after a decline. */
  readonly anotherWay?: string;
  readonly [term: string]: unknown;
}
