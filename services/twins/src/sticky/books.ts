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
import type { Card } from '../sandbox/entries.ts';

/** An order, approved or not: a declined one is a record as well. A line of the journal says it all. */
export interface TwinOrder {
  readonly orderId: string;
  /** What was sent in `C1`. */
  readonly reference: string;
  readonly campaignId: string;
  readonly totalMinor: number;
  readonly currency: string;
  readonly token: string | null;
  readonly previousOrderId: string | null;
  /** A card was checked and nothing taken. */
  readonly isCheck: boolean;
  readonly card: Card | null;
  readonly at: number;
  readonly returnUrl: string | null;
  /** By number: 2 approved, 6 undone, 7 declined, 11 waits for its payer. */
  status: '2' | '6' | '7' | '11';
  declineReason: string;
  refundedMinor: number;
  isVoid: boolean;
  isChargeback: boolean;
  isTest: boolean;
  /** Would be charged again by itself. */
  isRecurring: boolean;
  retryAttempt: number;
  /** When something of it went back last. */
  reversedAt?: number;
  /** From when on searches find it. */
  foundFrom: number;
}

export interface Orders {
  readonly all: Map<string, TwinOrder>;
  /** On disk when it returns. */
  keep(order: TwinOrder): void;
  clear(): void;
  close(): void;
}

export function openOrders(dataFile?: string): Orders {
  const all = new Map<string, TwinOrder>();
  if (dataFile) mkdirSync(dirname(dataFile), { recursive: true });
  if (dataFile && existsSync(dataFile))
    for (const line of readFileSync(dataFile, 'utf8').split('\n')) {
      const order = orderOf(line);
      if (order) all.set(order.orderId, order);
    }
  const file = dataFile ? openSync(dataFile, 'a', 0o600) : null;
  return {
    all,
    keep(order) {
      all.set(order.orderId, order);
      if (file === null) return;
      writeSync(file, `${JSON.stringify(order)}\n`);
      fdatasyncSync(file);
    },
    clear() {
      all.clear();
      if (file !== null) ftruncateSync(file, 0);
    },
    close: () => file !== null && closeSync(file),
  };
}

/** A line that a kill tore in the middle was never answered for. */
function orderOf(line: string): TwinOrder | null {
  try {
    return line === '' ? null : (JSON.parse(line) as TwinOrder);
  } catch {
    return null;
  }
}
