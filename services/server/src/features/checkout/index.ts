import type { Feature } from '../../feature.ts';
import { applyWebhookJob } from './webhooks/apply-webhook.ts';
import { explainChargeJob } from './explain/explain-charge.ts';
import { cardEntryPageQuery } from './cards/card-entry-page-query.ts';
import { forgetCardJob } from './cards/forget-card.ts';
import { paymentHistory } from './payment-history.ts';
import { mountWebhooks } from './webhooks/receive-webhook.ts';
import { lookForReversalsJob } from './reconciliation/look-for-reversals.ts';
import { reconcileAccountsJob } from './reconciliation/read-reports.ts';
import { closeOtherWayJob } from './settle/close-other-way.ts';
import { reconcileForgottenJob, reconcilePaymentJob } from './settle/reconcile-payment.ts';
import { refundPaymentJob, retryOwedRefundsJob } from './settle/refund-payment.ts';
import { endUnaskedSeriesJob } from './settle/end-unasked-series.ts';
import { endForgottenOrphansJob, endOrphanedSeriesJob } from './settle/orphaned-series.ts';
import { retryPutAsideJob } from './settle/unapplied.ts';
import { checkoutRoutes } from './routes.ts';

export { engageBrake, isBrakeOn, releaseBrake, type BrakeCause } from './brake/card-brake.ts';
export { findEngagedBrake } from './brake/card-brake-rows.ts';
export { webhookUrl } from './provider-accounts/account-rows.ts';
export { isAccountLeft } from './provider-accounts/account-left.ts';
export { hasChargeableCard } from './cards/charging-account.ts';
export { listDeclinesOfCard, type CardDecline } from './cards/declines-of-card.ts';
export { findStoredCard } from './cards/instrument-rows.ts';
export { presentAccount } from './provider-accounts/present-account.ts';
export { requireAllowedCardField } from './provider-accounts/card-field-of.ts';
export { viewCharge } from './provider-accounts/view-charge.ts';
export { cardOf } from './cards/card-payment.ts';
export { purchasesOfCauses, type CausePurchase } from './causes.ts';
export { contentHolds, contentHoldsOf, contentsHeld, wasEverSold, type ContentHold } from './content-holds.ts';
export { countingIntents } from './counting-intents.ts';
export { returnSums } from './return-sums.ts';
export {
  listBestSold,
  listSales,
  salesOfContents,
  type BestSold,
  type ContentSales,
  type Sale,
} from './content-sales.ts';
export { importReturns, type PastReturn } from './import-returns.ts';
export { importPayments, openPastAccount, type PastAccount, type PastPayment } from './import-payments.ts';
export {
  countPendingPayments,
  findOpenIntent,
  inProgress,
  isPeriodHeld,
  isPeriodPaidByAnother,
  openPurchases,
} from './intent-rows.ts';
export { findOwnPayment, listOwnPayments, type OwnCharge, type OwnPayment } from './own-payments.ts';
export { endProviderSeries } from './pay/end-provider-series.ts';
export { openStoredCharge } from './pay/open-stored-charge.ts';
export { lookBeforeRenewal } from './webhooks/look-before-renewal.ts';
export { ReversalsUntold } from './webhooks/apply-reversal.ts';
export { amountDiffers } from './settle/end-held.ts';
export { chargeWallet, findChargedWallet } from './pay/charge-wallet.ts';
export { listChargedMeans, type ChargedMeans } from './pay/charged-means.ts';
export { findWalletPurchase } from './pay/find-wallet-purchase.ts';
export { agreed } from './pay/agreed.ts';
export { pay } from './pay/pay.ts';
export { payFromWallet } from './pay/pay-from-wallet.ts';
export { boughtToday, purchaseLimitOf } from './pay/purchase-limit.ts';
export { cardTaking, renewingZone } from './provider-accounts/open-account.ts';
export { presentPriceSums, priceSumsOf, type PriceSums } from './price-sums.ts';
export {
  cardBounds,
  isBilledElsewhere,
  requireBillablePrices,
  type PricesToSave,
} from './provider-accounts/billable-prices.ts';
export { requireUsableSecond } from './provider-accounts/usable-second.ts';
export { purchaseStanding, type PurchaseOutcome } from './pay/purchase-outcome.ts';
export type {
  Delivered,
  Draft,
  Drafting,
  Intended,
  Standing,
  Payment,
  Sellable,
  Undeliverable,
  Withdrawal,
} from './sellable.ts';
export type { LaterCharges } from './later-charges.ts';
export { openSellables, type Sellables } from './sellables.ts';
export {
  brandOfCharge,
  cardOfCharge,
  chargesByLast4,
  last4OfCharge,
  schemeOfCharge,
  withSchemes,
} from './card-of-charge.ts';
export { isOrderToldOf } from './settle/told.ts';
export { bookReportedCharge, type KnownCharge } from './settle/book-reported-charge.ts';
export { findLastPurchase, giveBack, listPaidSince, type PaidCharge } from './settle/give-back.ts';
export { countOpenItems, recordBeside } from './settle/settlement-rows.ts';
export { agreedAgainWith, cardConsentFor, type Consent, type GivenConsent, type StoredQuote } from './stored-quote.ts';
export { triesOf } from './tries-of.ts';
export { sendCharge } from './pay/charge.ts';
export type { ReportLineRow, ReportReadingRow } from './reconciliation/tables.ts';
export type { ProviderStatementRow } from './provider-statements/tables.ts';

export const checkoutFeature: Feature = {
  name: 'checkout',
  tables: [
    'provider_accounts',
    'payment_intents',
    'payment_attempts',
    'payment_instruments',
    'payment_reversals',
    'open_item_settlements',
    'webhook_deliveries',
    'orphaned_series',
    'report_readings',
    'report_readings_before',
    'report_lines',
    'reversal_looks',
    'provider_statements',
    'card_brakes',
  ],
  routes: checkoutRoutes,
  pageQueries: cardEntryPageQuery,
  paymentHistory,
  files: mountWebhooks,
  jobs: [
    applyWebhookJob,
    retryPutAsideJob,
    endOrphanedSeriesJob,
    endUnaskedSeriesJob,
    endForgottenOrphansJob,
    reconcilePaymentJob,
    reconcileForgottenJob,
    closeOtherWayJob,
    refundPaymentJob,
    retryOwedRefundsJob,
    forgetCardJob,
    explainChargeJob,
    reconcileAccountsJob,
    lookForReversalsJob,
  ],
};
