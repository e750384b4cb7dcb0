import type { MembershipQuote } from '@backlot/contracts/memberships';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { beforeAll, expect, it } from 'vitest';
import { makeQueryClient, Providers } from '../../src/app/providers.tsx';
import { CouponBox } from '../../src/features/checkout/coupon/coupon-box.tsx';
import { costsMore } from '../../src/features/checkout/coupon/costs-more.ts';
import type { CouponEntry } from '../../src/features/checkout/coupon/use-coupon.ts';
import { loadTexts, withAccountTexts } from '../../src/lib/texts/texts.ts';
import { bootstrapOf, person } from '../testing/fixture.ts';

beforeAll(() => withAccountTexts(Promise.resolve()));

const month = { unit: 'month', count: 1 } as const;
const priced = (
  initial: number,
  recurring: number,
  first: MembershipQuote['first_period'] = month,
): MembershipQuote => ({
  quote_id: 'q',
  currency: 'USD',
  initial_amount: initial,
  recurring_amount: recurring,
  original_initial_amount: 9,
  original_recurring_amount: 14,
  coupon_code: null,
  promotion_id: null,
  first_period: first,
  reason: 'base',
  is_free: false,
  first_charge_at: '2026-11-21T12:00:00.000Z',
  next_charge_at: '2026-12-21T12:00:00.000Z',
  wallet_next_charge_at: '2026-12-21T12:00:00.000Z',
  renewal_days: null,
  statement_descriptor: 'LUNA',
  merchant_name: 'Luna Ltd',
  opens_posts: 19,
});

it.each([
  ['both amounts are higher', priced(8, 13), priced(5, 12), true],
  ['one amount is higher', priced(8, 14), priced(5, 14), true],
  ['it is the same', priced(8, 14), priced(8, 14), false],
  ['it is lower', priced(4, 14), priced(5, 14), false],
  ['later months make up for the first', priced(8, 10), priced(5, 14), false],
  ['the other price is of days alone', priced(8, 14), priced(1, 14, { unit: 'day', count: 3 }), false],
  ['the other price is for ever', priced(8, 14), priced(0, 0, null), false],
] as const)('a price that nobody would choose: %s', (_, one, other, is) => {
  expect(costsMore(one, other)).toBe(is);
});

it('a coupon that makes it dearer than the offer that runs says so, and one that does not says nothing of it', async () => {
  const bootstrap = bootstrapOf({ path: '/subscribe', viewer: person() });
  const app = { bootstrap, texts: await loadTexts('en'), slots: {} as never, queries: makeQueryClient(bootstrap) };
  const nothing = () => undefined;
  const show = (quote: MembershipQuote): string => {
    const coupon: CouponEntry = {
      status: 'valid',
      typed: 'WELCOME',
      error: null,
      isChecking: false,
      check: { state: 'idle', place: { current: null }, run: (send) => send({}) },
      applied: { code: 'WELCOME', quote },
      type: nothing,
      apply: async () => undefined,
      remove: nothing,
      refuse: nothing,
    };
    return renderToStaticMarkup(
      <MemoryRouter>
        <Providers app={app}>
          <CouponBox coupon={coupon} usual={priced(5, 14)} />
        </Providers>
      </MemoryRouter>,
    );
  };
  expect(show(priced(8, 14))).toContain('You pay less without this coupon.');
  expect(show(priced(4, 14))).not.toContain('without this coupon');
});
