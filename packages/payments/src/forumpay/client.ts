import { maxMinor } from '@backlot/domain/money/money';
import type { UnknownCause } from '../outcomes.ts';
import type {
  ForumpayCheck,
  ForumpayCurrency,
  ForumpayPage,
  ForumpayRate,
  ForumpayStart,
  ForumpayTransaction,
} from './answers.ts';
import { askForumpay, type ForumpayAccount, type ForumpayAnswer } from './ask.ts';
import { readCheck, readCurrencies, readPage, readRate, readStart, readTransactions } from './read-answers.ts';

export type Told<T> =
  | { readonly kind: 'told'; readonly value: T }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  /** May or may not have happened. */
  | { readonly kind: 'unknown'; readonly cause: UnknownCause };

export interface RateWanted {
  /** Two decimals, `20.00`. */
  readonly invoiceAmount: string;
  readonly invoiceCurrency: string;
  readonly currency: string;
}

export interface StartWanted extends RateWanted {
  /** Of the rate that the payer saw. */
  readonly paymentId: string;
  /** Ours; what was started is found by it when the answer is lost. */
  readonly reference: string;
  readonly payer: { readonly id: string; readonly email: string; readonly address: string; readonly userAgent: string };
  /** From the payer's mailbox, after `askForPin`. */
  readonly pin?: string;
  readonly webhookUrl: string;
}

/** Which payment is meant: ForumPay wants all three. */
export interface PaymentKey {
  readonly paymentId: string;
  readonly currency: string;
  readonly address: string;
}

/** Payments by crypto currency. No method throws for trouble on the way. */
export interface ForumpayClient {
  currencies(invoiceCurrency: string): Promise<Told<ForumpayCurrency[]>>;
  rate(wanted: RateWanted): Promise<Told<ForumpayRate>>;
  start(wanted: StartWanted): Promise<Told<ForumpayStart>>;
  check(key: PaymentKey): Promise<Told<ForumpayCheck>>;
  /** Payments that were started with this reference. */
  transactions(reference: string): Promise<Told<ForumpayTransaction[]>>;
  /** So many of the account's payments, from a place in its list on; whatever they were started with. */
  list(offset: number, limit: number): Promise<Told<ForumpayPage>>;
  askForPin(email: string): Promise<Told<true>>;
}

/** Refusals that a PIN from the payer's mailbox lifts. */
const wantsPin = new Set([
  'payerAuthNeeded',
  'payerKYCNeeded',
  'payerKYCNotVerified',
  'payerEmailVerificationCodeNeeded',
]);
export const isPinWanted = ({ code }: { readonly code: string }): boolean => wantsPin.has(code);

/**
 * Less, more and late: everything that comes is taken, because all of it is credited. Transfers that no block holds yet
 * are not.
 */
const terms = {
  accept_zero_confirmations: 'false',
  auto_accept_underpayment: 'true',
  auto_accept_underpayment_min: '0.01',
  auto_accept_overpayment: 'true',
  auto_accept_overpayment_max: (maxMinor / 100).toFixed(2),
  auto_accept_late_payment: 'true',
} as const;

export function createForumpayClient(account: ForumpayAccount, timeLimitMs = 10_000): ForumpayClient {
  const ask = askForumpay.bind(null, account, timeLimitMs);
  const pos_id = account.posId;
  const rateParams = ({ invoiceAmount, invoiceCurrency, currency }: RateWanted) => ({
    pos_id,
    invoice_currency: invoiceCurrency,
    invoice_amount: invoiceAmount,
    currency,
    accept_zero_confirmations: terms.accept_zero_confirmations,
  });
  return {
    currencies: async (invoiceCurrency) =>
      readAs(await ask('GET', 'GetCurrencyList', { invoice_currency: invoiceCurrency }), readCurrencies),
    rate: async (wanted) => readAs(await ask('GET', 'GetRate', rateParams(wanted)), readRate),
    start: async (wanted) =>
      readAs(
        await ask('POST', 'StartPayment', {
          ...rateParams(wanted),
          ...terms,
          payment_id: wanted.paymentId,
          reference_no: wanted.reference,
          payer_ip_address: wanted.payer.address,
          payer_email: wanted.payer.email,
          payer_id: wanted.payer.id,
          payer_user_agent: wanted.payer.userAgent,
          payer_kyc_pin: wanted.pin,
          webhook_url: wanted.webhookUrl,
        }),
        readStart,
      ),
    check: async ({ paymentId, currency, address }) =>
      readAs(await ask('GET', 'CheckPayment', { pos_id, currency, payment_id: paymentId, address }), readCheck),
    transactions: async (reference) =>
      readAs(
        await ask('GET', 'GetTransactions', { offset: '0', limit: '50', reference_no: reference }),
        readTransactions,
      ),
    list: async (offset, limit) =>
      readAs(await ask('GET', 'GetTransactions', { offset: String(offset), limit: String(limit) }), readPage),
    askForPin: async (email) => readAs(await ask('POST', 'RequestKyc', { email }), () => true as const),
  };
}

function readAs<T>(answer: ForumpayAnswer, read: (body: unknown) => T | null): Told<T> {
  if (answer.kind !== 'answer') return answer;
  const value = read(answer.body);
  return value === null ? { kind: 'unknown', cause: 'unreadable-answer' } : { kind: 'told', value };
}
