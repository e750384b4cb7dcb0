export { bookReversal, bookSale, bookUnapplied, type Receipt, type Reversal, type SoldKind } from './book.ts';
export { countOwners, heldContent, listOwners, ownedContent, type OwnedThing, type Owner } from './content-owners.ts';
export { countPendingPayments, earningsByDay, earningsByHour, type DayEarnings } from './earnings.ts';
export { grantEntitlement, isEntitled, postHoldsOf, revokeEntitlements, wasEverSold, type PostHold } from './entitlements.ts';
export { findReceipt, listBalances, postTransaction, type NewTransaction } from './ledger-rows.ts';
export { listPayments, type PaymentFilters, type PaymentKind, type PaymentLine, type PaymentPage, type PaymentState } from './list-payments.ts';
export { countPostPurchases, listPostPurchases, listSales, salesOfPosts, type PostPurchase, type PostSales, type PurchasePlace, type Sale } from './post-sales.ts';
export { spentSql, spentTotalsOf, type SpentTotals } from './user-totals.ts';
