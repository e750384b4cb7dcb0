import type { SandboxTwin } from '@backlot/twins';
import type { TwinCharge, TwinSale } from '@backlot/twins/ccbill/books';
import type { CcbillCall, CcbillFault } from '@backlot/twins/ccbill/faults';
import type { NewCharge, Provider } from './providers.ts';

/** What CCBill has in its books: a sale on its form, and the charges that it makes by itself. */
export interface CcbillBooks extends Provider {
  /** Cards that were typed on the form are charged again by us, through the REST interface; on the form where the bank has to ask. */
  readonly isOnRest: boolean;
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
const calls: Readonly<Record<'charge' | 'refund' | 'find', readonly CcbillCall[]>> = {
  charge: ['charge', 'token'],
  refund: ['manage'],
  find: ['status', 'find'],
};
/** Faults that both twins know. */
const shared = ['reset-before', 'reset-after', 'error-before', 'error-after'] as const;

/** By the subscription's id, and a later charge by both. */
const referenceOf = ({ subscriptionId }: TwinSale, { transactionId }: TwinCharge): string =>
  transactionId === subscriptionId ? subscriptionId : `${subscriptionId}-${transactionId}`;

export function ccbillBooks({ ccbill }: SandboxTwin, isOnRest: boolean): CcbillBooks {
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
    isOnRest,
    reportsReversals: true,
    sales: () => ccbill.sales(),
    leftOf,
    // What was charged by a token is a sale of its own.
    seriesOf: (reference) => (saleOf(reference)?.isByToken ? null : reference.split('-')[0]!),
    saleOf: (reference) => reference.split('-')[0]!,
    newCharges() {
      const found: NewCharge[] = [];
      for (const sale of ccbill.sales())
        for (const charge of sale.charges) {
          const reference = referenceOf(sale, charge);
          if (seen.has(reference)) continue;
          seen.add(reference);
          const { amountMinor, at } = charge;
          const isFirst = reference === sale.subscriptionId;
          const form = { reference: sale.passed['reference'] ?? '', at, isFirst };
          found.push({ reference, amountMinor, ...(sale.isByToken ? {} : { form }) });
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
        // A token is charged with what was asked; another amount comes of forms alone.
        if (kind === 'other-amount') return by === undefined || isOnRest ? [] : [{ kind, by, count: 1 }];
        if (on !== 'charge' && on !== 'refund' && on !== 'find') return [];
        if (kind === 'decline')
          return on === 'charge'
            ? []
            : calls[on].map((call): CcbillFault => ({ kind: 'result', on: call, code: '0', count: 1 }));
        const fault = shared.find((one) => one === kind);
        if (fault === undefined || (on === 'charge' && !isOnRest)) return [];
        return calls[on].map((call): CcbillFault => ({ kind: fault, on: call, count: 1 }));
      });
      ccbill.faults([...always, ...known]);
    },
  };
}
