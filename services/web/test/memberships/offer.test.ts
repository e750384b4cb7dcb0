import type { MeView } from '@backlot/contracts/accounts';
import type { MembershipQuote } from '@backlot/contracts/memberships';
import { queryKeys } from '@backlot/contracts/bootstrap';
import { describe, expect, it, vi } from 'vitest';
import { bootstrapOf, person } from '../testing/fixture.ts';

vi.mock('../../src/client-manifest.ts', () => ({ manifest: {}, styles: {} }));
const { render } = await import('../../src/entry-server.tsx');

const quote = (over: Partial<MembershipQuote> = {}): MembershipQuote => ({
  quote_id: 'q',
  currency: 'USD',
  initial_amount: 9,
  recurring_amount: 14,
  original_initial_amount: 9,
  original_recurring_amount: 14,
  coupon_code: null,
  promotion_id: null,
  first_period: { unit: 'month', count: 1 },
  reason: 'base',
  is_free: false,
  first_charge_at: '2026-11-21T12:00:00.000Z',
  next_charge_at: '2026-12-21T12:00:00.000Z',
  wallet_next_charge_at: '2026-12-21T12:00:00.000Z',
  renewal_days: null,
  statement_descriptor: 'LUNA',
  merchant_name: 'Luna Ltd',
  opens_posts: 19,
  ...over,
});
const page = async (path: string, offered: MembershipQuote, viewer = person()): Promise<string> =>
  (await render(bootstrapOf({ path, viewer, queries: [{ key: queryKeys.quote('abcdefghijkl'), data: offered }] })))
    .html;

describe.each(['/membership', '/subscribe'])('%s', (path) => {
  it('C13 says first and later amounts with their dates, how to cancel, the statement and the merchant', async () => {
    const html = await page(path, quote());
    for (const words of [
      '$9.00',
      'Nov 21, 2026',
      '$14.00',
      'From Dec 21, 2026',
      'Cancel in your profile any time',
      'LUNA',
      'Sold by Luna Ltd.',
    ])
      expect(html).toContain(words);
  });

  it('offers nothing to a member', async () => {
    const html = await page(path, quote(), person({ ccbillSubscriptionStatus: '2' }));
    expect(html).toContain('You are a member.');
    expect(html).not.toContain('$9.00');
  });
});

describe('/membership', () => {
  it('tells a member when it renews and for how much, and does not say twice that they are one', async () => {
    const detail = {
      created_at: '2026-11-21T12:00:00.000Z',
      recurring_price: 14,
      is_rebill_failed: false,
      retries_with_card: false,
    } as NonNullable<ReturnType<typeof person>['subscription_detail']>;
    const html = await page(
      '/membership',
      quote(),
      person({
        ccbillSubscriptionStatus: '2',
        next_billing_date: '2026-12-21T12:00:00.000Z',
        subscription_detail: detail,
      }),
    );
    expect(html).toContain('Active. Renews on Dec 21, 2026 for $14.00.');
    expect(html.split('You are a member.')).toHaveLength(2);
  });

  // The foot of every page leads there as well; this is the button beside the membership.
  const cancelLink = /class="button"[^>]*href="\/profile\/cancel-subscription"/;
  it('C16 leads a member to cancelling, and nobody who has cancelled, is staff or is no member', async () => {
    const of = (viewer: Partial<ReturnType<typeof person>>) => page('/membership', quote(), person(viewer));
    const later = '2026-12-21T12:00:00.000Z';
    expect(await of({ ccbillSubscriptionStatus: '2', next_billing_date: later })).toMatch(cancelLink);
    expect(await of({ ccbillSubscriptionStatus: '1', expiration_date: later })).not.toMatch(cancelLink);
    expect(await of({ ccbillSubscriptionStatus: '2', role: 'model', isAdmin: true })).not.toMatch(cancelLink);
    expect(await of({})).not.toMatch(cancelLink);
  });

  it('shows guests the offer, and leads them to an account', async () => {
    const { html, status } = await render(
      bootstrapOf({ path: '/membership', queries: [{ key: queryKeys.quote('abcdefghijkl'), data: quote() }] }),
    );
    expect(status).toBe(200);
    for (const words of ['$9.00', '$14.00', 'Cancel in your profile any time']) expect(html).toContain(words);
    expect(html).toMatch(/<div class="offer-go"><a[^>]*href="\/register"[^>]*>(?:<[^>]*>)*Join now/);
    // They are not at the payment yet.
    expect(html).not.toContain('Continue to payment');
  });
});

