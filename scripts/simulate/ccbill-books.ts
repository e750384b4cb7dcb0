import type { SandboxTwin } from '@backlot/twins';
import type { TwinCharge, TwinSale } from '@backlot/twins/ccbill/books';
import type { CcbillFault } from '@backlot/twins/ccbill/faults';
import type { NewCharge, Provider } from './providers.ts';

/** What CCBill has in its books: a sale on its form, and the charges that it makes by itself. */
export interface CcbillBooks extends Provider {
  sales(): readonly TwinSale[];
  /** Minor units that are left of a charge at CCBill; 0 for what it does not know. */
  leftOf(reference: string): number;
  /** In its console, where staff do what no call of ours can. */
  giveBack(reference: string, amountMinor: number): void;
  cancel(subscriptionId: string): void;
  /** Time passes there; of the renewals that fall due the bank declines the first so many. */
  advance(ms: number, declined: { readonly count: number; readonly code: string } | null): void;
}

/** The simulator delivers what it would send. */
const always: readonly CcbillFault[] = [{ kind: 'notice-lost' }];
const calls = { refund: 'manage', find: 'status' } as const;
/** Faults that both twins know. */
const shared = ['reset-before', 'reset-after', 'error-before', 'error-after'] as const;

/** By the subscription's id, and a later charge by both. */
const referenceOf = ({ subscriptionId }: TwinSale, { transactionId }: TwinCharge): string =>
  transactionId === subscriptionId ? subscriptionId : `${subscriptionId}-${transactionId}`;

export function ccbillBooks({ ccbill }: SandboxTwin): CcbillBooks {
  const seen = new Set<string>();
  const saleOf = (reference: string): TwinSale | undefined =>
    ccbill.sales().find(({ subscriptionId }) => subscriptionId === reference.split('-')[0]);
  const chargeOf = (reference: string): TwinCharge | undefined => {
    const sale = saleOf(reference);
    return sale?.charges.find((charge) => referenceOf(sale, charge) === reference);
  };
  const leftOf = (reference: string): number => {
    const charge = chargeOf(reference);
    return charge ? charge.amountMinor - charge.returnedMinor : 0;
  };
  const parts = (reference: string): [string, string] => {
    const [subscription, transaction = subscription] = reference.split('-') as [string, string?];
    return [subscription, transaction];
  };
  return {
    name: 'ccbill',
    site: 'luna',
    reportsReversals: true,
    sales: () => ccbill.sales(),
    leftOf,
    seriesOf: (reference) => reference.split('-')[0]!,
    newCharges() {
      const found: NewCharge[] = [];
      for (const sale of ccbill.sales())
        for (const charge of sale.charges) {
          const reference = referenceOf(sale, charge);
          if (seen.has(reference)) continue;
          seen.add(reference);
          const { amountMinor, at } = charge;
          const isFirst = reference === sale.subscriptionId;
          found.push({ reference, amountMinor, form: { reference: sale.passed['reference'] ?? '', at, isFirst } });
        }
      return found;
    },
    nameOf: (reference) => reference,
    takenOf: (reference) => chargeOf(reference)?.amountMinor ?? 0,
    refundedOf(reference) {
      const { returnedMinor = 0, chargedBackMinor = 0 } = chargeOf(reference) ?? {};
      return returnedMinor - chargedBackMinor;
    },
    async reverse(kind, reference, amountMinor) {
      const [subscription, transaction] = parts(reference);
      if (kind === 'refund') ccbill.refund(subscription, amountMinor, transaction);
      else if (kind === 'void') ccbill.voidSale(subscription, amountMinor, transaction);
      else ccbill.chargeback(subscription, amountMinor, transaction);
    },
    giveBack(reference, amountMinor) {
      const [subscription, transaction] = parts(reference);
      ccbill.refund(subscription, amountMinor, transaction);
    },
    cancel: (subscriptionId) => ccbill.cancel(subscriptionId),
    advance(ms, declined) {
      if (declined !== null) ccbill.faults([...always, { kind: 'renewal-declined', ...declined }]);
      ccbill.advance(ms);
      ccbill.faults(always);
    },
    async setFaults(rules) {
      const known = rules.flatMap(({ kind, on = 'charge', by }): CcbillFault[] => {
        if (on === 'charge') return kind === 'other-amount' && by !== undefined ? [{ kind, by, count: 1 }] : [];
        if (on !== 'refund' && on !== 'find') return [];
        if (kind === 'decline') return [{ kind: 'result', on: calls[on], code: '0', count: 1 }];
        const fault = shared.find((one) => one === kind);
        return fault === undefined ? [] : [{ kind: fault, on: calls[on], count: 1 }];
      });
      ccbill.faults([...always, ...known]);
    },
  };
}
