import type { MeView } from '@backlot/contracts/accounts';
import { queryKeys } from '@backlot/contracts/bootstrap';
import { renderToStaticMarkup } from 'react-dom/server';
import type { ReactElement } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeQueryClient, Providers } from '../../src/app/providers.tsx';
import { FailedRenewal } from '../../src/components/offer/failed-renewal.tsx';
import { MembershipPanel } from '../../src/features/accounts/membership-panel.tsx';
import { Joined } from '../../src/features/checkout/subscribe-outcomes.tsx';
import { Page as MembershipPage } from '../../src/features/memberships/membership-page.tsx';
import { RebillFailedDialog } from '../../src/features/memberships/rebill/rebill-failed-dialog.tsx';
import { RenewalAtRiskDialog } from '../../src/features/memberships/rebill/renewal-at-risk-dialog.tsx';
import { loadTexts, withAccountTexts } from '../../src/lib/texts/texts.ts';
import { bootstrapOf, person } from '../testing/fixture.ts';

beforeAll(() => withAccountTexts(Promise.resolve()));

const next = '2026-12-21T12:00:00.000Z';
const detail = (over: Partial<NonNullable<MeView['subscription_detail']>> = {}) => ({
  created_at: '2026-11-21T12:00:00.000Z',
  recurring_price: 14,
  is_rebill_failed: false,
  rebill_decline_reason: null,
  retries_with_card: false,
  ...over,
});

/** On a site in US dollars whose cards are typed as `entry` says. */
async function shown(me: MeView, part: ReactElement, entry: 'field' | 'hosted' = 'field'): Promise<string> {
  const bootstrap = bootstrapOf({ path: '/profile', viewer: me });
  const queries = makeQueryClient(bootstrap);
  queries.setQueryData(queryKeys.me(bootstrap.site.id), me);
  queries.setQueryData(queryKeys.cards(bootstrap.site.id), []);
  queries.setQueryData(queryKeys.cardEntry(bootstrap.site.id), { entry, keeps_cards: true });
  return renderToStaticMarkup(
    <MemoryRouter>
      <Providers app={{ bootstrap, texts: await loadTexts('en'), slots: {} as never, queries }}>{part}</Providers>
    </MemoryRouter>,
  );
}

describe.each([
  ['in the currency of the renewal, which is not the site’s any more', { currency: 'EUR' }, '€14.00', '$'],
  ['in the site’s where a server of the version before names none', {}, '$14.00', '€'],
] as const)('a renewal’s price is said %s', (_, currency, price, other) => {
  const failed = {
    isRebillFailed: true,
    next_billing_date: next,
    subscription_detail: detail({ ...currency, is_rebill_failed: true, retries_with_card: true }),
  };
  const member = person({
    ccbillSubscriptionStatus: '2',
    next_billing_date: next,
    subscription_detail: detail(currency),
  });
  const short = person({
    ...member,
    payment_gateway: 'forumpay',
    wallet_amount: 3,
    rebill_notification: { reason: 'wallet-low', date: next, amount: 14, last4: null },
  });
  const risk = (reason: 'card-expires' | 'no-card' | 'wallet-low') => ({
    reason,
    date: next,
    amount: 14,
    last4: '4242',
  });
  it.each([
    ['in the profile', member, (me: MeView) => <MembershipPanel me={me} />],
    ['in the profile, of a wallet that does not cover it', short, (me: MeView) => <MembershipPanel me={me} />],
    ['on the membership’s page', member, () => <MembershipPage />],
    ['after joining', member, () => <Joined />],
    ['of one that failed', person(failed), (me: MeView) => <MembershipPanel me={me} />],
    [
      'of one from the wallet that failed',
      person({ ...failed, payment_gateway: 'forumpay' }),
      (me: MeView) => <RebillFailedDialog me={me} />,
    ],
    ['in the question', person(failed), (me: MeView) => <RebillFailedDialog me={me} />],
    ['beside what a new membership costs', person(failed), (me: MeView) => <FailedRenewal me={me} isFree={false} />],
    ['of a card that expires', member, (me: MeView) => <RenewalAtRiskDialog me={me} risk={risk('card-expires')} />],
    ['without a card', member, (me: MeView) => <RenewalAtRiskDialog me={me} risk={risk('no-card')} />],
    ['of a wallet that is short', short, (me: MeView) => <RenewalAtRiskDialog me={me} risk={risk('wallet-low')} />],
  ] as const)('%s', async (_where, me, part) => {
    const html = await shown(me, part(me));
    expect(html).toContain(price);
    expect(html).not.toContain(other);
  });
});

