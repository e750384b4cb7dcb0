/** Text ids for what lists and exported files say of a row, so that both say the same. */
const saleKindTexts = {
  membership: 'transaction-membership',
  renewal: 'transaction-renewal',
  migration: 'transaction-migration',
  resubscription: 'transaction-resubscription',
  post: 'sale-unlock',
  refund: 'transaction-refund',
  void: 'reconciliation-void',
  chargeback: 'transaction-chargeback',
  chargeback_won: 'dispute-won-title',
  top_up: 'transaction-top-up',
  // What a fan owes of it.
  wallet: 'wallet-title',
} as const;
/** What sells something new without a text of its own is a purchase. */
export const saleKindText = (
  kind: string,
): (typeof saleKindTexts)[keyof typeof saleKindTexts] | 'transaction-purchase' =>
  kind in saleKindTexts ? saleKindTexts[kind as keyof typeof saleKindTexts] : 'transaction-purchase';
export const saleStateTexts = {
  succeeded: 'transaction-state-succeeded',
  pending: 'transaction-state-pending',
  declined: 'transaction-state-declined',
} as const;
/** What became of a purchase's money since it was taken: a part may be charged back and another given back. */
export function moneyBackTexts({
  returned,
  charged_back: chargedBack,
  returning,
  owed = 0,
  left,
}: {
  readonly returned: number;
  readonly charged_back: number;
  readonly returning: number;
  readonly owed?: number | undefined;
  readonly left: number;
}): ('purchased-chargeback' | 'open-item-refund-owed' | 'sale-refund-open' | 'sale-part-refunded' | 'sale-refunded')[] {
  const isRefunded = returned > chargedBack;
  return [
    ...(chargedBack > 0 ? (['purchased-chargeback'] as const) : []),
    ...(owed > 0 ? (['open-item-refund-owed'] as const) : []),
    ...(returning > owed ? (['sale-refund-open'] as const) : []),
    ...(isRefunded ? ([left + chargedBack + returning > 0 ? 'sale-part-refunded' : 'sale-refunded'] as const) : []),
  ];
}
export const purchaseStateTexts = {
  open: 'purchased-open',
  refund: 'purchased-refund',
  chargeback: 'purchased-chargeback',
  staff: 'purchased-staff',
} as const;

export interface FanState {
  readonly ccbill_subscription_status: '0' | '1' | '2';
  readonly has_complimentary_subscription: boolean;
  readonly is_rebill_failed: boolean;
}

/** The most telling word for a fan's membership. */
export function fanStateText(
  fan: FanState,
): 'fan-rebill-failed' | 'status-none' | 'fan-complimentary' | 'sort-active-cancelled' | 'sort-active' {
  if (fan.is_rebill_failed) return 'fan-rebill-failed';
  if (fan.ccbill_subscription_status === '0') return 'status-none';
  if (fan.has_complimentary_subscription) return 'fan-complimentary';
  return fan.ccbill_subscription_status === '1' ? 'sort-active-cancelled' : 'sort-active';
}

const brandNames: Readonly<Record<string, string>> = {
  visa: 'Visa',
  master: 'Mastercard',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  jcb: 'JCB',
  diners_club: 'Diners Club',
  maestro: 'Maestro',
};

/** A brand under its own name, which no language translates. */
export const brandName = (brand: string): string => brandNames[brand] ?? brand;

/** `Visa ···· 4242`; empty where no card was used. */
export const cardText = (card: { readonly card_type: string; readonly last4: string } | null): string =>
  card ? `${brandName(card.card_type)} ···· ${card.last4}` : '';

/** Until when a card is good, as it is printed on it. */
export const cardExpiryText = ({ month, year }: { readonly month: number; readonly year: number }): string =>
  `${String(month).padStart(2, '0')}/${year}`;
export const cardStateTexts = {
  valid: 'card-state-valid',
  expiring: 'card-state-expiring',
  expired: 'card-state-expired',
  barred: 'card-state-barred',
} as const;

/** What a purchase is paid with. */
export const paidWithTexts = { card: 'column-card', wallet: 'wallet-title', crypto: 'paid-with-crypto' } as const;

/** What a provider's report lists. */
export const reportLineKindTexts = {
  sale: 'reconciliation-sale',
  renewal: 'transaction-renewal',
  refund: 'transaction-refund',
  void: 'reconciliation-void',
  chargeback: 'transaction-chargeback',
  cancellation: 'reconciliation-cancellation',
  expiry: 'reconciliation-expiry',
} as const;
/** Whether a report and the books say the same. */
export const reconciledTexts = {
  waiting: 'reconciliation-waiting',
  agrees: 'reconciliation-agrees',
  differs: 'reconciliation-differs',
  explained: 'reconciliation-explained',
} as const;
export const reportDifferenceTexts = {
  not_in_books: 'reconciliation-not-in-books',
  not_in_report: 'reconciliation-not-in-report',
  other_amount: 'reconciliation-other-amount',
  other_currency: 'reconciliation-other-currency',
} as const;
