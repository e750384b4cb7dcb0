import { quoteMembership, type MembershipQuoteInput } from '@backlot/domain/money/price';
import { median, result, type BenchResult } from './result.ts';

const now = new Date('2026-03-01T12:00:00Z');
/** A returning fan whom a coupon, a promotion and the resubscribe offer would all serve. */
const asked: MembershipQuoteInput = {
  settings: {
    membership_price: 9,
    recurring_membership_price: 14,
    returning_membership_price: 12,
    returning_recurring_membership_price: 16,
    enable_promotion: true,
    enable_coupons: true,
    currency: 'USD',
  },
  viewer: { person: { role: 'user', status: '0' }, isSubscribedEver: true },
  now,
  coupon: { code: 'SPRING', type: 'percentage', initial: 50, recurring: 10 },
  promotion: {
    id: 'p1',
    type: 'SUBSCRIPTION',
    audience: 'ALL_USERS',
    startsAt: now,
    durationMs: 3_600_000,
    repeats: false,
    initialMinor: 300,
    recurringMinor: 1_200,
    initialPeriodDays: 7,
  },
  resubscribeOffer: { forSubscribersOnly: true, freeMonths: 2, recurringMinor: 1_000 },
};

/** The one price, with everything that could lower it. */
export function benchQuote(): BenchResult[] {
  const times = 20_000;
  const rounds = Array.from({ length: 9 }, () => {
    const from = performance.now();
    for (let n = 0; n < times; n += 1)
      if (quoteMembership(asked).reason !== 'coupon') throw new Error('The coupon does not come first.');
    return ((performance.now() - from) * 1_000) / times;
  });
  return [result('quote of a membership with a coupon, a promotion and an offer', median(rounds), 'µs', '<', 20)];
}
