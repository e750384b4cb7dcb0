import type { Dispute } from '@backlot/contracts/disputes';
import type { ReversalEvent } from '@backlot/payments';
import { v7 } from 'uuid';
import { expect } from 'vitest';
import { applyEvent } from '../../src/features/checkout/webhooks/apply-event.ts';
import { checkTotals } from '../../src/features/ledger/check-totals.ts';
import { walletOf } from '../../src/features/ledger/index.ts';
import type { MoneyWorld } from '../../src/testing/money-world.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { balancesOf } from '../../src/testing/wallets.ts';
import { openItemsOf } from '../checkout/open-items-of.ts';

/** What tests of won disputes ask and do, on luna. */
export function winsOf(world: () => MoneyWorld) {
  const { luna, buyer, reported } = openItemsOf(world);
  type Attempt = Awaited<ReturnType<typeof buyer>>['attempt'];
  const admin = () => world().people.luna.admin;

  const chargeback = (attempt: Attempt, more: Partial<ReversalEvent> = {}) =>
    reported(attempt, { ...more, type: 'chargeback' });
  const winOf = (attempt: Attempt, more: Partial<ReversalEvent> = {}): ReversalEvent => ({
    externalId: v7(),
    type: 'chargeback-won',
    about: { reference: attempt.id, providerRef: attempt.provider_ref! },
    amountMinor: 900,
    currency: 'USD',
    occurredAt: world().clock.now().toISOString(),
    ...more,
  });
  /** What a provider tells, and why nothing came of it. */
  const told = (attempt: Attempt, more: Partial<ReversalEvent> = {}) =>
    applyEvent(world().ctx, luna(), {
      accountId: attempt.account_id,
      newsId: v7(),
      event: winOf(attempt, more),
    });
  const mark = (body: object, as: TestPerson = admin()) =>
    world().call('POST /api/reports/disputes/won', { as, body: { amount: 9, evidence: 'Letter of 9 March', ...body } });
  const disputeOf = async (fan: TestPerson) =>
    (
      (await world().call('GET /api/reports/disputes', { as: admin(), query: { search: fan.email } })).body.data
        .disputes as Dispute[]
    )[0]!;
  const walletOfFan = (fan: TestPerson) => world().database.tenants.read(luna(), (db) => walletOf(db, fan.id, 'USD'));

  const booked = async () => {
    const balances = await balancesOf(world());
    expect(balances.sum).toBe(0);
    // Also what a bank took back and paid back, and what went back to the wallet meanwhile.
    expect(await checkTotals(world().ctx, world().tenants.luna)).toEqual([]);
    return {
      clearing: balances.of('provider_clearing'),
      chargebacks: balances.of('chargebacks'),
      fees: balances.of('chargeback_fees'),
    };
  };
  const since = (before: Awaited<ReturnType<typeof booked>>, after: typeof before) => ({
    clearing: after.clearing - before.clearing,
    chargebacks: after.chargebacks - before.chargebacks,
    fees: after.fees - before.fees,
  });

  return { chargeback, winOf, told, mark, disputeOf, walletOfFan, booked, since };
}
