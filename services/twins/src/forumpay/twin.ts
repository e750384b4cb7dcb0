import { randomBytes, randomUUID } from 'node:crypto';
import { addDecimals, decimalOf, decimalText, parseDecimal } from '@backlot/domain/money/decimal';
import { openBooks, type Books, type Quoted, type TwinPayment } from './books.ts';
import { createForumpayFaults, type ForumpayFault, type ForumpayFaults } from './faults.ts';
import { moveOn, windowMs, type Progress } from './progress.ts';
import { coinsFor, feeOf, openCoins, written, type Coin } from './rates.ts';
import { createKnocks, type Knock } from './knocks.ts';

export interface StartTerms {
  readonly quote: Quoted;
  readonly reference: string | null;
  readonly webhookUrl: string | null;
  readonly underpaymentMinMinor: number | null;
  readonly overpaymentMaxMinor: number | null;
  readonly acceptsLate: boolean;
}

export interface ForumpayTwin {
  readonly user: string;
  readonly secret: string;
  readonly books: Books;
  readonly coins: Map<string, Coin>;
  readonly strikes: ForumpayFaults['strikes'];
  /** Payers by email who proved themselves with a PIN. */
  readonly pins: Map<string, string>;
  now(): number;
  quote(wanted: { posId: string; currency: string; invoiceMinor: number; invoiceCurrency: string }): Quoted;
  start(terms: StartTerms): TwinPayment;
  progressOf(payment: TwinPayment): Progress;
  find(address: string): TwinPayment | null;
  readonly control: ForumpayControl;
  close(): void;
}

/** What a person, or a test, does on the chain and behind the provider's counter. Addresses name payments. */
export interface ForumpayControl {
  payments(): readonly TwinPayment[];
  webhooks(): readonly Knock[];
  faults(faults: readonly ForumpayFault[]): void;
  /** Coins as text, `0.0001`, or a share of what is asked. */
  send(address: string, amount: string | { readonly share: number }): void;
  /** All transfers get their confirmations. */
  confirm(address: string): void;
  /** A block is taken back: transfers have one confirmation fewer than they need. */
  reorganise(address: string): void;
  block(address: string): void;
  doubleSpend(address: string): void;
  /** Staff send coins back in the dashboard, all that came where no amount is named; no webhook tells of it. */
  sendBack(address: string, coins?: string): void;
  /** Somebody asked staff to. */
  openReturn(address: string, coins?: string): void;
  /** The window of this payment closes now. */
  closeWindow(address: string): void;
  setRate(currency: string, rate: number): void;
  /** A webhook that nobody asked for. */
  knock(url: string, body: object): Promise<number | null>;
  reset(): void;
}

