import { behaviours } from '../sandbox/test-cards.ts';
import { dayMs, newCharge, newId, priceOf, type Books, type TwinCharge, type TwinSale } from './books.ts';
import type { TwinClock } from './clock.ts';
import type { TwinExtract } from './extract.ts';
import type { CcbillFaults } from './faults.ts';
import { mountainDate, type Notices } from './notices.ts';

export type ReversalNotice = 'Refund' | 'Void' | 'Chargeback';

/** What CCBill does with a subscription, and tells of. */
export interface TwinSeries {
  /** Charges the next period, whenever it is. `minor`: another amount than was agreed. */
  renew(sale: TwinSale, minor?: number): void;
  /** The bank declined the next period. `retryAt`: when it is tried again, null for never. */
  decline(sale: TwinSale, code: string, retryAt: Date | null): void;
  cancel(sale: TwinSale, source: string): void;
  expire(sale: TwinSale): void;
  /** `of`: the transaction whose money goes back; the newest with so much left unless told. */
  reverse(sale: TwinSale, event: ReversalNotice, minor: number, of?: string): void;
  /** Lets time pass: whatever falls due by then happens at its own time, in its order. */
  advanceTo(at: Date): void;
}

interface Parts {
  readonly books: Books;
  readonly clock: TwinClock;
  readonly extract: TwinExtract;
  readonly faults: CcbillFaults;
  readonly notices: Notices;
}

/** CCBill publishes no schedule of its retries: two days between them and three of them stand for it. */
const retryDays = 2;
const mostRetries = 3;
/** Codes after which a card is not tried again. */
const hard: ReadonlySet<string> = new Set(['4', '14', '54']);

export function openSeries({ books, clock, extract, faults, notices }: Parts): TwinSeries {
  const series: TwinSeries = {
    renew(sale, minor) {
      const { later, currency } = sale;
      if (later === null) throw new Error(`${sale.subscriptionId} is a single payment`);
      const renewedOn = sale.nextAt ?? clock.now();
      const charge = newCharge(newId(), minor ?? later.minor, clock.now());
      sale.charges.push(charge);
      sale.timesRebilled += 1;
      sale.failures = 0;
      sale.nextAt = sale.paidUntil = new Date(renewedOn.getTime() + later.days * dayMs);
      const amount = priceOf(charge.amountMinor, currency);
      extract.ofRenewal(sale, charge.transactionId, amount);
      notices.about('RenewalSuccess', sale, {
        transactionId: charge.transactionId,
        billedAmount: amount,
        billedCurrency: currency,
        accountingAmount: amount,
        accountingCurrency: 'USD',
        renewalDate: mountainDate(renewedOn),
        nextRenewalDate: mountainDate(sale.nextAt),
      });
    },
    decline(sale, code, retryAt) {
      notices.about('RenewalFailure', sale, {
        failureCode: code,
        failureReason: 'declined',
        renewalDate: mountainDate(sale.nextAt!),
        ...(retryAt === null ? {} : { nextRetryDate: mountainDate(retryAt) }),
      });
    },
    cancel(sale, source) {
      if (sale.state === 'recurring') sale.state = 'ending';
      sale.nextAt = null;
      extract.ofEnd('CANCELLATION', sale);
      notices.about('Cancellation', sale, { reason: 'cancelled', source });
    },
    expire(sale) {
      sale.state = 'inactive';
      extract.ofEnd('EXPIRE', sale);
      notices.about('Expiration', sale);
    },
    reverse(sale, event, minor, of) {
      const charge = reversedOf(sale, minor, of);
      charge.returnedMinor += minor;
      if (event === 'Chargeback') charge.chargedBackMinor += minor;
      sale.returnedMinor += minor;
      if (event === 'Refund') sale.refunds += 1;
      else if (event === 'Void') sale.voids += 1;
      else sale.chargebacks += 1;
      if (event !== 'Refund') sale.state = 'inactive';
      extract.ofBack(event, sale, minor);
      notices.about(event, sale, {
        transactionId: newId(),
        amount: priceOf(minor, sale.currency),
        currency: sale.currency,
        reason: 'as a test asked',
      });
    },
    advanceTo(at) {
      for (let sale = nextDue(books, at); sale !== null; sale = nextDue(books, at)) {
        clock.set(later(clock.now(), dueAt(sale)!));
        if (sale.state === 'ending') series.expire(sale);
        else bill(sale);
      }
      clock.set(later(clock.now(), at));
    },
  };

  /** The bank is asked for the period that is due. Who is declined too often, or for good, is cancelled and expires. */
  const bill = (sale: TwinSale): void => {
    const { decline, declineMerchantInitiated } = behaviours[sale.card.behaviour] ?? { decline: '5' };
    const code = faults.strikes('renewal-declined')?.code ?? decline ?? declineMerchantInitiated;
    if (code === undefined) return series.renew(sale);
    sale.failures += 1;
    const isLast = hard.has(code) || sale.failures > mostRetries;
    const retryAt = isLast ? null : new Date(sale.nextAt!.getTime() + retryDays * dayMs);
    series.decline(sale, code, retryAt);
    if (retryAt === null) series.cancel(sale, 'system');
    else sale.nextAt = retryAt;
  };
  return series;
}

function reversedOf({ charges }: TwinSale, minor: number, of: string | undefined): TwinCharge {
  if (of !== undefined) return charges.find(({ transactionId }) => transactionId === of)!;
  return charges.findLast(({ amountMinor, returnedMinor }) => returnedMinor + minor <= amountMinor) ?? charges.at(-1)!;
}

const later = (one: Date, other: Date): Date => (one > other ? one : other);

/** When something happens to a sale by itself; null when nothing does. */
function dueAt({ state, nextAt, paidUntil }: TwinSale): Date | null {
  if (state === 'recurring') return nextAt;
  return state === 'ending' ? paidUntil : null;
}

/** The sale that something happens to first, by then; null where there is none. */
function nextDue(books: Books, by: Date): TwinSale | null {
  let [first, firstAt]: [TwinSale | null, Date] = [null, by];
  for (const sale of books.sales.values()) {
    const at = dueAt(sale);
    if (at !== null && (first === null ? at <= by : at < firstAt)) [first, firstAt] = [sale, at];
  }
  return first;
}
