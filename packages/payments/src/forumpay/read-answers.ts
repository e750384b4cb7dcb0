import type { CryptoTold } from '@backlot/domain/money/crypto';
import { isZero, parseDecimal, zero, type Decimal } from '@backlot/domain/money/decimal';
import type {
  ForumpayCame,
  ForumpayCheck,
  ForumpayCurrency,
  ForumpayListed,
  ForumpayMissing,
  ForumpayNotice,
  ForumpayPage,
  ForumpayRate,
  ForumpayReturn,
  ForumpayStart,
  ForumpayTransaction,
} from './answers.ts';

/**
 * ForumPay's answers in one form. Amounts stay text until they are decimals; `true`, `"1"` and `"true"` are one thing.
 * An answer that lacks what is needed is null, and the caller treats it as unreadable.
 */
type Body = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const amountOf = (value: unknown): Decimal | null => parseDecimal(typeof value === 'number' ? String(value) : value);
const isOn = (value: unknown): boolean => value === true || value === 1 || value === '1' || value === 'true';
/** Those that a payer may send now: `sell` is the payer's direction. Null when it is no list. */
export function readCurrencies(body: unknown): ForumpayCurrency[] | null {
  if (!Array.isArray(body)) return null;
  return body.filter(isObject).flatMap((item) => {
    const currency = textOf(item['currency']);
    if (currency === null || item['status'] !== 'OK' || item['sell_status'] !== 'OK') return [];
    return [
      {
        currency,
        description: textOf(item['description']) ?? currency,
        minimum: amountOf(item['sell_min_invoice_amount']),
        maximum: amountOf(item['sell_max_invoice_amount']),
      },
    ];
  });
}

export function readRate(body: unknown): ForumpayRate | null {
  if (!isObject(body)) return null;
  const [paymentId, currency] = [textOf(body['payment_id']), textOf(body['currency'])];
  const [amount, invoiceAmount] = [amountOf(body['amount']), amountOf(body['invoice_amount'])];
  const invoiceCurrency = textOf(body['invoice_currency']);
  if (!paymentId || !currency || !invoiceCurrency || !amount || isZero(amount) || !invoiceAmount) return null;
  return { paymentId, currency, amount, invoiceAmount, invoiceCurrency, waitTime: textOf(body['wait_time']) ?? '' };
}

/** `cancelled` of a fresh answer says nothing. */
export function readStart(body: unknown): ForumpayStart | null {
  const rate = readRate(body);
  if (rate === null || !isObject(body)) return null;
  const address = textOf(body['address']);
  if (address === null) return null;
  return {
    ...rate,
    address,
    qr: textOf(body['qr']) ?? address,
    qrImage: textOf(body['qr_img']) ?? '',
    statsToken: textOf(body['stats_token']) ?? '',
    notices: readNotices(body['notices']),
  };
}

const readNotices = (value: unknown): ForumpayNotice[] =>
  (Array.isArray(value) ? value : []).filter(isObject).flatMap((notice) => {
    const message = textOf(notice['message']);
    return message === null ? [] : [{ code: String(notice['code'] ?? ''), message }];
  });

const states: Readonly<Record<string, CryptoTold['state']>> = {
  waiting: 'waiting',
  processing: 'processing',
  // Nothing is credited on a transfer that no block holds yet.
  zero_confirmed: 'processing',
  underpayment: 'underpayment',
  confirmed: 'confirmed',
  cancelled: 'cancelled',
  blocked: 'blocked',
};

const stateOf = (value: unknown): CryptoTold['state'] => {
  const word = textOf(value)?.toLowerCase() ?? '';
  return Object.hasOwn(states, word) ? states[word]! : 'unknown';
};

