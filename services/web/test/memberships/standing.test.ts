import type { MeView } from '@backlot/contracts/accounts';
import { queryKeys } from '@backlot/contracts/bootstrap';
import { describe, expect, it, vi } from 'vitest';
import { bootstrapOf, person } from '../testing/fixture.ts';

vi.mock('../../src/client-manifest.ts', () => ({ manifest: {}, styles: {} }));
const { render } = await import('../../src/entry-server.tsx');

const later = '2026-12-21T12:00:00.000Z';
const detail = {
  created_at: '2026-10-21T12:00:00.000Z',
  recurring_price: 14,
  is_rebill_failed: true,
  rebill_decline_reason: 'soft',
  retries_with_card: true,
} as NonNullable<MeView['subscription_detail']>;
const quote = {
  quote_id: 'q',
  currency: 'USD',
  initial_amount: 14,
  recurring_amount: 14,
  original_initial_amount: 14,
  original_recurring_amount: 14,
  coupon_code: null,
  promotion_id: null,
  first_period: { unit: 'month', count: 1 },
  reason: 'base',
  is_free: false,
  first_charge_at: '2026-11-21T12:00:00.000Z',
  next_charge_at: later,
  wallet_next_charge_at: later,
  renewal_days: null,
  statement_descriptor: 'LUNA',
  merchant_name: 'Luna Ltd',
  opens_posts: 19,
};
const receiptId = '01900000-0000-7000-8000-000000000001';
const receipt = {
  payment: {
    _id: receiptId,
    date: '2026-10-21T12:00:00.000Z',
    sold: 'membership',
    title: null,
    content_id: null,
    amount: 14,
    currency: 'USD',
    paid_with: 'card',
    card: { card_type: 'visa', last4: '4242' },
    coins: null,
    state: 'paid',
    returns: [],
    returning: 0,
    owed: 0,
  },
  number: 'ch_1',
  merchant: { name: 'Luna Works Ltd', address: '', descriptor: '' },
  buyer: { name: 'Ada', email: 'ada@example.test' },
  lines: [{ kind: 'base', ref: '', amount: 14 }],
  kept: 14,
  is_cancellable: true,
};

const page = async (path: string, viewer: Partial<MeView>): Promise<string> => {
  const queries = [
    { key: queryKeys.quote('abcdefghijkl'), data: quote },
    { key: ['abcdefghijkl', 'receipt', receiptId], data: receipt },
  ];
  return (await render(bootstrapOf({ path, viewer: person(viewer), queries }))).html;
};

/** The foot of every page leads there as well. */
const cancelLink = /class="(?:button|text-link)"[^>]*href="\/profile\/cancel-subscription"/;
const failed = { isRebillFailed: true, next_billing_date: later, subscription_detail: detail };

describe('a membership whose renewal failed', () => {
  it.each(['0', '2'] as const)('C16 is told of and can be cancelled where it is shown (status %s)', async (status) => {
    const html = await page('/membership', { ...failed, ccbillSubscriptionStatus: status });
    expect(html).toContain('Your recent rebill for subscription failed.');
    expect(html).not.toContain('Active. Renews on');
    expect(html).toMatch(cancelLink);
  });

  it.each(['0', '2'] as const)(
    'C16 can be cancelled from the receipt of a payment for it (status %s)',
    async (status) => {
      const path = `/profile/payments/${receiptId}`;
      expect(await page(path, { ...failed, ccbillSubscriptionStatus: status })).toMatch(cancelLink);
      expect(await page(path, { ccbillSubscriptionStatus: '0' })).not.toMatch(cancelLink);
    },
  );
});

describe('a membership that was given', () => {
  it('says until when, beside the way to the feed', async () => {
    const given = { ccbillSubscriptionStatus: '2', has_complimentary_subscription: true } as const;
    expect(await page('/membership', { ...given, expiration_date: later })).toContain('A gift, until Dec 21, 2026.');
    expect(await page('/membership', given)).not.toContain('A gift');
  });
});

describe('where a membership stands', () => {
  const renewing = { next_billing_date: later, subscription_detail: { ...detail, is_rebill_failed: false } };
  const given = { has_complimentary_subscription: true, expiration_date: later };
  it.each([
    ['goes on', renewing, 'Active. Renews on Dec 21, 2026 for $14.00.'],
    ['was given', given, 'A gift, until Dec 21, 2026.'],
    ['failed to renew', { ...failed, payment_gateway: 'forumpay' }, 'on Dec 21, 2026'],
  ] as const)('is said alike on its page and in the profile: one that %s', async (_, membership, text) => {
    for (const path of ['/membership', '/profile'])
      expect(await page(path, { ...membership, ccbillSubscriptionStatus: '2' })).toContain(text);
  });
});
