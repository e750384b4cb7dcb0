import type { Quoted, TwinPayment } from './books.ts';
import { coinsText, statusText } from './progress.ts';
import type { ForumpayTwin } from './twin.ts';

/** Answers in the provider's mix of forms: amounts as text, booleans as `"1"`, `true` or a time. */

const money = (minor: number): string => (minor / 100).toFixed(2);
const time = (at: number | null): string | null =>
  at === null ? null : new Date(at).toISOString().slice(0, 19).replace('T', ' ');

export const presentCurrencies = (twin: ForumpayTwin, invoiceCurrency: string) =>
  [...twin.coins].map(([currency, coin]) => ({
    currency,
    description: coin.description,
    status: 'OK',
    zero_confirmations_enabled: currency === 'BTC' ? '1' : '0',
    currency_fiat: invoiceCurrency,
    icon_url: '',
    rate: coin.rate.toFixed(4),
    sell_status: coin.sellStatus,
    sell_rate: coin.rate.toFixed(4),
    buy_status: 'OK',
    buy_rate: (coin.rate * 1.005).toFixed(4),
    sell_min_invoice_amount: '1.00',
    sell_max_invoice_amount: currency === 'LTC' ? '650.00' : '20000.00',
    sell_network_processing_fee: coin.networkFee,
    buy_min_invoice_amount: '1.00',
    buy_max_invoice_amount: '99.00',
    buy_network_processing_fee: '0.00003000',
  }));

export function presentRate(twin: ForumpayTwin, quoted: Quoted) {
  const coin = twin.coins.get(quoted.currency)!;
  return {
    invoice_currency: quoted.invoiceCurrency,
    invoice_amount: money(quoted.invoiceMinor),
    currency: quoted.currency,
    rate: quoted.rate.toFixed(4),
    amount_exchange: quoted.amountExchange,
    network_processing_fee: quoted.networkFee,
    amount: quoted.amount,
    wait_time: `about ${coin.minutes} minutes`,
    sid: null,
    fast_transaction_fee: '0.00010000',
    fast_transaction_fee_currency: `${quoted.currency}/kB`,
    payment_id: quoted.paymentId,
  };
}

const walletOf = (walletUrl: string, { currency, address }: TwinPayment, amount?: string): string =>
  `${walletUrl}/sandboxWallet.transfer?${new URLSearchParams({ currency, address, ...(amount === undefined ? {} : { amount }) })}`;

export const presentStart = (twin: ForumpayTwin, payment: TwinPayment, walletUrl: string) => ({
  ...presentRate(twin, payment),
  address: payment.address,
  // A number here, text elsewhere.
  min_confirmations: payment.minConfirmations,
  qr: walletOf(walletUrl, payment, payment.amount),
  qr_alt: walletOf(walletUrl, payment),
  qr_img: `${walletUrl}/qr?d=${encodeURIComponent(walletOf(walletUrl, payment, payment.amount))}`,
  qr_alt_img: `${walletUrl}/qr?d=${encodeURIComponent(walletOf(walletUrl, payment))}`,
  notices: twin.strikes('notices')
    ? [
        { code: 'slowNetwork', message: 'The network is busy; a confirmation may take longer than usual.' },
        { code: 'sameNetwork', message: `Send ${payment.currency} on its own network only.` },
      ]
    : [],
  access_token: payment.paymentId,
  access_url: walletOf(walletUrl, payment),
  stats_token: `twin.${payment.paymentId}`,
  print_string: '<BR>',
  item_name: null,
  // A fresh answer carries it, and it says nothing.
  cancelled: true,
});

