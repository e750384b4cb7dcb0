import type { CryptoTold } from '@backlot/domain/money/crypto';
import type { Decimal } from '@backlot/domain/money/decimal';

export interface ForumpayCurrency {
  readonly currency: string;
  readonly description: string;
  /** Bounds of what one payment may be worth; null where none is told. */
  readonly minimum: Decimal | null;
  readonly maximum: Decimal | null;
}

export interface ForumpayRate {
  readonly paymentId: string;
  readonly currency: string;
  /** What the payer sends, the network's fee included. */
  readonly amount: Decimal;
  readonly invoiceAmount: Decimal;
  readonly invoiceCurrency: string;
  /** For people: `about 10 minutes`. */
  readonly waitTime: string;
}

export interface ForumpayNotice {
  readonly code: string;
  readonly message: string;
}

export interface ForumpayStart extends ForumpayRate {
  readonly address: string;
  /** What a wallet reads: a payment address with its amount. */
  readonly qr: string;
  /** The address of somebody's picture of it. Never loaded: a picture made elsewhere is seen elsewhere. */
  readonly qrImage: string;
  readonly statsToken: string;
  readonly notices: readonly ForumpayNotice[];
}

export interface ForumpayMissing {
  readonly amount: Decimal;
  readonly address: string;
  readonly qr: string;
}

export interface ForumpayCheck {
  readonly told: CryptoTold;
  /** After less or more was accepted: what the provider owes the site for it. */
  readonly invoiceAmount: Decimal | null;
  readonly missing: ForumpayMissing | null;
}

export interface ForumpayTransaction {
  readonly paymentId: string;
  readonly address: string;
  readonly currency: string;
  readonly isDoubleSpent: boolean;
  /** What went back to the payer, or is about to; null where the list tells of neither. */
  readonly returned: ForumpayReturn | null;
}

/** A payment as the account's list has it. */
export interface ForumpayListed {
  /** Null where it can't be read. */
  readonly paymentId: string | null;
  /** Null where it was begun at no point of sale. */
  readonly posId: string | null;
  readonly isAccepted: boolean;
  /** What it came to; null while it is not accepted, and where that can't be read. */
  readonly came: ForumpayCame | null;
}

export interface ForumpayCame {
  readonly invoiceCurrency: string;
  readonly invoiceAmount: Decimal;
  readonly startedAt: Date;
}

export interface ForumpayPage {
  /** All that stands on it, also what is no payment. */
  readonly count: number;
  readonly payments: readonly ForumpayListed[];
  /** What stands on it and is nothing at all. */
  readonly unreadable: number;
}

/** Its staff send coins back in the dashboard; whether these are coins or money of the invoice is documented nowhere. */
export interface ForumpayReturn {
  readonly refund: Decimal;
  readonly opened: Decimal;
  /** For people, in ForumPay's words; may be blank. */
  readonly status: string;
}
