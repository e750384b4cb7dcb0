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

/** What was agreed to when a declined purchase was tried with another provider. */
export interface AgreedAgain {
  readonly provider: string;
  /** ISO 8601. */
  readonly at: string;
  /** As in `StoredQuote`. */
  readonly consent?: Consent;
  /** By the terms of that provider; null where nothing follows. */
  readonly later: {
    readonly amountMinor: number;
    /** ISO 8601. */
    readonly at: string;
    /** From one to the next; null for calendar months. */
    readonly days: number | null;
  } | null;
  /** As in `StoredQuote`, of the card that was typed then. */
  readonly cardConsent?: GivenConsent;
}

/** What was agreed to when it was tried with this provider again; null of the first try. */
export const agreedAgainWith = ({ agreedAgain }: StoredQuote, provider: string): AgreedAgain | null =>
  agreedAgain?.provider === provider ? agreedAgain : null;

/** The consent to keep the card that was typed for a charge by this provider. */
export const cardConsentFor = (quote: StoredQuote, provider: string): GivenConsent | null =>
  (agreedAgainWith(quote, provider) ?? quote).cardConsent ?? null;

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
  /** What the buyer agreed to then; absent before it was kept. All else is as it was first agreed to. */
  readonly agreedAgain?: AgreedAgain;
  readonly [term: string]: unknown;
}
