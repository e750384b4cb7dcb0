import { createHash } from 'node:crypto';
import { checkCard } from '../card-field/card-rules.ts';
import { behaviourOfNumber, behaviours } from '../sandbox/test-cards.ts';
import { dayMs, newId, openBooks, twinAccount, type Books, type TwinCardOnFile, type TwinSale } from './books.ts';
import { createTwinClock } from './clock.ts';
import { openExtract, type TwinExtract } from './extract.ts';
import { createCcbillFaults, type CcbillFault, type CcbillFaults } from './faults.ts';
import { createNotices, mountainDate, saleFields, type Notices, type SentNotice } from './notices.ts';
import { openSeries } from './series.ts';

export type SaleTerms = Pick<TwinSale, 'amountMinor' | 'currency' | 'firstDays' | 'later' | 'passed'>;

export interface CcbillTwin {
  readonly books: Books;
  readonly strikes: CcbillFaults['strikes'];
  readonly notices: Notices;
  readonly extract: TwinExtract;
  /** Charges a card. The sale, or the code that it was declined with. */
  sell(event: 'NewSale' | 'UpSale', card: TwinCardOnFile, terms: SaleTerms): TwinSale | string;
  /** Refunds what is left, or this much of it. False when that is not there. */
  giveBack(sale: TwinSale, minor: number | null): boolean;
  cancel(sale: TwinSale, source: string): void;
  readonly control: CcbillControl;
  close(): void;
}

/** What CCBill and payers do that no call of ours asks for. Sales are named by their subscription. */
export interface CcbillControl {
  readonly account: typeof twinAccount;
  sales(): readonly TwinSale[];
  notices(): readonly SentNotice[];
  faults(faults: readonly CcbillFault[]): void;
  sendNoticesTo(url: string | null): void;
  /** Types a card as CCBill's widget does, for a token that is good for one charge. */
  token(number: string): string;
  /** CCBill's time is this from now on, and no longer the real one; nothing happens meanwhile. */
  setTime(at: Date): void;
  /** Milliseconds pass: renewals, retries of those that failed and expirations happen and are told as they fall due. */
  advance(ms: number): void;
  /** Charges the next period; `failing`: tries to. */
  renew(subscriptionId: string, options?: { readonly failing?: string; readonly minor?: number }): void;
  /** The payer cancels at CCBill. */
  cancel(subscriptionId: string): void;
  expire(subscriptionId: string): void;
  reactivate(subscriptionId: string): void;
  move(subscriptionId: string, days: number): void;
  /** The newest charge with so much left, unless a transaction is named. Likewise a refund and a void. */
  chargeback(subscriptionId: string, minor?: number, transactionId?: string): void;
  refund(subscriptionId: string, minor?: number, transactionId?: string): void;
  /** Undoes it before it is settled, or long after. */
  voidSale(subscriptionId: string, minor?: number, transactionId?: string): void;
  forge: Notices['forge'];
  readonly extract: TwinExtract['control'];
  reset(): void;
}

export function openCcbillTwin(retryMs: number): CcbillTwin {
  const clock = createTwinClock();
  const books = openBooks(clock.now);
  const faults = createCcbillFaults();
  const extract = openExtract(clock.now);
  const notices = createNotices(retryMs, faults, clock.now);
  const series = openSeries({ books, clock, extract, faults, notices });
  const get = (id: string): TwinSale => {
    const sale = books.sales.get(id);
    if (!sale) throw new Error(`no sale has the id ${id}`);
    return sale;
  };

  return {
    books,
    strikes: faults.strikes,
    notices,
    extract,
    sell(event, card, terms) {
      const behaviour = behaviours[card.behaviour] ?? { decline: '5' };
      const isAgain = event === 'UpSale' && terms.passed['isStored'] === 'yes';
      const code = behaviour.decline ?? (isAgain ? behaviour.declineMerchantInitiated : undefined);
      const { isStored: _isStored, ...passed } = terms.passed;
      if (code !== undefined) {
        notices.ofFailure(`${event}Failure`, passed, code);
        return code;
      }
      const amountMinor = terms.amountMinor + (faults.strikes('other-amount')?.by ?? 0);
      const billedCurrency = faults.strikes('other-currency')?.code ?? terms.currency;
      const sale = books.addSale({
        ...terms,
        isByToken: event === 'UpSale',
        passed,
        card,
        amountMinor,
        billedCurrency,
      });
      const digest = createHash('md5').update(`${sale.subscriptionId}1${twinAccount.salt}`).digest('hex');
      extract.ofSale(sale);
      notices.about(`${event}Success`, sale, saleFields(sale, digest));
      return sale;
    },
    giveBack(sale, minor) {
      const left = sale.amountMinor - sale.returnedMinor;
      const asked = minor ?? left;
      if (asked <= 0 || asked > left) return false;
      series.reverse(sale, 'Refund', asked);
      return true;
    },
    cancel: series.cancel,
    control: {
      account: twinAccount,
      sales: () => [...books.sales.values()],
      notices: notices.all,
      faults: faults.set,
      sendNoticesTo: notices.sendTo,
      token: (number) => books.addToken(cardOf(number), 1, 1).id,
      setTime: clock.set,
      advance: (ms) => series.advanceTo(new Date(clock.now().getTime() + ms)),
      renew(id, { failing, minor } = {}) {
        const sale = get(id);
        if (failing === undefined) return series.renew(sale, minor);
        series.decline(sale, failing, new Date(sale.nextAt!.getTime() + 2 * dayMs));
      },
      cancel: (id) => series.cancel(get(id), 'consumer'),
      expire: (id) => series.expire(get(id)),
      reactivate(id) {
        const sale = get(id);
        sale.state = 'recurring';
        sale.nextAt = sale.paidUntil = new Date(clock.now().getTime() + (sale.later?.days ?? 30) * dayMs);
        notices.about('UserReactivation', sale, { transactionId: newId(), nextRenewalDate: mountainDate(sale.nextAt) });
      },
      move(id, days) {
        const sale = get(id);
        sale.nextAt = sale.paidUntil = new Date((sale.nextAt ?? clock.now()).getTime() + days * dayMs);
        notices.about('BillingDateChange', sale, { nextRenewalDate: mountainDate(sale.nextAt) });
      },
      chargeback: (id, minor, of) => series.reverse(get(id), 'Chargeback', minor ?? get(id).amountMinor, of),
      refund: (id, minor, of) => series.reverse(get(id), 'Refund', minor ?? get(id).amountMinor, of),
      voidSale: (id, minor, of) => series.reverse(get(id), 'Void', minor ?? get(id).amountMinor, of),
      forge: notices.forge,
      extract: extract.control,
      reset() {
        books.clear();
        extract.control.reset();
        faults.set([]);
        clock.set(null);
      },
    },
    close: notices.close,
  };
}

/** A card by its number, with a date and a code that fit. */
function cardOf(number: string): TwinCardOnFile {
  const year = new Date().getUTCFullYear() + 3;
  const typed = checkCard({ number, month: 12, year, cvv: number.startsWith('3') ? '1234' : '123' }, new Date());
  if (!typed.ok) throw new Error('not a card');
  return onFile(typed);
}

/** What is kept of a card that was typed. */
export const onFile = ({
  number,
  brand,
  month,
  year,
}: Extract<ReturnType<typeof checkCard>, { ok: true }>): TwinCardOnFile => ({
  behaviour: behaviourOfNumber(number),
  brand,
  last4: number.slice(-4),
  expMonth: month,
  expYear: year,
});