/** `status` is a text for people in some language, with a countdown in it at times: only `state` and `confirmed` count. */
export function readCheck(body: unknown): ForumpayCheck | null {
  if (!isObject(body) || textOf(body['state']) === null) return null;
  const isConfirmed = isOn(body['confirmed']);
  const payment = amountOf(body['payment']);
  // Where `payment` is left out of what was confirmed, `amount` is what was taken.
  const paid = isConfirmed && (payment === null || isZero(payment)) ? amountOf(body['amount']) : (payment ?? zero);
  // What was taken can't be read: nothing is known, rather than nothing was paid.
  if (paid === null) return null;
  return {
    told: {
      state: stateOf(body['state']),
      isConfirmed,
      paid,
      unconfirmed: amountOf(body['unconfirmed_amount']) ?? zero,
    },
    invoiceAmount: amountOf(body['invoice_amount']),
    missing: readMissing(body['underpayment']),
  };
}

function readMissing(value: unknown): ForumpayMissing | null {
  const amount = isObject(value) ? amountOf(value['missing_amount']) : null;
  const address = isObject(value) ? textOf(value['address']) : null;
  if (!isObject(value) || amount === null || address === null) return null;
  return { amount, address, qr: textOf(value['qr']) ?? address };
}

/** In a list `confirmed` and `cancelled` are times. Items that can't be read are left out. */
export function readTransactions(body: unknown): ForumpayTransaction[] | null {
  if (!isObject(body) || !Array.isArray(body['invoices'])) return null;
  return body['invoices'].filter(isObject).flatMap((item) => {
    const [paymentId, address, currency] = [
      textOf(item['payment_id']),
      textOf(item['address']),
      textOf(item['currency']),
    ];
    if (!paymentId || !address || !currency) return [];
    const isDoubleSpent = isOn(item['double_spending_alert']);
    return [{ paymentId, address, currency, isDoubleSpent, returned: readReturn(item) }];
  });
}

/** A page of the account's whole list, with what other shops at the same account sold there. */
export function readPage(body: unknown): ForumpayPage | null {
  if (!isObject(body) || !Array.isArray(body['invoices'])) return null;
  const items: readonly unknown[] = body['invoices'];
  const readable = items.filter(isObject);
  // What an account buys of coins is listed as well.
  const payments = readable.filter(({ type }) => type === 'Sell').map(readListed);
  return { count: items.length, payments, unreadable: items.length - readable.length };
}

const readListed = (item: Body): ForumpayListed => ({
  paymentId: textOf(item['payment_id']),
  posId: textOf(item['pos_id']),
  isAccepted: item['confirmed'] !== null,
  came: readCame(item),
});

function readCame(item: Body): ForumpayCame | null {
  const [invoiceCurrency, invoiceAmount] = [textOf(item['invoice_currency']), amountOf(item['invoice_amount'])];
  const [startedAt, confirmedAt] = [timeOf(item['inserted']), timeOf(item['confirmed'])];
  if (!invoiceAmount || !startedAt || !confirmedAt || !/^[A-Z]{3}$/.test(invoiceCurrency ?? '')) return null;
  return { invoiceCurrency: invoiceCurrency!, invoiceAmount, startedAt };
}

/** `2026-01-02 03:04:05`, UTC without a mark; undefined for anything else. */
function timeOf(value: unknown): Date | undefined {
  const [, day, clock] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)$/.exec(textOf(value) ?? '') ?? [];
  const time = new Date(`${day}T${clock}Z`);
  return Number.isNaN(time.getTime()) ? undefined : time;
}

/** A status alone is no return: `none` is one too. */
function readReturn(item: Body): ForumpayReturn | null {
  const refund = amountOf(item['refund']) ?? zero;
  const opened = amountOf(item['refund_amount_opened']) ?? zero;
  if (isZero(refund) && isZero(opened)) return null;
  return { refund, opened, status: (textOf(item['refund_status']) ?? '').slice(0, 200) };
}

/** What a webhook is about; null for what names nothing. It is a knock on the door: nothing in it is believed. */
export function readWebhookKnock(raw: Buffer): { readonly paymentId: string | null; readonly isTest: boolean } | null {
  try {
    const body: unknown = JSON.parse(raw.toString('utf8'));
    if (!isObject(body)) return null;
    return { paymentId: textOf(body['payment_id']), isTest: 'webhook_test' in body };
  } catch {
    return null;
  }
}
