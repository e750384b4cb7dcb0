/** Text ids for what a statement, its files and its panels say of an account, of what moved it, and of what that was for. */
const accountTexts = {
  provider_clearing: 'statement-account-provider',
  reserve: 'statement-account-reserve',
  bank: 'statement-account-bank',
  owed_by_fan: 'statement-account-owed-by-fans',
  disputes: 'statement-account-disputes',
  paid_by_hand: 'statement-account-by-hand',
  fan_wallet: 'statement-account-wallets',
  deferred_revenue: 'statement-account-deferred',
  unapplied_receipts: 'statement-account-unapplied',
  tax: 'statement-account-tax',
  refunds: 'statement-account-refunds',
  chargebacks: 'statement-account-chargebacks',
  provider_fees: 'statement-account-provider-fees',
  chargeback_fees: 'statement-account-chargeback-fees',
  platform_share: 'statement-account-platform-share',
  exchange: 'statement-account-exchange',
  written_off: 'statement-account-written-off',
} as const;
type AccountText = (typeof accountTexts)[keyof typeof accountTexts];

/** Whatever sells has a revenue of its own; a cost without a text of its own is another cost. */
export function ledgerAccountText(kind: string): AccountText | 'statement-account-revenue' | 'statement-account-other' {
  if (kind in accountTexts) return accountTexts[kind as keyof typeof accountTexts];
  return kind.endsWith('_revenue') ? 'statement-account-revenue' : 'statement-account-other';
}

const soldTexts = {
  membership_revenue: 'statement-sold-memberships',
  post_revenue: 'statement-sold-posts',
} as const;

/** What is sold, by its revenue; else the account that the money came from or went to. */
export function soldText(
  what: string,
): (typeof soldTexts)[keyof typeof soldTexts] | 'statement-sold-other' | ReturnType<typeof ledgerAccountText> {
  if (what in soldTexts) return soldTexts[what as keyof typeof soldTexts];
  return what.endsWith('_revenue') ? 'statement-sold-other' : ledgerAccountText(what);
}

const movementTexts = {
  sale: 'reconciliation-sale',
  unapplied: 'statement-movement-unapplied',
  refund: 'transaction-refund',
  chargeback: 'transaction-chargeback',
  chargeback_won: 'statement-chargebacks-won',
  wallet_credit: 'wallet-kind-added',
  wallet_taken_back: 'wallet-kind-taken-back',
  wallet_given_back: 'wallet-kind-returned',
  wallet_taken_out: 'wallet-kind-taken-out',
  debt_settled: 'wallet-kind-settled',
  recognition: 'statement-movement-recognition',
  provider_fees: 'statement-account-provider-fees',
  reserve_held: 'statement-reserve-held',
  reserve_released: 'statement-reserve-released',
  platform_share: 'statement-account-platform-share',
  tax_withheld: 'statement-tax-withheld',
  exchange: 'statement-account-exchange',
  dispute_held: 'statement-dispute-held',
  dispute_released: 'statement-dispute-released',
  paid_out: 'statement-paid-out',
} as const;

/** What a transaction of the books is, by its kind. */
export const movementText = (
  kind: string,
): (typeof movementTexts)[keyof typeof movementTexts] | 'statement-movement-other' =>
  kind in movementTexts ? movementTexts[kind as keyof typeof movementTexts] : 'statement-movement-other';

const saidByKind: readonly string[] = [
  'provider_fees',
  'reserve_held',
  'reserve_released',
  'paid_out',
  'platform_share',
  'tax_withheld',
  'exchange',
  'dispute_held',
  'dispute_released',
];

/** Whether it is worth saying what a movement was for: fees are fees. */
export const hasSubject = (kind: string): boolean => !saidByKind.includes(kind);