describe('where the provider of cards counts days', () => {
  const counted = quote({ next_charge_at: '2026-12-20T12:00:00.000Z', renewal_days: 30 });
  const withWallet = (method: 'card' | 'crypto_currency') =>
    person({ role: 'user', default_payment_method: method, wallet_amount: 50 });

  it('C13 says every 30 days wherever the rhythm is told', async () => {
    const html = await page('/subscribe', counted, withWallet('card'));
    for (const words of [
      'I agree to pay $9.00 today and $14.00 every 30 days from Dec 20, 2026 until I cancel.',
      'Then $14.00 every 30 days, next on Dec 20, 2026, until you cancel.',
      'Every 30 days, in USD',
      'Every 30 days after',
    ])
      expect(html).toContain(words);
    expect(html).not.toMatch(/every month|monthly/i);
    const later = await page('/subscribe', { ...counted, initial_amount: 0 });
    expect(later).toContain('I agree to pay $14.00 every 30 days from Dec 20, 2026 until I cancel.');
  });

  it('C13 says every month, and the day of it, to whoever pays from the wallet', async () => {
    const html = await page('/subscribe', counted, withWallet('crypto_currency'));
    for (const words of [
      'I agree to pay $9.00 today and $14.00 every month from Dec 21, 2026 until I cancel.',
      'Then $14.00 every month, next on Dec 21, 2026, until you cancel.',
      'Monthly, in USD',
      'Every month after',
      'From Dec 21, 2026',
    ])
      expect(html).toContain(words);
    expect(html).not.toMatch(/30 days|Dec 20, 2026/);
  });
});

describe('beside the price, where the provider of cards counts days', () => {
  const prices = (later: number) => ({
    membership_price: 9,
    recurring_membership_price: later,
    returning_membership_price: 9,
    returning_recurring_membership_price: later,
    hero_banner_text: 'Slow pots',
    enable_section_2: true,
    section_2_title: 'Two',
    enable_section_3: true,
    section_3_title: 'Three',
  });
  const at = async (path: string, later: number, renewalDays: number | null, viewer: MeView | null = null) =>
    (await render(bootstrapOf({ path, viewer, settings: prices(later), site: { renewalDays } }))).html;

  it.each(['/', '/register'])(
    'C13 %s says every 30 days to guests, and a month where months are charged',
    async (path) => {
      expect(await at(path, 9, 30)).toContain('$9.00 every 30 days');
      expect(await at(path, 14, 30)).toContain('then $14.00 every 30 days');
      for (const later of [9, 14]) expect(await at(path, later, 30)).not.toContain('a month');
      expect(await at(path, 9, null)).toContain('$9.00 a month');
      expect(await at(path, 14, null)).toContain('then $14.00 a month');
    },
  );

  it('C13 the feed says a month to whoever pays from the wallet', async () => {
    const fan = (method: 'card' | 'crypto_currency') =>
      person({ role: 'user', default_payment_method: method, wallet_amount: 50 });
    expect(await at('/home', 14, 30, fan('card'))).toContain('then $14.00 every 30 days');
    expect(await at('/home', 14, 30, fan('crypto_currency'))).toContain('then $14.00 a month');
  });

  it('C13 /membership tells the rhythm that this viewer is charged by', async () => {
    const counted = quote({ next_charge_at: '2026-12-20T12:00:00.000Z', renewal_days: 30 });
    const fan = (method: 'card' | 'crypto_currency') =>
      person({ role: 'user', default_payment_method: method, wallet_amount: 50 });
    const card = await page('/membership', counted, fan('card'));
    for (const words of ['Every 30 days, in USD', 'From Dec 20, 2026']) expect(card).toContain(words);
    const wallet = await page('/membership', counted, fan('crypto_currency'));
    for (const words of ['Monthly, in USD', 'Every month after', 'From Dec 21, 2026']) expect(wallet).toContain(words);
    expect(wallet).not.toMatch(/30 days|Dec 20, 2026/);
  });

  it.each([
    [0, 30, 'A membership for $5.00 every 30 days.'],
    [2, 30, '60 days of membership free, then $5.00 every 30 days.'],
    [0, null, 'A membership for $5.00 a month.'],
    [1, null, '1 month of membership free, then $5.00 a month.'],
    [2, null, '2 months of membership free, then $5.00 a month.'],
  ] as const)('C13 the resubscribe ribbon with %d free months and %s days says: %s', async (free, days, words) => {
    const offer = {
      for_subscribers_only: true,
      give_free_month_subscription: free,
      recurring_price: 5,
      promo_banner_text: '',
      offer_id: 'o',
      quote: quote({ reason: 'resubscribe', renewal_days: days }),
    };
    const { html } = await render(
      bootstrapOf({
        path: '/faq',
        viewer: person({ isSubscribedEver: true }),
        settings: { 'resubscribe_offer_settings.is_enabled': true },
        queries: [{ key: queryKeys.resubscribeOffer('abcdefghijkl'), data: offer }],
      }),
    );
    expect(html).toContain(words);
  });
});