export function presentCheck(twin: ForumpayTwin, payment: TwinPayment, walletUrl: string) {
  const progress = twin.progressOf(payment);
  const coin = twin.coins.get(payment.currency)!;
  const isConfirmed = payment.confirmedAt !== null;
  const missing = progress.missing === null ? null : coinsText(progress.missing, coin);
  const isBlocked = isConfirmed && twin.strikes('confirmed-but-blocked') !== null;
  const confirmations = Math.min(...payment.transfers.map((transfer) => transfer.confirmations), Infinity);
  return {
    reference_no: payment.reference,
    inserted: time(payment.startedAt),
    type: 'Sell',
    invoice_currency: payment.invoiceCurrency,
    invoice_amount: money(payment.acceptedMinor ?? payment.invoiceMinor),
    currency: payment.currency,
    amount: payment.amount,
    original_amount: null,
    payment: coinsText(progress.settled, coin),
    confirmations: String(Number.isFinite(confirmations) ? confirmations : 0),
    min_confirmations: String(payment.minConfirmations),
    accept_zero_confirmations: '0',
    require_kyt_for_confirmation: '0',
    unconfirmed_amount: coinsText(progress.unconfirmed, coin),
    unconfirmed_invoice_amount: '0.00',
    status: statusText(progress.state, payment, twin.now(), twin.strikes('foreign-status') !== null),
    state: isBlocked ? 'blocked' : progress.state,
    confirmed: isConfirmed,
    confirmed_time: time(payment.confirmedAt),
    cancelled: progress.state === 'cancelled',
    cancelled_time: time(payment.cancelledAt),
    reason: null,
    wait_time: `about ${coin.minutes} minutes`,
    sid: null,
    access_token: payment.paymentId,
    access_url: walletOf(walletUrl, payment),
    print_string: '<BR>',
    item_name: null,
    ...(missing === null
      ? {}
      : {
          underpayment: {
            address: payment.address,
            missing_amount: missing,
            qr: walletOf(walletUrl, payment, missing),
            qr_alt: walletOf(walletUrl, payment),
            qr_img: `${walletUrl}/qr?d=${encodeURIComponent(walletOf(walletUrl, payment, missing))}`,
            qr_alt_img: `${walletUrl}/qr?d=${encodeURIComponent(walletOf(walletUrl, payment))}`,
          },
        }),
  };
}

export const presentTransactions = (twin: ForumpayTwin, given: URLSearchParams) => ({
  invoices: [...twin.books.payments.values()]
    .filter(({ reference }) => [null, reference].includes(given.get('reference_no')))
    .slice(...pageOf(twin, given))
    .map((payment) => {
      const progress = twin.progressOf(payment);
      const coin = twin.coins.get(payment.currency)!;
      return {
        state: progress.state,
        status: statusText(progress.state, payment, twin.now(), false),
        status_loc: statusText(progress.state, payment, twin.now(), false),
        pos_id: payment.posId,
        invoice_currency: payment.invoiceCurrency,
        invoice_amount: money(payment.acceptedMinor ?? payment.invoiceMinor),
        currency: payment.currency,
        amount: payment.amount,
        amount_exchange: payment.amountExchange,
        network_processing_fee: payment.networkFee,
        address: payment.address,
        type: 'Sell',
        type_loc: 'Sell',
        payment: coinsText(progress.settled, coin),
        refund: payment.returned?.state === 'sent' ? payment.returned.coins : null,
        refund_amount_opened: payment.returned?.state === 'opened' ? payment.returned.coins : null,
        refund_status: returnTextOf(payment),
        refund_status_loc: returnTextOf(payment),
        invoice_date: time(payment.startedAt),
        inserted: time(payment.startedAt),
        // Times here, booleans in a check.
        confirmed: time(payment.confirmedAt),
        cancelled: time(payment.cancelledAt),
        double_spending_alert: payment.isDoubleSpent ? '1' : '0',
        accept_zero_confirmations: '0',
        item_name: null,
        access_token: payment.paymentId,
        sid: null,
        payment_id: payment.paymentId,
      };
    }),
});

/** From the one place up to the other. The fault gives fewer than were asked for, as a list with a limit of its own does. */
function pageOf(twin: ForumpayTwin, given: URLSearchParams): [number, number] {
  const from = Number(given.get('offset') ?? 0);
  const most = twin.strikes('short-pages', 'GetTransactions') ? 1 : Infinity;
  return [from, from + Math.min(Number(given.get('limit') ?? Infinity), most)];
}

/** Made up: the documents name the member and none of its words. */
const returnTextOf = ({ returned }: TwinPayment): string | null =>
  returned === undefined ? null : returned.state === 'sent' ? 'Refunded' : 'Refund opened';
