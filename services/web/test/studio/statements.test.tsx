import type { StatementAccount, StatementPayout, StatementSums } from '@backlot/contracts/statement';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeQueryClient, Providers } from '../../src/app/providers.tsx';
import { movedOf, useAccountName } from '../../src/features/staff/statement/account-columns.tsx';
import { MonthSums } from '../../src/features/staff/statement/month-sums.tsx';
import { PayoutCard } from '../../src/features/staff/statement/payout-card.tsx';
import { addStudioTexts, withMoneyTexts } from '../../src/lib/texts/studio-texts.ts';
import { loadTexts } from '../../src/lib/texts/texts.ts';
import { bootstrapOf, person } from '../testing/fixture.ts';

beforeAll(async () => {
  await addStudioTexts('en');
  await withMoneyTexts(Promise.resolve());
});

const sums: StatementSums = {
  currency: 'USD',
  taken: [{ what: 'membership_revenue', amount: 39.98 }],
  refunds: -5,
  chargebacks: 0,
  chargebacks_won: 0,
  chargeback_fees: 0,
  net_taken: 34.98,
  earned: [{ what: 'membership_revenue', amount: 4.2 }],
  net_earned: 4.2,
  deferred: 30.78,
  in_wallets: 0,
  unapplied: 0,
  owed_by_fans: 0,
};
const payout: StatementPayout = {
  provider: 'ccbill',
  currency: 'USD',
  opening: 0,
  net_taken: 34.98,
  fees: 0,
  reserve_held: 0,
  reserve_released: 0,
  paid_out: 0,
  owed: 34.98,
  in_reserve: 0,
  entered: 0,
  forecast: null,
};
const account: StatementAccount = {
  _id: '0198c5d2-0000-7000-8000-000000000001',
  kind: 'deferred_revenue',
  detail: 'post_revenue',
  currency: 'USD',
  group: 'owed',
  opening: 0.1,
  movements: [],
  closing: 0.3,
};

async function show(shown: React.ReactNode): Promise<string> {
  const bootstrap = bootstrapOf({ path: '/admin/statements', viewer: person({ role: 'model', isAdmin: true }) });
  const queries = makeQueryClient(bootstrap);
  return renderToStaticMarkup(
    <MemoryRouter initialEntries={['/admin/statements']}>
      <Providers app={{ bootstrap, texts: await loadTexts('en'), slots: {} as never, queries }}>{shown}</Providers>
    </MemoryRouter>,
  );
}

describe('the statement of a month', () => {
  it('says what was taken by what is sold, what went back, and nothing of what there was none of', async () => {
    const html = await show(<MonthSums sums={sums} earnedUntil={null} />);
    for (const text of ['Memberships', '$39.98', 'Refunds', '-$5.00', '$34.98', '$30.78']) expect(html).toContain(text);
    expect(html).not.toContain('Chargebacks');
    expect(html).not.toContain('Memberships are counted until');
    expect(await show(<MonthSums sums={sums} earnedUntil="2026-03-04T00:00:00Z" />)).toContain(
      'Memberships are counted until',
    );
  });

  it('says what is expected next and what that rests on, or that it is not known yet', async () => {
    const card = (forecast: StatementPayout['forecast']) =>
      show(<PayoutCard payout={{ ...payout, forecast }} onEnter={() => {}} />);
    expect(await card(null)).not.toContain('Expected payout');
    const unknown = await card({ expected: null, releases: [], held_until_unknown: 2 });
    for (const text of ['Not known yet', 'release not known yet', '$2.00']) expect(unknown).toContain(text);
    const expected = { amount: 30.5, fees: -3.5, fee_rate: 10, held: -1, held_rate: 5, rests_on: ['2026-02'] };
    const html = await card({ expected, releases: [{ month: '2026-08', amount: 4 }], held_until_unknown: 0 });
    for (const text of ['$30.50', '-$3.50', '(10%)', 'February 2026', 'August 2026', '$4.00'])
      expect(html).toContain(text);
  });

  it('says that no statement was entered, or where its figures come from', async () => {
    const without = await show(<PayoutCard payout={payout} onEnter={() => {}} />);
    expect(without).toContain('What CCBill still owes you');
    expect(without).toContain('No statement of the provider was entered');
    const entered = { ...payout, fees: -3.5, owed: 31.48, entered: 1 };
    const html = await show(<PayoutCard payout={entered} onEnter={() => {}} />);
    expect(html).toContain('-$3.50');
    expect(html).toContain('what was entered from the provider');
    expect(html).not.toContain('No statement');
    expect(html).not.toContain('Below zero');
    expect(await show(<PayoutCard payout={{ ...entered, owed: -68.52 }} onEnter={() => {}} />)).toContain('Below zero');
  });

  it('says what the platform kept, tax, exchange and disputes come to, and what is still held of them', async () => {
    const stated = {
      ...payout,
      platform_share: -2.5,
      tax_withheld: -1.2,
      exchange: 0.35,
      dispute_held: -9,
      dispute_released: 4,
      in_disputes: 5,
      entered: 1,
    };
    const html = await show(<PayoutCard payout={stated} onEnter={() => {}} />);
    for (const text of ['Platform’s share', '-$2.50', 'Tax withheld', '-$1.20', '$0.35', '-$9.00', '$4.00', '$5.00'])
      expect(html).toContain(text);
    const without = await show(<PayoutCard payout={payout} onEnter={() => {}} />);
    for (const text of ['Platform’s share', 'Tax', 'isputes', 'Exchange']) expect(without).not.toContain(text);
    const expected = { amount: 20, fees: 0, fee_rate: 0, held: 0, held_rate: 0, rests_on: ['2026-02'] };
    const kept = { ...expected, share: -5.5, share_rate: 20, tax: -1, tax_rate: 3.5 };
    const next = (said: typeof expected) =>
      show(
        <PayoutCard
          payout={{ ...payout, forecast: { expected: said, releases: [], held_until_unknown: 0 } }}
          onEnter={() => {}}
        />,
      );
    for (const text of ['share still to come (20%)', '-$5.50', 'be withheld (3.5%)'])
      expect(await next(kept)).toContain(text);
    expect(await next(expected)).not.toContain('still to come (20%)');
  });

  it('names an account by what it is and what it is of, and counts its change in whole cents', async () => {
    const Name = () => <b>{useAccountName()(account)}</b>;
    expect(await show(<Name />)).toContain('Paid, not earned yet · Posts');
    expect(movedOf(account)).toBe(0.2);
  });
});
