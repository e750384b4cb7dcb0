import type { Unknown } from './outcomes.ts';
import type { ProviderEvent } from './webhook.ts';

/** Money that came, money that went back, and the ends of series. */
export type ReportLineType = 'sale' | 'renewal' | 'refund' | 'void' | 'chargeback' | 'cancellation' | 'expiry';

/** One thing that happened to an account, as its provider lists it. */
export interface ReportLine {
  readonly type: ReportLineType;
  /** The provider's id of the charge; of the series where the provider names no charge. */
  readonly providerRef: string;
  /** The provider's id of the series that it belongs to. */
  readonly seriesRef: string | null;
  /** Minor units, above zero; null for what moved no money. */
  readonly amountMinor: number | null;
  /** ISO 4217; null where the report names none, and for what moved no money. */
  readonly currency: string | null;
  /** ISO 8601. */
  readonly occurredAt: string;
  /** What a webhook of it tells, under the id that the webhook has; null where the report says too little for that. */
  readonly event: ProviderEvent | null;
  /** Of a charge of which nothing stayed, or nothing ever came: a line only where the books have taken it. */
  readonly isUndone?: true;
}

/** From the first instant up to the second. */
export interface ReportWindow {
  readonly from: Date;
  readonly to: Date;
}

export type Report =
  /**
   * `linesIn`: as an account of ours is told of them that uses the provider's account in this currency. A site that changed
   * its currency has one for each, and the provider is asked once for all.
   */
  | { readonly kind: 'read'; readonly linesIn: (currency: string) => readonly ReportLine[] }
  /** The provider was asked not long ago, and wants to be left alone. */
  | { readonly kind: 'too-soon' }
  | { readonly kind: 'refused'; readonly code: string }
  | Unknown
  /** The answer goes on beyond what is read of one; nothing of it is kept. */
  | { readonly kind: 'unknown'; readonly cause: 'too-long' };

/** How a report may be asked for, in milliseconds. */
export interface ReportBounds {
  /** Between the end of one request and the next. */
  readonly pauseMs: number;
  /** As `pauseMs`, after a request that was not answered; absent: alike. */
  readonly retryMs?: number;
  readonly longestWindowMs: number;
  /** By how much its times may be off, as they name no zone: lines from so long before and after a window come as well. */
  readonly offByMs?: number;
  /**
   * `totals`: refunds and chargebacks are told as what went back of a charge so far, in one line of each type, as it stands
   * when it is asked for; the charge itself in one line. Absent: each by itself.
   */
  readonly moneyBack?: 'totals';
}
