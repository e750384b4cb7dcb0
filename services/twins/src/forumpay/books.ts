import {
  closeSync,
  existsSync,
  fdatasyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

export interface Transfer {
  /** Coins, as text. */
  readonly amount: string;
  readonly at: number;
  confirmations: number;
}

export interface Quoted {
  readonly paymentId: string;
  readonly posId: string;
  readonly currency: string;
  readonly invoiceMinor: number;
  readonly invoiceCurrency: string;
  readonly rate: number;
  readonly amountExchange: string;
  readonly networkFee: string;
  readonly amount: string;
}

/** A payment that was started. Texts of amounts, so that a line of the journal says it all. */
export interface TwinPayment extends Quoted {
  readonly address: string;
  readonly reference: string | null;
  readonly webhookUrl: string | null;
  /** Invoice amounts in hundredths; null: not accepted. */
  readonly underpaymentMinMinor: number | null;
  readonly overpaymentMaxMinor: number | null;
  readonly acceptsLate: boolean;
  readonly minConfirmations: number;
  startedAt: number;
  transfers: Transfer[];
  cancelledAt: number | null;
  confirmedAt: number | null;
  isBlocked: boolean;
  isDoubleSpent: boolean;
  /** Staff sent coins back, or were asked to; absent in journals of before. */
  returned?: { readonly coins: string; readonly state: 'opened' | 'sent' };
  /** What the invoice came to when it was accepted, in hundredths. */
  acceptedMinor: number | null;
  /** The state that was told last; a webhook tells of each change. */
  toldState: string;
}

export interface Books {
  readonly quotes: Map<string, Quoted>;
  readonly payments: Map<string, TwinPayment>;
  /** On disk when it returns. */
  keep(payment: TwinPayment): void;
  clear(): void;
  close(): void;
}

/** The twin's memory: quotes for as long as it runs, payments in a journal of JSON lines where there is a file. */
export function openBooks(dataFile?: string): Books {
  const payments = new Map<string, TwinPayment>();
  if (dataFile) mkdirSync(dirname(dataFile), { recursive: true });
  if (dataFile && existsSync(dataFile))
    for (const line of readFileSync(dataFile, 'utf8').split('\n')) {
      const payment = payOf(line);
      if (payment) payments.set(payment.paymentId, payment);
    }
  const file = dataFile ? openSync(dataFile, 'a', 0o600) : null;
  return {
    quotes: new Map(),
    payments,
    keep(payment) {
      payments.set(payment.paymentId, payment);
      if (file === null) return;
      writeSync(file, `${JSON.stringify(payment)}\n`);
      fdatasyncSync(file);
    },
    clear() {
      payments.clear();
      this.quotes.clear();
      if (file !== null) ftruncateSync(file, 0);
    },
    close: () => file !== null && closeSync(file),
  };
}

/** A line that a kill tore in the middle was never answered for. */
function payOf(line: string): TwinPayment | null {
  try {
    return line === '' ? null : (JSON.parse(line) as TwinPayment);
  } catch {
    return null;
  }
}
