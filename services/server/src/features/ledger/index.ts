import type { Feature } from '../../feature.ts';
import { recogniseRevenueJob } from './deferred/recognise-revenue.ts';
import { checkBooksJob } from './seal/check-books.ts';
import { sealBooksJob } from './seal/seal-books.ts';
import { sumBooksJob } from './sums/sum-books.ts';

export {
  bookAccepted,
  bookReversal,
  bookSale,
  bookSales,
  bookUnapplied,
  walletProvider,
  revenueOf,
  type Earning,
  type Receipt,
  type Reversal,
  type Sale,
} from './book.ts';
export { bookWon } from './book-won.ts';
export { countOwners, listOwners, ownedContent, type OwnedThing, type Owner } from './content-owners.ts';
export { deferSale, moveDeferred } from './deferred/defer-sale.ts';
export {
  broughtBy,
  earningsByDay,
  earningsByHour,
  firstSaleAt,
  hasSold,
  salesByDay,
  salesByMonth,
  type DayEarnings,
  type MonthSales,
} from './earnings.ts';
export {
  grantEntitlement,
  grantEntitlements,
  grantingEntitlements,
  heldContents,
  holdingBuyer,
  isOwnedBy,
  lockBuyer,
  lockBuyerWithNext,
  ownedContents,
  revokeEntitlements,
  wasEverOwned,
} from './entitlements.ts';
export {
  amountsOf,
  findReceipt,
  hasBookings,
  isWhollyReturned,
  listBalances,
  postTransaction,
  type NewTransaction,
  type PaidAmount,
} from './ledger-rows.ts';
export {
  countContentPurchases,
  givenByAttempts,
  listContentPurchases,
  type ContentPurchase,
  type PurchasePosition,
} from './content-purchases.ts';
export { bookProviderStatement, type StatedFigures } from './provider-statement.ts';
export { checkBooks } from './seal/check-books.ts';
export { forgetHeads } from './seal/kept-heads.ts';
export { checkWallets } from './wallet/check-wallets.ts';
export { checkSums } from './sums/check-sums.ts';
export { sumBooks } from './sums/sum-books.ts';
export { spansBefore, unsummed, unsummedMovesBefore } from './sums/sum-rows.ts';
export { lastSeal } from './seal/seal-rows.ts';
export {
  groupOf,
  signOf,
  statedKinds,
  type AccountKind,
  type RevenueAccount,
  type StatedKind,
  type TransactionKind,
} from './chart.ts';
export { recognisedUntil } from './deferred/deferred-rows.ts';
export { creditWallet, tellWallet, walletChanged, type WalletCredit } from './wallet/credit-wallet.ts';
export { listMoves, type WalletMoved } from './wallet/list-moves.ts';
export { settleDebt } from './wallet/settle-debt.ts';
export { giveBackRefund } from './wallet/give-back.ts';
export { takeBackRefund } from './wallet/take-back.ts';
export { takeOut } from './wallet/take-out.ts';
export {
  countDebtors,
  otherWallets,
  owingFans,
  walletCurrencies,
  walletOf,
  walletRow,
  walletsOfAll,
  type Wallet,
} from './wallet/wallet-rows.ts';
export { spentBy, spentTotalsOf, type SpentTotals } from './user-totals.ts';

/** The books: what was earned and spent, and what belongs to whom for it. */
export const ledgerFeature: Feature = {
  name: 'ledger',
  tables: [
    'ledger_accounts',
    'ledger_transactions',
    'ledger_entries',
    'fan_wallets',
    'deferred_sales',
    'recognised_days',
    'ledger_seals',
    'ledger_sealed',
    'ledger_sums',
    'ledger_unsummed',
    'ledger_moves',
    'user_totals',
    'entitlements',
  ],
  jobs: [recogniseRevenueJob, sealBooksJob, checkBooksJob, sumBooksJob],
};
