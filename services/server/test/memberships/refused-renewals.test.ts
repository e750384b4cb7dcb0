import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AppContext } from '../../src/context.ts';
import { expireMembershipsJob } from '../../src/features/memberships/expire-memberships.ts';
import { renewMembershipJob } from '../../src/features/memberships/renew-memberships.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import { membershipsOf } from '../../src/testing/memberships.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { withProvider } from '../../src/testing/with-provider.ts';

let world: MoneyWorld;
const start = new Date('2026-01-31T10:00:00Z');
const end = Date.parse('2026-02-28T10:00:00Z');
const hour = 3_600_000;
const day = 24 * hour;
beforeAll(async () => {
  world = await createMoneyWorld({ at: start });
});
afterAll(() => world.close());
beforeEach(() => world.clock.set(start));

const { meOf, cancel, chargesOf, renewalsOf, seriesOf, tick, mailsTo } = membershipsOf(() => world);
const afterEnd = (ms: number): void => world.clock.set(new Date(end + ms));

/** The same server, whose key to the provider has expired. */
const refused = (): AppContext =>
  withProvider(world.ctx, () => ({
    submit: async () => ({ kind: 'declined', code: '401', reason: 'request-refused', hard: false }),
  }));
/** The same server, without the provider. */
const unconfigured = (): AppContext => ({ ...world.ctx, providers: { ...world.ctx.providers, open: () => null } });

const expireAt = (fan: TestPerson) =>
  expireMembershipsJob.run({ ctx: world.ctx, tenant: fan.tenant, payload: {}, attempt: 1, log: world.ctx.log });

async function renew(fan: TestPerson, ctx: AppContext): Promise<void> {
  const of = { tenant: fan.tenant, payload: { userId: fan.id }, attempt: 1, log: world.ctx.log };
  await expireAt(fan);
  await renewMembershipJob.run({ ctx, ...of });
  await world.runJobs();
}
const eventsOf = (fan: TestPerson) =>
  world.database.tenants.read(fan.tenant, async (db) =>
    (
      await db('subscription_events')
        .whereIn('subscription_id', db('subscriptions').where({ user_id: fan.id }).select('id'))
        .orderBy(['at', 'id'])
        .select('kind')
    ).map(({ kind }) => kind),
  );
const failureMailsTo = async (fan: TestPerson) =>
  (await mailsTo(fan)).filter(({ subject }) => subject === 'Your renewal failed');
const failed = { ccbillSubscriptionStatus: '0', isRebillFailed: true } as const;

describe.each([
  ['whose request the provider refuses', refused],
  ['whose provider is not configured any more', unconfigured],
])('a renewal %s', (_what, without) => {
  it('is not held against its member within the grace, and comes through once that is mended', async () => {
    const fan = await world.member();
    afterEnd(1);
    await renew(fan, without());
    afterEnd(day - 1);
    await renew(fan, without());
    expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '2', isRebillFailed: false });
    expect([await eventsOf(fan), await failureMailsTo(fan)]).toEqual([['started'], []]);
    afterEnd(day + hour - 1);
    expect((await meOf(fan)).subscription_detail).toMatchObject({ is_due: true });
    await renew(fan, world.ctx);
    const me = await meOf(fan);
    expect(me).toMatchObject({ ccbillSubscriptionStatus: '2', isRebillFailed: false });
    expect(me.subscription_detail).not.toHaveProperty('is_due');
  });

  it('has failed once the grace is over: told once, without blame, tried on set days, and given up', async () => {
    const fan = await world.member();
    afterEnd(day);
    await renew(fan, without());
    expect(await meOf(fan)).toMatchObject({
      ...failed,
      next_billing_date: new Date(end + 2 * day).toISOString(),
      subscription_detail: { rebill_decline_reason: 'request-refused', retries_with_card: true },
    });
    expect((await eventsOf(fan)).toSorted()).toEqual(['expired', 'renewal_failed', 'started']);
    for (let halfDays = 3; halfDays <= 60; halfDays += 1) {
      afterEnd((halfDays * day) / 2);
      await renew(fan, without());
    }
    const failures = (await eventsOf(fan)).filter((kind) => kind === 'renewal_failed');
    expect(failures).toHaveLength(9);
    const [mail, ...more] = await failureMailsTo(fan);
    expect(more).toEqual([]);
    expect(mail!.text).toContain('There is nothing wrong with your card.');
    expect(mail!.text).not.toContain('enter your card again');
    expect((await seriesOf(fan)).map(({ state }) => state)).toEqual(['ended']);
    // Mended weeks later, nobody is charged for it any more.
    await tick();
    expect([await chargesOf(fan), await meOf(fan)]).toMatchObject([1, { ...failed, next_billing_date: null }]);
  });

  it('can be cancelled after the grace, and is not charged once that is mended', async () => {
    const fan = await world.member();
    afterEnd(day + hour);
    expect(await meOf(fan)).toMatchObject({
      ...failed,
      subscription_detail: { rebill_decline_reason: 'request-refused' },
    });
    await renew(fan, without());
    expect((await cancel(fan)).status).toBe(200);
    afterEnd(3 * day);
    await tick();
    expect([await chargesOf(fan), await meOf(fan)]).toMatchObject([1, { isRebillFailed: false }]);
  });
});

describe('a membership whose renewal nobody told of', () => {
  it('by its provider is given up after its next charge should have been told, which the provider is told', async () => {
    const fan = await world.member();
    const [series] = await seriesOf(fan);
    await world.database.tenants.write(fan.tenant, (db) =>
      db('subscription_series')
        .where({ id: series!.id })
        .update({ provider_ref: `sub-${fan.id}` }),
    );
    // The provider charges again after thirty.
    afterEnd(38 * day - 1);
    await expireAt(fan);
    expect(await isExpiryDue(fan)).toBe(false);
    expect((await seriesOf(fan)).map(({ state }) => state)).toEqual(['billing']);
    expect(await meOf(fan)).toMatchObject(failed);
    afterEnd(38 * day);
    expect(await isExpiryDue(fan)).toBe(true);
    await expireAt(fan);
    expect((await seriesOf(fan)).map(({ state }) => state)).toEqual(['ending']);
    expect(await isExpiryDue(fan)).toBe(false);
    expect((await renewalsOf(fan)).length).toBe(0);
  });
});

async function isExpiryDue(fan: TestPerson): Promise<boolean> {
  const { sql } = await import('@backlot/database/sql');
  const { isDue } = expireMembershipsJob;
  const due = await isDue!({ ctx: world.ctx, tenant: fan.tenant, now: world.clock.now() });
  if (typeof due === 'boolean') return due;
  return world.database.tenants.read(
    fan.tenant,
    async (db) => (await sql<{ due: boolean }>`select ${due} as due`.one(db)).due,
  );
}