describe('a wallet that the renewal is taken from', () => {
  const renewing = (over: Partial<MeView>, currency?: string) =>
    person({
      ccbillSubscriptionStatus: '2',
      next_billing_date: next,
      payment_gateway: 'forumpay',
      subscription_detail: detail(currency === undefined ? {} : { currency }),
      ...over,
    });
  const low = { rebill_notification: { reason: 'wallet-low', date: next, amount: 14, last4: null } } as const;
  it.each([
    ['is short by its balance', renewing({ wallet_amount: 13.99 }, 'USD'), true],
    ['covers it by its balance', renewing({ wallet_amount: 14 }, 'USD'), false],
    ['is measured by its balance where no currency is named', renewing({ wallet_amount: 13.99 }), true],
    // Thirteen dollars say nothing of fourteen euros.
    ['is not measured in another currency', renewing({ wallet_amount: 13.99 }, 'EUR'), false],
    ['is short in another currency where the server says so', renewing({ wallet_amount: 99, ...low }, 'EUR'), true],
    [
      'is short in another currency also where the notice is put off',
      renewing({ wallet_amount: 99, subscription_detail: { ...detail({ currency: 'EUR' }), wallet_short: true } }),
      true,
    ],
  ] as const)('%s', async (_, me, isTold) => {
    const html = await shown(me, <MembershipPanel me={me} />);
    expect(html.includes('Please add funds to your wallet.')).toBe(isTold);
  });
});

it('a renewal that is due and has not come is not promised for a day that is over', async () => {
  const due = (over: Partial<MeView> = {}) =>
    person({
      ccbillSubscriptionStatus: '2',
      next_billing_date: next,
      ...over,
      subscription_detail: detail({ is_due: true, ...over.subscription_detail }),
    });
  const member = due();
  for (const part of [<MembershipPanel key="panel" me={member} />, <MembershipPage key="page" />])
    expect(await shown(member, part)).toContain('The renewal for $14.00 is due and will be charged soon.');
  const wallet = due({ payment_gateway: 'forumpay', wallet_amount: 3 });
  const failed = due({ isRebillFailed: true, subscription_detail: detail({ retries_with_card: true }) });
  for (const [me, part] of [
    [wallet, <MembershipPanel key="wallet" me={wallet} />],
    [failed, <MembershipPanel key="panel" me={failed} />],
    [failed, <RebillFailedDialog key="dialog" me={failed} />],
  ] as const)
    expect(await shown(me, part)).not.toContain('Dec 21');
});

describe('a renewal that failed', () => {
  const failed = (over: Partial<MeView> = {}, retries_with_card = true) =>
    person({
      isRebillFailed: true,
      isSubscribedEver: true,
      ccbillSubscriptionStatus: '0',
      next_billing_date: next,
      subscription_detail: detail({ is_rebill_failed: true, retries_with_card }),
      ...over,
    });
  const parts = [(me: MeView) => <MembershipPanel me={me} />, (me: MeView) => <RebillFailedDialog me={me} />];
  const buying = /<a[^>]*href="\/subscribe"[^>]*>(?:<[^>]*>)*([^<]*)/;
  it('SUB-43 is not called renewed by a purchase, which begins anew, while another card would renew it', async () => {
    for (const part of parts) {
      expect((await shown(failed(), part(failed()))).match(buying)?.[1]).toBe('Start a new membership');
      const waitsForNone = failed({ next_billing_date: null }, false);
      expect((await shown(waitsForNone, part(waitsForNone))).match(buying)?.[1]).toBe('Renew your membership');
    }
  });

  it('leads nobody to a purchase who is a member still, and always to a way on', async () => {
    const inGrace = failed({ ccbillSubscriptionStatus: '2' });
    for (const part of parts) expect(await shown(inGrace, part(inGrace))).not.toMatch(buying);
    for (const [entry, way] of [
      ['field', 'href="/profile/add-new-payment-method"'],
      ['hosted', 'href="/profile"'],
    ] as const)
      expect(await shown(inGrace, <RebillFailedDialog me={inGrace} />, entry)).toContain(way);
  });

  it('is told apart from what is paid beside it, with the price of each way', async () => {
    const anew = 'Paying here starts a new membership at the price shown. We then stop trying the renewal of $14.00.';
    const retry = 'Add or choose another card and we charge $14.00 to it at once.';
    const html = await shown(failed(), <FailedRenewal me={failed()} isFree={false} />);
    for (const one of [anew, retry, 'href="/profile/payment-method"']) expect(html).toContain(one);
    // No card can be added before it pays for something.
    const hosted = await shown(failed(), <FailedRenewal me={failed()} isFree={false} />, 'hosted');
    expect(hosted).toContain(anew);
    expect(hosted).not.toContain(retry);
    // Nothing is paid where joining is free.
    const free = await shown(failed(), <FailedRenewal me={failed()} isFree />);
    expect(free).toContain(retry);
    expect(free).not.toContain('Paying here');
    const over = failed({ next_billing_date: null }, false);
    const ended = await shown(over, <FailedRenewal me={over} isFree={false} />);
    expect(ended).toContain('Your existing card is not working');
    expect(ended).not.toContain('We then stop trying');
  });
});