describe('/subscribe', () => {
  it('C13 repeats the first amount on the button and the later one under it, with consent not given beforehand', async () => {
    const html = await page('/subscribe', quote());
    expect(html).toMatch(/<button[^>]*type="submit"[^>]*>(?:<[^>]*>)*Subscribe for \$9\.00/);
    expect(html).toContain('Then $14.00 every month, next on Dec 21, 2026, until you cancel.');
    expect(html).toMatch(/<input[^>]*type="checkbox"/);
    expect(html).not.toMatch(/<input[^>]*type="checkbox"[^>]*checked/);
  });

  it('DECISIONS 22 asks for everything but the card itself', async () => {
    const { html } = await render(
      bootstrapOf({
        path: '/subscribe',
        viewer: person(),
        queries: [
          { key: queryKeys.quote('abcdefghijkl'), data: quote() },
          { key: queryKeys.cardEntry('abcdefghijkl'), data: { entry: 'field', keeps_cards: true } },
        ],
      }),
    );
    expect(html).toContain('Add Card Details');
    for (const name of ['email', 'address', 'country', 'state', 'city', 'pincode', 'firstName', 'lastName'])
      expect(html).toContain(`name="${name}"`);
    expect(html).not.toMatch(/name="(?:cardNumber|number|cvv|month|year)"/);
  });

  it('asks for no card details where one is on file', async () => {
    const card = {
      _id: 'c',
      card_type: 'visa',
      last4: '4242',
      month: 12,
      year: 2031,
      is_primary: true,
      is_chargeable: true,
    };
    const { html } = await render(
      bootstrapOf({
        path: '/subscribe',
        viewer: person(),
        queries: [
          { key: queryKeys.quote('abcdefghijkl'), data: quote() },
          { key: queryKeys.cards('abcdefghijkl'), data: [card] },
        ],
      }),
    );
    expect(html).toContain('Pay with Visa ending in 4242');
    expect(html).toContain('Payment</h2>');
    expect(html).not.toContain('Add Card Details');
    // Nothing is typed, so nothing goes anywhere.
    expect(html).not.toContain('Number and security code go straight');
  });

  it.each([
    [true, 'agree that Luna &amp; Sons keeps it with its payment provider and charges it for purchases you confirm'],
    [false, 'Luna &amp; Sons does not keep your card and charges nothing else to it.'],
  ])('C13 says what becomes of a card that is typed on the page of a provider, kept: %s', async (keeps_cards, said) => {
    const { html } = await render(
      bootstrapOf({
        path: '/subscribe',
        viewer: person(),
        queries: [
          { key: queryKeys.quote('abcdefghijkl'), data: quote() },
          { key: queryKeys.cardEntry('abcdefghijkl'), data: { entry: 'hosted', keeps_cards } },
        ],
      }),
    );
    expect(html).toContain(said);
    expect(html.match(/class="order-note"/g)).toHaveLength(1);
  });

  it("asks for nothing of a card that is typed on the provider's page, nor promises what is so of ours", async () => {
    const { html } = await render(
      bootstrapOf({
        path: '/subscribe',
        viewer: person(),
        queries: [
          { key: queryKeys.quote('abcdefghijkl'), data: quote() },
          { key: queryKeys.cardEntry('abcdefghijkl'), data: { entry: 'hosted', keeps_cards: true } },
        ],
      }),
    );
    expect(html).toContain('You enter your card on the payment provider’s secure page and come back here.');
    expect(html).not.toContain('name="address"');
    expect(html).not.toContain('Number and security code go straight');
  });

  it('SUB-11 a free membership needs no card', async () => {
    const html = await page(
      '/subscribe',
      quote({ is_free: true, initial_amount: 0, recurring_amount: 0, original_initial_amount: 0 }),
    );
    expect(html).toContain('Join for free');
    expect(html).not.toContain('Add Card Details');
  });
});

