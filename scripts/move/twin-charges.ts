import type { TwinSale } from '@backlot/twins/ccbill/books';
import type { MoneyWorld } from '@backlot/server/testing/money-world';
import type { MovingFan } from './move.ts';

/** What a provider took of a fan, by the provider's own books. */
export interface TwinCharge {
  readonly provider: 'sandbox' | 'ccbill';
  /** As both sides name it. */
  readonly reference: string;
  readonly amountMinor: number;
  /** Minor units that went back. */
  readonly returnedMinor: number;
  /** Milliseconds of the simulated time. */
  readonly at: number;
}

/**
 * Whose charges are whose, without asking the product: a card that was typed in the field is known by its token and by what
 * the provider keeps of it, and one that was typed on a form by the reference in the form's address.
 */
export interface TwinCharges {
  ownToken(token: string, fan: MovingFan): void;
  ownForm(reference: string, fan: MovingFan): void;
  /** Reads what is new. The card provider dates by the real clock: its charges are dated when they are first seen. */
  look(now: number): void;
  /** Oldest first. */
  of(fan: MovingFan): TwinCharge[];
  salesOf(fan: MovingFan): readonly TwinSale[];
  /** When a fan was last charged for something that did not go back; 0 for never. */
  lastAt(fan: MovingFan): number;
  /** Charges of nobody whom we know. */
  readonly strays: readonly string[];
}

export function openTwinCharges({ twin: { books, ccbill } }: MoneyWorld): TwinCharges {
  const tokens = new Map<string, MovingFan>();
  const instruments = new Map<string, MovingFan>();
  const forms = new Map<string, MovingFan>();
  const seen = new Map<MovingFan, Array<{ readonly reference: string; readonly at: number }>>();
  const sales = new Map<MovingFan, TwinSale[]>();
  const strays: string[] = [];
  const made = books.charges.values();
  let [seenCharges, seenSales] = [0, 0];
  const add = <T>(map: Map<MovingFan, T[]>, fan: MovingFan | undefined, what: T, name: string): void => {
    if (fan === undefined) strays.push(name);
    else map.set(fan, [...(map.get(fan) ?? []), what]);
  };
  const inField = (fan: MovingFan): TwinCharge[] =>
    (seen.get(fan) ?? []).flatMap(({ reference, at }) => {
      const charge = books.charges.get(reference)!;
      if (charge.status !== 'succeeded') return [];
      const returnedMinor = books.refunded.get(charge.id) ?? 0;
      return [{ provider: 'sandbox' as const, reference, amountMinor: charge.amount, returnedMinor, at }];
    });
  const onForm = (fan: MovingFan): TwinCharge[] =>
    (sales.get(fan) ?? []).flatMap(({ subscriptionId, charges }) =>
      charges.map(({ transactionId, amountMinor, returnedMinor, at }) => ({
        provider: 'ccbill' as const,
        reference: transactionId === subscriptionId ? subscriptionId : `${subscriptionId}-${transactionId}`,
        amountMinor,
        returnedMinor,
        at: at.getTime(),
      })),
    );
  const of = (fan: MovingFan): TwinCharge[] =>
    [...inField(fan), ...onForm(fan)].toSorted((one, other) => one.at - other.at);
  return {
    of,
    strays,
    ownToken: (token, fan) => void tokens.set(token, fan),
    ownForm: (reference, fan) => void forms.set(reference, fan),
    look(now) {
      for (; seenCharges < books.charges.size; seenCharges += 1) {
        const { reference, token, instrumentId } = made.next().value!;
        const fan = (token === null ? undefined : tokens.get(token)) ?? instruments.get(instrumentId ?? '');
        if (fan !== undefined && instrumentId !== null) instruments.set(instrumentId, fan);
        add(seen, fan, { reference, at: now }, reference);
      }
      const all = ccbill.sales();
      for (; seenSales < all.length; seenSales += 1) {
        const sale = all[seenSales]!;
        add(sales, forms.get(sale.passed['reference'] ?? ''), sale, sale.subscriptionId);
      }
    },
    salesOf: (fan) => sales.get(fan) ?? [],
    lastAt: (fan) => of(fan).findLast(({ amountMinor, returnedMinor }) => returnedMinor < amountMinor)?.at ?? 0,
  };
}
