import type { AccountGroup } from '@backlot/contracts/statement';

/** Each thing that is sold names the account of its own; nobody lists them here. */
export type RevenueAccount = `${string}_revenue`;

/**
 * The chart of accounts. An account is a kind, what it is detailed by, and a currency; kinds are data to the database, which
 * knows three of them alone: those that are kept a fan (`fan_wallets`), and `provider_clearing`, whose movements are told by
 * the other side (`ledger_moves`).
 *
 * Assets: `provider_clearing` (by provider: taken and not paid out yet), `reserve` (by provider: held back from us), `bank`,
 * `owed_by_fan` (kept a fan: wallet money that was spent and taken back by a bank, or went
 * back to the payer as coins), `disputes` (by provider: held back while
 * disputes are open, until they are decided).
 * Liabilities: `fan_wallet` (kept a fan), `deferred_revenue` (by revenue: paid, and not earned yet), `unapplied_receipts`
 * (money that bought nothing), `tax` (below zero: providers paid it of what was taken, and what is due of it no book says).
 * Revenue: the accounts of what is sold, less `refunds` and `chargebacks` (both by revenue).
 * Costs: `provider_fees` (by provider), `chargeback_fees`, `platform_share`, `written_off`, `exchange` (gains below zero).
 * `paid_by_hand`: money that staff gave or took past the provider.
 */
export type AccountKind =
  | 'provider_clearing'
  | 'reserve'
  | 'bank'
  | 'owed_by_fan'
  | 'disputes'
  | 'fan_wallet'
  | 'deferred_revenue'
  | 'unapplied_receipts'
  | 'tax'
  | RevenueAccount
  | 'refunds'
  | 'chargebacks'
  | 'provider_fees'
  | 'chargeback_fees'
  | 'platform_share'
  | 'written_off'
  | 'exchange'
  | 'paid_by_hand';

const groups: ReadonlyMap<string, AccountGroup> = new Map<AccountKind, AccountGroup>([
  ['provider_clearing', 'held'],
  ['reserve', 'held'],
  ['bank', 'held'],
  ['owed_by_fan', 'held'],
  ['disputes', 'held'],
  ['paid_by_hand', 'held'],
  ['fan_wallet', 'owed'],
  ['deferred_revenue', 'owed'],
  ['unapplied_receipts', 'owed'],
  ['tax', 'owed'],
  ['refunds', 'earned'],
  ['chargebacks', 'earned'],
]);

/** What an account stands for. What is no asset, liability or revenue is a cost. */
export const groupOf = (kind: AccountKind): AccountGroup =>
  groups.get(kind) ?? (kind.endsWith('_revenue') ? 'earned' : 'costs');

/** What is owed and what is earned is a credit, which the books write below zero: by this it reads as an amount. */
export const signOf = (group: AccountGroup): 1 | -1 => (group === 'held' || group === 'costs' ? 1 : -1);

export type TransactionKind =
  | 'sale'
  | 'unapplied'
  | 'refund'
  | 'chargeback'
  | 'chargeback_won'
  | 'wallet_credit'
  | 'wallet_taken_back'
  | 'wallet_given_back'
  | 'wallet_taken_out'
  | 'debt_settled'
  | 'recognition'
  | StatedKind;

/** What staff enter from a provider's own statement. */
export const statedKinds = [
  'provider_fees',
  'platform_share',
  'tax_withheld',
  'reserve_held',
  'reserve_released',
  'dispute_held',
  'dispute_released',
  'exchange',
  'paid_out',
] as const;
export type StatedKind = (typeof statedKinds)[number];

/** What made a transaction: the table of its row in the singular. */
export type CauseType =
  | 'attempt'
  | 'reversal'
  | 'crypto_payment'
  | 'wallet_take_out'
  | 'recognised_day'
  | 'open_item_settlement'
  | 'provider_statement';