describe('/profile', () => {
  const profile = async (over: Parameters<typeof person>[0]): Promise<string> =>
    (await render(bootstrapOf({ path: '/profile', viewer: person(over) }))).html;
  const detail = {
    recurring_price: 14,
    is_rebill_failed: false,
    retries_with_card: false,
    rebill_decline_reason: null,
    created_at: '2026-10-21T12:00:00.000Z',
  };

  it.each([
    [
      'SUB-01 an active membership',
      { ccbillSubscriptionStatus: '2', next_billing_date: '2026-12-21T12:00:00.000Z', subscription_detail: detail },
      'Active. Renews on Dec 21, 2026 for $14.00.',
    ],
    [
      'SUB-02 a cancelled one',
      { ccbillSubscriptionStatus: '1', expiration_date: '2026-12-21T12:00:00.000Z', subscription_detail: detail },
      'Cancelled. Access until Dec 21, 2026.',
    ],
    ['SUB-04 none', {}, 'No membership'],
    [
      'one that ended',
      { isSubscribedEver: true, expiration_date: '2026-10-21T12:00:00.000Z' },
      'Ended on Oct 21, 2026.',
    ],
    [
      'a gift',
      {
        ccbillSubscriptionStatus: '2',
        has_complimentary_subscription: true,
        expiration_date: '2026-12-21T12:00:00.000Z',
      },
      'A gift, until Dec 21, 2026.',
    ],
    [
      'SUB-45 a failed renewal',
      { isRebillFailed: true, isSubscribedEver: true, next_billing_date: '2026-11-24T12:00:00.000Z' },
      'Please enter your existing card information again or try a new card.',
    ],
    [
      'SUB-47 a failed renewal from the wallet, with its date and amount,',
      {
        isRebillFailed: true,
        isSubscribedEver: true,
        payment_gateway: 'forumpay',
        next_billing_date: '2026-11-24T12:00:00.000Z',
        subscription_detail: { ...detail, is_rebill_failed: true },
      },
      'Your membership renews on Nov 24, 2026 for $14.00. Please add funds to your wallet.',
    ],
  ] as const)('says where %s stands', async (_, over, words) => {
    expect(await profile(over)).toContain(words);
  });
});

it('SUB-51 a member is led to what they bought', async () => {
  const viewer = person({ ccbillSubscriptionStatus: '2', payment: { membership: true } });
  expect((await render(bootstrapOf({ path: '/profile', viewer }))).html).toContain('href="/purchased-contents"');
});

describe('a failed renewal', () => {
  const failed = person({
    isRebillFailed: true,
    isSubscribedEver: true,
    next_billing_date: '2026-11-24T12:00:00.000Z',
  });
  const at = async (path: string): Promise<string> => (await render(bootstrapOf({ path, viewer: failed }))).html;

  it('C16 SUB-43 SUB-45 can be renewed and cancelled from the profile, and its card changed there', async () => {
    const html = await at('/profile');
    expect(html).toMatch(/<a[^>]*href="\/profile\/cancel-subscription"[^>]*>(?:<[^>]*>)*Cancel Subscription/);
    expect(html).toMatch(/href="\/profile\/payment-method"/);
    expect(html).toMatch(/<a[^>]*href="\/subscribe"[^>]*>(?:<[^>]*>)*Renew/);
  });

  it('C16 is cancelled on one sheet that promises no access and no later charge', async () => {
    const html = await at('/profile/cancel-subscription');
    expect(html).toContain('We stop trying to renew it, and nothing more is charged.');
    expect(html).toMatch(/<button[^>]*type="submit"[^>]*>(?:<[^>]*>)*Cancel Subscription/);
    expect(html).not.toContain('You keep access until');
  });
});

describe('/profile/cancel-subscription', () => {
  const sheet = async (over: Parameters<typeof person>[0]): Promise<string> =>
    (await render(bootstrapOf({ path: '/profile/cancel-subscription', viewer: person(over) }))).html;
  const forEver = 'Your membership has no end and is free of charge. If you cancel it, it ends';

  it('SUB-22 says of a membership without an end that it ends, and names no date and no renewal', async () => {
    const html = await sheet({ ccbillSubscriptionStatus: '2', expiration_date: null, next_billing_date: null });
    expect(html).toContain(forEver);
    expect(html).not.toMatch(/You keep access until|stop trying to renew/);
  });

  it('C16 says until when access stays of one with an end, and that a failed renewal is tried no more', async () => {
    const html = await sheet({ ccbillSubscriptionStatus: '2', next_billing_date: '2026-12-21T12:00:00.000Z' });
    expect(html).toContain('You keep access until Dec 21, 2026 and are not charged again.');
    const failed = await sheet({ ccbillSubscriptionStatus: '0', isRebillFailed: true });
    expect(failed).toContain('We stop trying to renew it, and nothing more is charged.');
    const inGrace = await sheet({ ccbillSubscriptionStatus: '2', isRebillFailed: true });
    expect(inGrace).toContain('Your membership ends at once. We stop trying to renew it, and nothing more is charged.');
    for (const one of [html, failed, inGrace]) expect(one).not.toContain(forEver);
  });
});
