import type { FaultRule } from '@backlot/payments/twin-control';
import type { SandboxTwin } from '@backlot/twins';
import type { TwinOrder } from '@backlot/twins/sticky/books';
import type { ProviderReversal } from './model.ts';
import type { MoneyWorld } from '@backlot/server/testing/money-world';
import type { SiteName } from '@backlot/server/testing/world';

export interface NewCharge {
  readonly reference: string;
  readonly amountMinor: number;
  /** Where the payer's bank asks them first: nothing is taken yet. */
  readonly asksAt?: string;
  /** Whose it is, where it can't be told by who acts. */
  readonly userId?: string;
  /** The form that its fan, or that of its series, typed a card on: where the provider has forms. */
  readonly form?: { readonly reference: string; readonly at: Date; readonly isFirst: boolean };
}

/** What one provider has in its own books, in minor units; charges go by the name that both sides know. */
export interface Provider {
  readonly name: string;
  readonly site: SiteName;
  /** Charges that were tried since the last time, also those that were declined. */
  newCharges(): readonly NewCharge[];
  /** The series of charges that a reversal is reported of; null where each is reported of its own charge. */
  seriesOf(reference: string): string | null;
  /** The sale of which the provider only counts what went back, one reversal with another; null where it names each. */
  saleOf(reference: string): string | null;
  /** 0 for what was declined or is not known. */
  takenOf(reference: string): number;
  /** What it gave back, whoever asked. */
  refundedOf(reference: string): number;
  /** What it calls a charge itself; null where it knows none. */
  nameOf(reference: string): string | null;
  /** In its console, or by the bank. */
  reverse(kind: ProviderReversal['kind'], reference: string, amountMinor: number): Promise<void>;
  setFaults(rules: readonly FaultRule[]): Promise<void>;
  /** Its webhooks say how much went back; where they do not, the product asks, and learns of everything at once. */
  readonly reportsReversals: boolean;
}

/** The simulator delivers what it would send. Its report is dated by the real clock, and would be read of no simulated day. */
export const sandboxAlways: readonly FaultRule[] = [{ kind: 'webhook-lost' }, { kind: 'error-before', on: 'report' }];

export function sandboxBooks(world: MoneyWorld): Provider {
  const { books, control } = world.twin;
  const made = books.charges.values();
  let seen = 0;
  const asking = new Set<string>();
  const chargeOf = (reference: string) => books.charges.get(reference);
  return {
    name: 'sandbox',
    site: 'luna',
    seriesOf: () => null,
    saleOf: () => null,
    reportsReversals: true,
    newCharges() {
      const found: NewCharge[] = [];
      for (const reference of asking) {
        const { status, amount } = chargeOf(reference)!;
        if (status === 'requires_action') continue;
        asking.delete(reference);
        found.push({ reference, amountMinor: amount });
      }
      for (; seen < books.charges.size; seen += 1) {
        const { reference, amount, status, id } = made.next().value!;
        const isAsked = status === 'requires_action';
        if (isAsked) asking.add(reference);
        const url = new URL(`/pay/${id}`, world.twin.url).href;
        found.push({ reference, amountMinor: amount, ...(isAsked ? { asksAt: url } : {}) });
      }
      return found;
    },
    takenOf(reference) {
      const charge = chargeOf(reference);
      return charge?.status === 'succeeded' ? charge.amount : 0;
    },
    nameOf: (reference) => chargeOf(reference)?.id ?? null,
    refundedOf: (reference) => books.refunded.get(chargeOf(reference)?.id ?? '') ?? 0,
    reverse(kind, reference, amountMinor) {
      if (kind === 'refund') return world.refund(chargeOf(reference)!.id, amountMinor);
      return kind === 'void' ? control.voidCharge(reference) : control.chargeback(reference);
    },
    setFaults: (rules) => world.faults(...sandboxAlways, ...rules),
  };
}

const wasTaken = ({ status, isCheck }: TwinOrder): boolean => !isCheck && (status === '2' || status === '6');

const methods = {
  charge: ['new_order', 'new_order_card_on_file'],
  refund: ['order_refund'],
  find: ['order_find', 'order_view'],
};
/** Faults that both twins know. */
const shared = ['reset-before', 'reset-after', 'error-before', 'error-after', 'other-amount'] as const;

export function stickyBooks({ sticky }: SandboxTwin): Provider {
  let seen = 0;
  const orderOf = (reference: string): TwinOrder | undefined =>
    sticky.orders().find((order) => order.reference === reference && wasTaken(order));
  return {
    name: 'sticky_io',
    site: 'mars',
    seriesOf: () => null,
    saleOf: () => null,
    reportsReversals: false,
    newCharges() {
      const fresh = sticky.orders().slice(seen);
      seen += fresh.length;
      return fresh
        .filter(({ isCheck }) => !isCheck)
        .map(({ reference, totalMinor }) => ({ reference, amountMinor: totalMinor }));
    },
    takenOf: (reference) => orderOf(reference)?.totalMinor ?? 0,
    nameOf: (reference) => orderOf(reference)?.orderId ?? null,
    refundedOf(reference) {
      const order = orderOf(reference);
      return order?.isVoid ? order.totalMinor : (order?.refundedMinor ?? 0);
    },
    async reverse(kind, reference, amountMinor) {
      const { orderId } = orderOf(reference)!;
      if (kind === 'refund') sticky.refund(orderId, amountMinor);
      else if (kind === 'void') sticky.void(orderId);
      else sticky.chargeback(orderId);
    },
    async setFaults(rules) {
      const known = rules.flatMap(({ kind, on = 'charge', by }) => {
        const fault = shared.find((one) => one === kind);
        if (fault === undefined || on === 'keep' || on === 'forget' || on === 'report') return [];
        return methods[on].map((method) => ({
          kind: fault,
          on: method,
          count: 1,
          ...(by === undefined ? {} : { by }),
        }));
      });
      sticky.faults([{ kind: 'postback-lost' }, ...known]);
    },
  };
}
