import type { ErrorCode } from '@backlot/contracts';
import type { PurchaseView } from '@backlot/contracts/purchases';
import type { DocumentedPost } from '@backlot/contracts/posts';
import type { purchaseFromWallet, WalletPaymentFor, walletPurchaseInfo } from '@backlot/contracts/wallet';
import type { TenantDb } from '@backlot/database';
import type { Settings } from '@backlot/domain/settings';
import type { Declined, SeriesTerms, Succeeded } from '@backlot/payments';
import type { Actor } from '../../actor.ts';
import type { CallRequest } from '../../call-route.ts';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../sites/tenant.ts';
import type { EventToAppend } from '../../jobs/append.ts';
import type { Buyer } from '../accounts/index.ts';
import type { LaterCharges } from './later-charges.ts';
import type { Earning, RevenueAccount } from '../ledger/index.ts';
import type { PurchaseOutcome } from './pay/purchase-outcome.ts';
import type { StoredQuote } from './stored-quote.ts';
import type { IntentRow } from './tables.ts';

/**
 * A kind of thing that is sold. The feature that owns the thing declares it in `Feature.sells`; checkout takes the money
 * and the ledger books it, and neither knows what it is for. `Asked` is what a buyer's call says of the thing.
 */
export interface Sellable<Asked = never> {
  /** Names the kind in intents, entitlements and lists: lower case with underscores. Never changed once something was sold. */
  readonly kind: string;
  /** The ledger's account that sales are credited to. */
  readonly revenue: RevenueAccount;
  /** Whether a sale is earned at once (when absent), or over the time that it is for (`Delivered.until`). */
  readonly earning?: Earning;
  /**
   * What a purchase costs at this moment and what the buyer is told. Runs with the buyer held, so that nothing about it
   * changes until the intent is written. Throws refusals as DomainErrors. Null for what nobody asks for: the site charges
   * it by itself (`openStoredCharge`), nobody waits for its end, and what it changes tells of it.
   */
  readonly draft: ((asked: Asked, at: Drafting) => Promise<Draft>) | null;
  /**
   * Why the thing can't be given (any more); null when it can. Asked before the provider is, where it refuses the purchase,
   * and with the money in hand, where it gives the money back.
   */
  readonly whyUndeliverable: (db: TenantDb, intent: Intended, now: Date) => Promise<Undeliverable | null>;
  /**
   * As `whyUndeliverable` with the money in hand, for what tells in the same statement what the answer says of the buyer: as
   * it is now, which is not always as it was before the provider was asked.
   */
  readonly lookAgain?: (db: TenantDb, intent: Intended, now: Date) => Promise<SecondLook>;
  /** `draft` has refused all that `whyUndeliverable` knows of: a purchase does not ask for it twice. */
  readonly isDraftConclusive?: true;
  /**
   * Takes what there is only so many of, in the transaction that writes the intent. Whether it stays taken is told by how
   * the intent ends (`countingIntents`). Throws refusals as DomainErrors.
   */
  readonly reserve?: (db: TenantDb, intent: IntentRow, now: Date) => Promise<void>;
  /** Gives what was paid for, in the transaction that books the money. What it returns stands in the receipt. */
  readonly deliver: (db: TenantDb, intent: IntentRow, payment: Payment) => Promise<Delivered>;
  /**
   * Takes back what was given, in the transaction that books the refund or chargeback. Called when the whole of the payment
   * went back, and for every chargeback: after one nothing is charged again, whatever it was for.
   * @returns whether it ended only what would have been charged next, and what is paid for otherwise stays open
   */
  readonly withdraw: (db: TenantDb, intent: IntentRow, withdrawal: Withdrawal) => Promise<boolean>;
  /** Whether what this sale gave is open now because of it, and what will be charged next: told before money is given back. */
  readonly stands?: (db: TenantDb, intent: IntentRow, transactionId: string, now: Date) => Promise<Standing>;
  readonly present: Presentation;
  /**
   * For what may be tried with the site's other provider after a decline: what follows the payment by the terms that the buyer
   * agreed to, where its provider charges that by itself or the site does.
   */
  readonly following?: (quote: StoredQuote, providerZone: string | null, now: Date) => FollowingCharges;
  /**
   * Beside `following`, where `draft` refuses what `whyUndeliverable` does not: refuses it of a declined purchase that is
   * about to be tried again. What its buyer confirmed is not priced anew. Throws refusals as DomainErrors.
   */
  readonly requireStillSold?: (db: TenantDb, intent: IntentRow, actor: Actor, now: Date) => Promise<void>;
  /** Bought with what is in the wallet (`payFromWallet`), under the name that the call has for it. */
  readonly fromWallet?: {
    readonly paymentFor: WalletPaymentFor;
    readonly buy: (ctx: AppContext, request: CallRequest<typeof purchaseFromWallet>) => Promise<PurchaseOutcome>;
    /** What was bought, as its buyer may see it now; null where it is not there any more. */
    readonly show?: (
      ctx: AppContext,
      request: Pick<CallRequest<typeof walletPurchaseInfo>, 'tenant' | 'actor' | 'now' | 'language'>,
      contentId: string,
    ) => Promise<DocumentedPost | null>;
  };
  /** For what the site charges by itself: it was not paid for. */
  readonly declined?: (db: TenantDb, intent: IntentRow, decline: Declined, now: Date) => Promise<void>;
  /** It is certain that it was not charged and never will be, or another amount was taken, which goes back. */
  readonly abandoned?: (db: TenantDb, intent: IntentRow, now: Date) => Promise<void>;
  /** For what is charged again later with the card on file. */
  readonly later?: LaterCharges;
}

