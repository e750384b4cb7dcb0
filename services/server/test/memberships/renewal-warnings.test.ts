import { sql, table } from '@backlot/database/sql';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { remindMembersJob } from '../../src/features/memberships/rebill/remind-members.ts';
import { warnMembersJob } from '../../src/features/memberships/rebill/warn-members.ts';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import { membershipsOf } from '../../src/testing/memberships.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { fund } from '../../src/testing/wallets.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld();
});
afterAll(() => world.close());

const { meOf, cancel, tick, mailsTo } = membershipsOf(() => world);
const hour = 3_600_000;
const day = 24 * hour;

async function warn(): Promise<void> {
  for (const tenant of Object.values(world.tenants))
    await warnMembersJob.run({ ctx: world.ctx, tenant, payload: {}, attempt: 1, log: world.ctx.log });
  await world.runJobs();
}
const warningsTo = async (fan: TestPerson) =>
  (await mailsTo(fan)).filter(({ subject }) => /^Your (?:membership needs a card|wallet does not cover)/.test(subject));
const dueOf = async (fan: TestPerson) => new Date((await meOf(fan)).next_billing_date).getTime();
const setExpiry = (fan: TestPerson, at: Date) =>
  world.database.tenants.write(fan.tenant, (db) =>
    sql`update ${table('payment_instruments')} set exp_year = ${at.getUTCFullYear()}, exp_month = ${at.getUTCMonth() + 1}
      where user_id = ${fan.id}`.all(db),
  );
const byWallet = async (): Promise<TestPerson> => {
  const fan = await world.fresh();
  await fund(world, fan, 1999 + 500);
  const body = { payment_for: 'membership', amount: 19.99, consent: true };
  expect((await world.call('POST /api/crypto/purchase-from-wallet', { as: fan, body })).status).toBe(200);
  return fan;
};

describe('a renewal that will fail as things stand', () => {
  it.each(['mars', 'luna'] as const)(
    'is told by mail a week before, once, where the card ends before it (%s)',
    async (site) => {
      const fan = await world.member(site);
      const due = await dueOf(fan);
      await setExpiry(fan, new Date(due - 40 * day));
      world.clock.set(new Date(due - 7 * day - hour));
      await warn();
      expect(await warningsTo(fan)).toEqual([]);
      world.clock.set(new Date(due - 7 * day));
      await warn();
      await warn();
      const [mail, ...more] = await warningsTo(fan);
      expect(more).toEqual([]);
      for (const part of [
        '$19.99',
        'ending in 4242',
        '/profile/add-new-payment-method',
        '/profile/cancel-subscription',
      ])
        expect(mail!.text).toContain(part);
      expect(mail!.text).not.toMatch(/backlot/i);
    },
  );

  it('is told where no card is left, and where the wallet holds less than the price', async () => {
    const without = await world.member();
    const poor = await byWallet();
    // The fan can't remove the last one; a chargeback takes it away.
    await world.database.tenants.write(without.tenant, (db) =>
      db('payment_instruments').where({ user_id: without.id }).update({ removed_at: world.clock.now() }),
    );
    world.clock.set(new Date((await dueOf(poor)) - 6 * day));
    await warn();
    expect((await warningsTo(without))[0]!.text).toContain('there is no card on file');
    const [mail] = await warningsTo(poor);
    expect(mail!.subject).toMatch(/^Your wallet does not cover the renewal on /);
    expect(mail!.text).toContain('/profile/wallet');
  });

  it('is not told where card or wallet will do, nor to somebody who cancelled', async () => {
    const good = await world.member();
    const gone = await world.member();
    const rich = await byWallet();
    await fund(world, rich, 1999);
    const due = await dueOf(gone);
    await setExpiry(gone, new Date(due - 40 * day));
    await cancel(gone);
    world.clock.set(new Date(due - 6 * day));
    await warn();
    for (const fan of [good, gone, rich]) expect(await warningsTo(fan)).toEqual([]);
  });

  it('is told again before the next one', async () => {
    const fan = await world.member();
    const first = await dueOf(fan);
    await setExpiry(fan, new Date(first - 40 * day));
    world.clock.set(new Date(first - 3 * day));
    await warn();
    expect(await warningsTo(fan)).toHaveLength(1);
    world.clock.set(new Date(first + hour));
    await tick();
    const next = await dueOf(fan);
    expect(next).toBeGreaterThan(first);
    // Its provider told a new date with the charge.
    await setExpiry(fan, new Date(next - 40 * day));
    world.clock.set(new Date(next - 3 * day));
    await warn();
    expect(await warningsTo(fan)).toHaveLength(2);
  });

  it('C14 is told beside a price that rises, not in its place', async () => {
    await changeSettings(world, { membership_price: 4.99 });
    const fan = await world.member();
    await changeSettings(world, { membership_price: 19.99 });
    const due = await dueOf(fan);
    await setExpiry(fan, new Date(due - 40 * day));
    world.clock.set(new Date(due - 6 * day));
    await warn();
    expect(await warningsTo(fan)).toHaveLength(1);
    const { luna: tenant } = world.tenants;
    await remindMembersJob.run({ ctx: world.ctx, tenant, payload: {}, attempt: 1, log: world.ctx.log });
    await world.runJobs();
    expect((await mailsTo(fan)).map(({ subject }) => subject)).toContainEqual(
      expect.stringMatching(/^Your price changes on /),
    );
  });

  it('names no card page where cards are typed on the provider’s, and is not told of an account that the site has left', async () => {
    const fan = await world.member();
    const left = await world.member();
    const due = await dueOf(fan);
    for (const one of [fan, left]) await setExpiry(one, new Date(due - 40 * day));
    const account = v7();
    await world.database.tenants.write(left.tenant, async (db) => {
      await db('provider_accounts').insert({ id: account, provider: 'ccbill', currency: 'USD', state: 'draining' });
      await db('subscriptions').where({ user_id: left.id }).update({ account_id: account });
    });
    await changeSettings(world, { card_entry: 'hosted' });
    world.clock.set(new Date(due - 6 * day));
    await warn();
    const [mail] = await warningsTo(fan);
    expect(mail!.text).toContain('See your membership');
    expect(mail!.text).not.toContain('add-new-payment-method');
    expect(await warningsTo(left)).toEqual([]);
    await changeSettings(world, { card_entry: 'field' });
  });
});