export function openForumpayTwin(options: {
  readonly user: string;
  readonly secret: string;
  readonly dataFile?: string;
  readonly retryMs: number;
}): ForumpayTwin {
  const books = openBooks(options.dataFile);
  const faults = createForumpayFaults();
  const knocks = createKnocks(options.retryMs, faults);
  let coins = openCoins();
  const coinOf = (currency: string): Coin => coins.get(currency)!;
  const now = (): number => Date.now();
  const find = (address: string): TwinPayment | null =>
    [...books.payments.values()].find((payment) => payment.address === address) ?? null;
  const get = (address: string): TwinPayment => {
    const payment = find(address);
    if (!payment) throw new Error(`no payment has the address ${address}`);
    return payment;
  };

  const progressOf = (payment: TwinPayment): Progress => {
    const before = JSON.stringify(payment);
    const progress = moveOn(payment, coinOf(payment.currency), now());
    const isNews = payment.toldState !== progress.state;
    payment.toldState = progress.state;
    if (JSON.stringify(payment) !== before) books.keep(payment);
    if (isNews) knocks.about(payment);
    return progress;
  };
  /** Something happened to a payment: it is written down, moves on, and its shop is told. */
  const change = (address: string, act: (payment: TwinPayment) => void): void => {
    const payment = get(address);
    // What time alone has done by now comes first: a transfer after the window is late.
    progressOf(payment);
    act(payment);
    books.keep(payment);
    const told = payment.toldState;
    progressOf(payment);
    if (payment.toldState === told) knocks.about(payment);
  };
  const giveBack = (payment: TwinPayment, state: 'opened' | 'sent', coins?: string): void => {
    payment.returned = { coins: coins ?? decimalText(progressOf(payment).settled), state };
    books.keep(payment);
  };

  return {
    user: options.user,
    secret: options.secret,
    books,
    get coins() {
      return coins;
    },
    strikes: faults.strikes,
    pins: new Map(),
    now,
    find,
    progressOf,
    quote({ posId, currency, invoiceMinor, invoiceCurrency }) {
      const coin = coinOf(currency);
      const exchange = coinsFor(invoiceMinor, coin);
      const fee = feeOf(coin);
      const quoted: Quoted = {
        paymentId: randomUUID(),
        posId,
        currency,
        invoiceMinor,
        invoiceCurrency,
        rate: coin.rate,
        amountExchange: written(exchange, coin.decimals),
        networkFee: written(fee, coin.decimals),
        amount: written(addDecimals(exchange, fee), coin.decimals),
      };
      books.quotes.set(quoted.paymentId, quoted);
      return quoted;
    },
    start({ quote, ...terms }) {
      const payment: TwinPayment = {
        ...quote,
        ...terms,
        address: `${quote.currency.toLowerCase()}-${randomBytes(16).toString('hex')}`,
        minConfirmations: coinOf(quote.currency).minConfirmations,
        startedAt: now(),
        transfers: [],
        cancelledAt: null,
        confirmedAt: null,
        isBlocked: false,
        isDoubleSpent: false,
        acceptedMinor: null,
        toldState: 'waiting',
      };
      books.keep(payment);
      if (faults.strikes('webhook-first')) knocks.about(payment);
      return payment;
    },
    control: {
      payments: () => [...books.payments.values()],
      webhooks: knocks.all,
      faults: faults.set,
      send: (address, amount) =>
        change(address, (payment) => {
          const text = typeof amount === 'string' ? amount : shareText(payment.amount, amount.share);
          const coins = parseDecimal(text);
          if (coins === null || coins.units === 0n) throw new Error(`not an amount of coins: ${text}`);
          payment.transfers.push({ amount: text, at: now(), confirmations: 0 });
        }),
      confirm: (address) =>
        change(address, (payment) => {
          for (const transfer of payment.transfers) transfer.confirmations = payment.minConfirmations;
        }),
      reorganise: (address) =>
        change(address, (payment) => {
          for (const transfer of payment.transfers) transfer.confirmations = payment.minConfirmations - 1;
          payment.confirmedAt = null;
        }),
      block: (address) =>
        change(address, (payment) => {
          payment.isBlocked = true;
        }),
      doubleSpend: (address) =>
        change(address, (payment) => {
          payment.isDoubleSpent = true;
        }),
      sendBack: (address, coins) => giveBack(get(address), 'sent', coins),
      openReturn: (address, coins) => giveBack(get(address), 'opened', coins),
      closeWindow: (address) =>
        change(address, (payment) => {
          payment.startedAt = Math.min(payment.startedAt, now() - windowMs);
        }),
      setRate: (currency, rate) => {
        coinOf(currency).rate = rate;
      },
      knock: knocks.send,
      reset: () => {
        books.clear();
        faults.set([]);
        coins = openCoins();
      },
    },
    close: () => {
      knocks.close();
      books.close();
    },
  };
}

/** A part of what is asked, in whole units of the last decimal. */
function shareText(asked: string, share: number): string {
  const { units, scale } = decimalOf(asked);
  return decimalText({ units: (units * BigInt(Math.round(share * 1_000_000))) / 1_000_000n, scale });
}