export interface Drafting {
  readonly ctx: AppContext;
  readonly db: TenantDb;
  readonly tenant: Tenant;
  readonly actor: Actor;
  readonly buyer: Buyer;
  readonly settings: Settings;
  readonly now: Date;
}

/** What is bought, as the rules price it at this moment. */
export interface Draft {
  readonly contentId: string | null;
  readonly amountMinor: number;
  readonly currency: string;
  readonly quote: StoredQuote;
  /** Later payments follow. */
  readonly isRecurring: boolean;
  /** What they are, for a provider that makes them by itself. */
  readonly series?: SeriesTerms;
  /** What the answer says of the buyer, where the draft knows it and the purchase, made at once, changes nothing of it. */
  readonly standing?: Pick<PurchaseView, 'ccbill_subscription_status'>;
  /** The subscription that this pays for a period of, and the end of the period before: paid once, however often it is tried. */
  readonly period?: { readonly subscriptionId: string; readonly endsAt: Date };
}

export interface FollowingCharges extends Pick<Draft, 'isRecurring' | 'series'> {
  /** Null where nothing more is charged. `days`: from one to the next, where they are counted; null for calendar months. */
  readonly later: { readonly amountMinor: number; readonly at: Date; readonly days: number | null } | null;
}

export interface Undeliverable {
  /** For the books: lower case with hyphens. */
  readonly reason: string;
  /** For the buyer. */
  readonly refusal: ErrorCode;
}

export interface SecondLook {
  readonly undeliverable: Undeliverable | null;
  readonly standing: Pick<PurchaseView, 'ccbill_subscription_status'>;
}

/** What identifies the thing, for its purchase or before there is one. */
export type Intended = Pick<IntentRow, 'user_id' | 'content_id' | 'subscription_id' | 'period_end' | 'quote'> & {
  /** Null before the provider was asked. */
  readonly id: string | null;
  /** When it was ordered; absent before. */
  readonly created_at?: Date;
};

export interface Payment {
  /** Null for what costs nothing. */
  readonly transactionId: string | null;
  readonly provider: string | null;
  /** The account that it was paid to, or that later charges go to. */
  readonly accountId: string | null;
  readonly reference: string | null;
  /** The card that it was paid with, or that later charges go to. */
  readonly instrumentId?: string | null;
  /** The provider bills the later payments by itself, under this id. */
  readonly series?: Succeeded['series'];
  /** When the charge was sent that is known now; absent where nothing was. */
  readonly sentAt?: Date | undefined;
  readonly now: Date;
}

export interface Delivered {
  /** The next charge that follows by itself; null for none. */
  readonly next: { readonly amountMinor: number; readonly at: Date } | null;
  /** The end of the time that was paid for, of what is earned over it. */
  readonly until?: Date | null;
  /** Its beginning; absent: now. */
  readonly from?: Date | null;
  /** What others are told of it, appended with what the buyer is told. */
  readonly tell?: readonly EventToAppend[];
}

export interface Withdrawal {
  /** The transaction that booked the sale. */
  readonly transactionId: string;
  readonly kind: 'refund' | 'chargeback';
  /** Nothing of what was paid is left. */
  readonly isWhole: boolean;
  readonly now: Date;
}

export interface Standing {
  readonly isOpen: boolean;
  readonly renewsAt: Date | null;
  /** A whole refund closes it then; null for at once. */
  readonly closesAt?: Date | null;
}

/** How lists, receipts, mails, answers and events tell of it. */
export interface Presentation {
  /** What answers and events call it (`SoldKind`); several kinds may share a name. Lists call it by its kind. */
  readonly name: string;
  /** How a purchase is refused that came to nothing without a decline; `payment-failed` where nothing is said. */
  readonly failed?: 'could-not-unlock';
  /** Texts of the receipt, where its button leads, and whether it says how to end what was bought. */
  readonly receipt: {
    readonly text: string;
    readonly button: string;
    readonly path: string;
    readonly isCancellable: boolean;
  };
  /** Texts of the mail about money that went back: what closed because of it, or that only renewals stopped. */
  readonly takenBack?: { readonly closed: string; readonly stopped?: string };
  /** Titles as they are now, by content id; one that is absent keeps the title under which it was bought. */
  readonly titles?: (db: TenantDb, contentIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** What the answer to a purchase says of the buyer besides. */
  readonly standing?: (
    db: TenantDb,
    userId: string,
    now: Date,
  ) => Promise<Pick<PurchaseView, 'ccbill_subscription_status'>>;
}
