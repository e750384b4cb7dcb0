import { post } from '../sandbox/deliver.ts';
import { codeOfCurrency, newId, priceOf, twinAccount, type TwinSale } from './books.ts';
import type { CcbillFaults } from './faults.ts';

export interface SentNotice {
  readonly event: string;
  readonly subscriptionId: string | null;
  readonly reference: string | null;
  readonly url: string | null;
  /** As it was sent: all values are text. */
  readonly body: Readonly<Record<string, string>>;
  state: 'waiting' | 'delivered' | 'lost' | 'given-up' | 'nowhere-to-send';
  attempts: number;
}

export interface Notices {
  about(event: string, sale: TwinSale, more?: Readonly<Record<string, string>>): SentNotice;
  /** Of a try that was refused: there is no subscription. */
  ofFailure(event: string, passed: Readonly<Record<string, string>>, code: string): void;
  all(): readonly SentNotice[];
  /** Where those go whose payment names no address. */
  sendTo(url: string | null): void;
  /** Sends anything anywhere, as a stranger might. */
  forge(url: string, event: string, body: Readonly<Record<string, string>>): Promise<number | null>;
  close(): void;
}

const mostAttempts = 8;

/** `now`: CCBill's clock, which every notice is dated by. */
export function createNotices(retryMs: number, faults: CcbillFaults, now: () => Date): Notices {
  const notices: SentNotice[] = [];
  const timers = new Set<NodeJS.Timeout>();
  let held: (() => void) | null = null;
  let usual: string | null = null;
  let closed = false;

  const later = (ms: number, work: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, ms);
    timers.add(timer);
  };
  const send = (url: string, event: string, body: Readonly<Record<string, string>>): Promise<number | null> => {
    const target = new URL(url);
    target.searchParams.set('clientAccnum', twinAccount.account);
    target.searchParams.set('eventType', event);
    target.searchParams.set('eventGroupType', 'Subscription');
    return post(target.href, JSON.stringify(body), { 'content-type': 'application/json' });
  };
  const attempt = async (notice: SentNotice): Promise<void> => {
    notice.attempts += 1;
    const copies = faults.strikes('notice-doubled') ? 3 : 1;
    const statuses = await Promise.all(
      Array.from({ length: copies }, () => send(notice.url!, notice.event, notice.body)),
    );
    if (closed) return;
    if (statuses.includes(200)) notice.state = 'delivered';
    else if (notice.attempts >= mostAttempts) notice.state = 'given-up';
    else later(retryMs * 2 ** (notice.attempts - 1), () => void attempt(notice));
    if (notice.state === 'delivered' && held) {
      const next = held;
      held = null;
      next();
    }
  };
  const keep = (event: string, body: Record<string, string>, url: string | null): SentNotice => {
    const notice: SentNotice = {
      event,
      subscriptionId: body['subscriptionId'] ?? null,
      reference: body['X-reference'] ?? null,
      url,
      body,
      state: url === null ? 'nowhere-to-send' : 'waiting',
      attempts: 0,
    };
    notices.push(notice);
    return notice;
  };
  const begin = (event: string, body: Record<string, string>, url: string | null): SentNotice => {
    const notice = keep(event, body, url);
    if (url === null) return notice;
    if (faults.strikes('notice-forged'))
      void attempt(keep(event, { ...body, subscriptionId: newId(), transactionId: newId() }, url));
    if (faults.strikes('notice-unmatched')) {
      const { 'X-reference': _reference, ...nobodys } = body;
      void attempt(keep(event, { ...nobodys, subscriptionId: newId(), transactionId: newId() }, url));
    }
    const late = faults.strikes('notice-late');
    if (faults.strikes('notice-lost')) notice.state = 'lost';
    else if (faults.strikes('notice-reordered')) held = () => void attempt(notice);
    else later(late?.delayMs ?? 0, () => void attempt(notice));
    return notice;
  };

  return {
    about(event, sale, more = {}) {
      return begin(
        event,
        {
          subscriptionId: sale.subscriptionId,
          ...common(sale.passed, now()),
          paymentType: 'CREDIT',
          cardType: sale.card.brand.toUpperCase(),
          last4: sale.card.last4,
          expDate: `${String(sale.card.expMonth).padStart(2, '0')}${String(sale.card.expYear).slice(-2)}`,
          ...more,
        },
        sale.passed['notifyUrl'] ?? usual,
      );
    },
    ofFailure(event, passed, code) {
      begin(
        event,
        { ...common(passed, now()), failureCode: code, failureReason: 'declined' },
        passed['notifyUrl'] ?? usual,
      );
    },
    all: () => notices,
    sendTo: (url) => {
      usual = url;
    },
    forge: send,
    close: () => {
      closed = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

const common = (passed: Readonly<Record<string, string>>, at: Date): Record<string, string> => ({
  clientAccnum: twinAccount.account,
  clientSubacc: twinAccount.subAccount,
  timestamp: mountainTime(at),
  // What a payer types is there as it is with CCBill, and may be kept nowhere.
  firstName: 'Typed',
  email: 'typed-on-the-form@example.test',
  password: 'typed-on-the-form',
  ...Object.fromEntries(Object.entries(passed).map(([name, value]) => [`X-${name}`, value])),
});

/** CCBill's clock is seven hours behind all year. */
export const mountainTime = (time: Date): string =>
  new Date(time.getTime() - 7 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

export const mountainDate = (time: Date): string => mountainTime(time).slice(0, 10);

/** Of a sale: what was asked, what the payer was billed and what the merchant gets. */
export const saleFields = (sale: TwinSale, digest: string): Record<string, string> => {
  const price = priceOf(sale.amountMinor, sale.currency);
  return {
    transactionId: sale.subscriptionId,
    billedInitialPrice: price,
    billedCurrency: sale.billedCurrency,
    billedCurrencyCode: codeOfCurrency(sale.billedCurrency),
    subscriptionInitialPrice: price,
    subscriptionCurrency: sale.currency,
    subscriptionCurrencyCode: codeOfCurrency(sale.currency),
    accountingInitialPrice: price,
    accountingCurrency: 'USD',
    accountingCurrencyCode: '840',
    initialPeriod: String(sale.firstDays),
    ...(sale.later
      ? {
          recurringPeriod: String(sale.later.days),
          billedRecurringPrice: priceOf(sale.later.minor, sale.currency),
          subscriptionRecurringPrice: priceOf(sale.later.minor, sale.currency),
          rebills: '99',
          nextRenewalDate: mountainDate(sale.nextAt!),
        }
      : { recurringPeriod: '0', rebills: '0' }),
    threeDSecure: 'true',
    dynamicPricingValidationDigest: digest,
  };
};
