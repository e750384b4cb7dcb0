import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readForm } from '../sandbox/http.ts';
import type { ForumpayFault } from './faults.ts';
import { presentCheck, presentCurrencies, presentRate, presentStart, presentTransactions } from './present.ts';
import type { ForumpayTwin } from './twin.ts';

/** The provider's own refusal, which comes with 200 as readily as with another status. */
export class Refusal extends Error {
  readonly code: string;
  readonly status: number;

  constructor(code: string, message: string, status = 200) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

interface Asked {
  readonly twin: ForumpayTwin;
  readonly given: URLSearchParams;
  /** Where people find the twin's wallet. */
  readonly walletUrl: string;
}

const actions: Readonly<Record<string, { method: 'GET' | 'POST'; act: (asked: Asked) => unknown }>> = {
  Ping: { method: 'GET', act: () => ({ result: 'pong' }) },
  GetCurrencyList: {
    method: 'GET',
    act: ({ twin, given }) => presentCurrencies(twin, required(given, 'invoice_currency')),
  },
  GetRate: { method: 'GET', act: ({ twin, given }) => presentRate(twin, quote(twin, given)) },
  StartPayment: { method: 'POST', act: start },
  CheckPayment: {
    method: 'GET',
    act: ({ twin, given, walletUrl }) => presentCheck(twin, find(twin, given), walletUrl),
  },
  CancelPayment: {
    method: 'GET',
    act: ({ twin, given }) => {
      const payment = find(twin, given);
      payment.cancelledAt ??= twin.now();
      twin.books.keep(payment);
      return { cancelled: true, status: 'Cancelled' };
    },
  },
  GetTransactions: { method: 'GET', act: ({ twin, given }) => presentTransactions(twin, given) },
  RequestKyc: {
    method: 'POST',
    act: ({ twin, given }) => {
      twin.pins.set(required(given, 'email'), '42355467');
      return { status: 'ok' };
    },
  },
};

/** `/pay/v2/{Action}/`, as the provider documents it. */
export async function answerAction(
  twin: ForumpayTwin,
  walletUrl: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const address = new URL(request.url ?? '/', 'http://twin');
  const name = /^\/pay\/v2\/(\w+)\/?$/.exec(address.pathname)?.[1] ?? '';
  const given = request.method === 'POST' ? await readForm(request) : address.searchParams;
  if (!hasKey(twin, request)) return json(response, 401, { err: 'Wrong API key', err_code: 'apiKeyWrong' });
  const action = Object.hasOwn(actions, name) ? actions[name]! : null;
  if (action === null || action.method !== request.method)
    return json(response, 404, { err: 'No such action', err_code: 'actionUnknown' });
  if (twin.strikes('html-403', name) ?? twin.strikes('error-before', name)) return networkError(response);
  if (twin.strikes('reset-before', name)) return void response.destroy();
  if (twin.strikes('silence-before', name)) return;
  const slow = twin.strikes('slow', name);
  if (slow) await new Promise((resolve) => setTimeout(resolve, slow.delayMs ?? 1_000));
  const refused = twin.strikes('refused', name);
  if (refused) return refuse(response, refusalOf(refused));
  try {
    const body = action.act({ twin, given, walletUrl });
    if (twin.strikes('reset-after', name)) return void response.destroy();
    if (twin.strikes('silence-after', name)) return;
    if (twin.strikes('error-after', name)) return networkError(response);
    json(response, 200, body);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    refuse(response, error);
  }
}

const networkError = (response: ServerResponse): void =>
  page(response, 403, '<html><title>403 Forbidden</title>cloud</html>');

const refusalOf = ({ code = 'internalError', message = 'Something is wrong' }: ForumpayFault): Refusal =>
  new Refusal(code, message);

const refuse = (response: ServerResponse, { code, message, status }: Refusal): void =>
  json(response, status, { err: message, err_code: code, additional: {} });

function start({ twin, given, walletUrl }: Asked): unknown {
  const paymentId = given.get('payment_id') ?? '';
  // The same payment started again is refused: who lost the answer finds it in the list.
  if (twin.books.payments.has(paymentId))
    throw new Refusal('paymentAlreadyStarted', 'Payment has already been started.');
  const quoted = twin.books.quotes.get(paymentId) ?? quote(twin, given);
  if (quoted.invoiceMinor !== minorOf(given) || quoted.currency !== given.get('currency'))
    throw new Refusal('invalidPaymentId', 'Payment id belongs to another quote.');
  const coin = twin.coins.get(quoted.currency)!;
  if (twin.strikes('sell-off')) coin.sellStatus = 'DISABLED';
  requireSold(twin, quoted.currency);
  requirePin(twin, given);
  const payment = twin.start({
    quote: quoted,
    reference: given.get('reference_no'),
    webhookUrl: given.get('webhook_url'),
    underpaymentMinMinor: isOn(given, 'auto_accept_underpayment')
      ? hundredths(given.get('auto_accept_underpayment_min') ?? '0.01')
      : null,
    overpaymentMaxMinor: isOn(given, 'auto_accept_overpayment')
      ? hundredths(given.get('auto_accept_overpayment_max') ?? '1000000')
      : null,
    acceptsLate: isOn(given, 'auto_accept_late_payment'),
  });
  return presentStart(twin, payment, walletUrl);
}

function requirePin(twin: ForumpayTwin, given: URLSearchParams): void {
  const email = given.get('payer_email') ?? '';
  const isSecond = [...twin.books.payments.values()].length > 0;
  const wanted = twin.strikes('pin-wanted') ?? (isSecond ? twin.strikes('pin-wanted-second') : null);
  const pin = given.get('payer_kyc_pin');
  if (pin !== null && pin !== twin.pins.get(email)) throw new Refusal('payerKYCNotVerified', 'The PIN is wrong.');
  if (wanted && pin === null) throw new Refusal('payerKYCNeeded', 'Verify your identity first.');
}

function quote(twin: ForumpayTwin, given: URLSearchParams) {
  const currency = required(given, 'currency');
  requireSold(twin, currency);
  return twin.quote({
    posId: required(given, 'pos_id'),
    currency,
    invoiceMinor: minorOf(given),
    invoiceCurrency: required(given, 'invoice_currency'),
  });
}

function requireSold(twin: ForumpayTwin, currency: string): void {
  if (twin.coins.get(currency)?.sellStatus !== 'OK')
    throw new Refusal('currencyNotAvailable', `${currency} is not available at the moment.`);
}

function find(twin: ForumpayTwin, given: URLSearchParams) {
  const payment = twin.books.payments.get(required(given, 'payment_id'));
  if (!payment || payment.address !== given.get('address') || payment.currency !== given.get('currency'))
    throw new Refusal('paymentNotFound', 'Payment not found.', 404);
  return payment;
}

function required(given: URLSearchParams, name: string): string {
  const value = given.get(name);
  if (!value) throw new Refusal('missingParameter', `Missing parameter: ${name}`, 400);
  return value;
}

const isOn = (given: URLSearchParams, name: string): boolean => given.get(name) === 'true';
const hundredths = (text: string): number => Math.round(Number(text) * 100);
function minorOf(given: URLSearchParams): number {
  const text = required(given, 'invoice_amount');
  if (!/^\d+(\.\d{1,2})?$/.test(text) || Number(text) === 0)
    throw new Refusal('invalidAmount', 'Invalid invoice amount.');
  return hundredths(text);
}

/** Compared as hashes, so that neither length nor content shows in the time it takes. */
function hasKey({ user, secret }: ForumpayTwin, request: IncomingMessage): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  const wanted = `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`;
  return timingSafeEqual(hash(request.headers.authorization ?? ''), hash(wanted));
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cf-ray': '8a1b2c3d4e5f-VIE' });
  response.end(JSON.stringify(body));
}

function page(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, { 'content-type': 'text/html', 'cf-ray': '8a1b2c3d4e5f-VIE' });
  response.end(html);
}
