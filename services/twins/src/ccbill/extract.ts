import type { IncomingMessage, ServerResponse } from 'node:http';
import { readForm } from '../sandbox/http.ts';
import { newId, priceOf, twinAccount, type TwinSale } from './books.ts';
import { mountainTime } from './notices.ts';
import { spoil } from './spoil.ts';
import type { CcbillTwin } from './twin.ts';

const types = ['NEW', 'REBILL', 'REFUND', 'CHARGEBACK', 'EXPIRE', 'VOID', 'CANCELLATION'] as const;
type LineType = (typeof types)[number];

interface Line {
  readonly type: LineType;
  readonly at: Date;
  /** All that is written of it. */
  readonly fields: readonly string[];
}

export interface TwinExtract {
  ofSale(sale: TwinSale): void;
  ofRenewal(sale: TwinSale, transactionId: string, amount: string): void;
  ofBack(event: 'Refund' | 'Void' | 'Chargeback', sale: TwinSale, minor: number): void;
  ofEnd(type: 'CANCELLATION' | 'EXPIRE', sale: TwinSale): void;
  /** Whether a request comes too soon after the one before; it counts where it does not. */
  isTooSoon(): boolean;
  lines(): readonly Line[];
  readonly control: {
    /** One request in so many milliseconds from now on; 0 lifts the limit. */
    limit(ms: number): void;
    /** A sale that was never pushed, with which nobody has anything to do. Its subscription. */
    addUnpushedSale(amount: string): string;
    reset(): void;
  };
}

const hourMs = 3_600_000;

/** What DataLink's extract tells: everything that happened, whether a notice of it arrived or not. */
export function openExtract(time: () => Date): TwinExtract {
  let lines: Line[] = [];
  let limitMs = hourMs;
  let asked: number | null = null;
  const add = (type: LineType, subscriptionId: string, more: readonly string[]): void => {
    const at = time();
    const written = [type, twinAccount.account, twinAccount.subAccount, subscriptionId, stampOf(at), ...more];
    lines.push({ type, at, fields: written });
  };
  const addSale = (subscriptionId: string, amount: string, firstDays: number, later: readonly string[]): void =>
    // What a payer types is there as it is with CCBill.
    add('NEW', subscriptionId, [
      'Typed',
      'O"Form, Jr',
      'typed@example.test',
      '',
      '1',
      amount,
      String(firstDays),
      ...later,
    ]);
  return {
    ofSale: ({ subscriptionId, amountMinor, currency, firstDays, later }) =>
      addSale(
        subscriptionId,
        priceOf(amountMinor, currency),
        firstDays,
        later ? [priceOf(later.minor, currency), String(later.days), '1', 'VISA'] : ['0.00', '0', '0', 'VISA'],
      ),
    ofRenewal: ({ subscriptionId }, transactionId, amount) => add('REBILL', subscriptionId, [transactionId, amount]),
    ofBack: (event, { subscriptionId, currency }, minor) =>
      add(event.toUpperCase() as LineType, subscriptionId, [priceOf(minor, currency)]),
    ofEnd: (type, { subscriptionId }) => add(type, subscriptionId, type === 'EXPIRE' ? ['', '0'] : []),
    isTooSoon() {
      const now = performance.now();
      if (asked !== null && now - asked < limitMs) return true;
      asked = now;
      return false;
    },
    lines: () => lines,
    control: {
      limit: (ms) => {
        limitMs = ms;
        asked = null;
      },
      addUnpushedSale(amount) {
        const id = newId();
        addSale(id, amount, 30, ['0.00', '0', '0', 'VISA']);
        return id;
      },
      reset() {
        lines = [];
        limitMs = hourMs;
        asked = null;
      },
    },
  };
}

/** `/data/main.cgi`: quoted lines, `1` where there are none, `Error:` where it was asked wrongly or too soon. */
export async function answerExtract(
  twin: CcbillTwin,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const given =
    request.method === 'POST' ? await readForm(request) : new URL(request.url ?? '/', 'http://twin').searchParams;
  return spoil(twin, 'extract', response, () => {
    const { extract } = twin;
    const [from, to] = [given.get('startTime') ?? '', given.get('endTime') ?? ''];
    if (given.get('username') !== twinAccount.dataLinkUser || given.get('password') !== twinAccount.dataLinkPassword)
      return plain('Error: Authentication failed.');
    if (given.get('clientAccnum') !== twinAccount.account) return plain('Error: No permission for this account.');
    if (![from, to].every((text) => /^\d{14}$/.test(text))) return plain('Error: Invalid start or end time.');
    if (extract.isTooSoon()) return plain('Error: Requests can only be made once every 60 minutes.');
    const wanted = new Set((given.get('transactionTypes') ?? '').split(','));
    const lines = extract
      .lines()
      .filter(({ type, at }) => wanted.has(type) && stampOf(at) >= from && stampOf(at) < to)
      .map(({ fields }) => `${fields.map((field) => `"${field.replaceAll('"', '""')}"`).join(',')}\n`);
    return plain(lines.length === 0 ? '1' : lines.join(''));
  });
}

const plain = (text: string) => ({ status: 200, text, type: 'text/plain' });

/** `YYYYMMDDHHMMSS` by CCBill's clock. */
const stampOf = (time: Date): string => mountainTime(time).replace(/\D/g, '');
