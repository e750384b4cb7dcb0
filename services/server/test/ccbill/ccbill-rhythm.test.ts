import { dayMs } from '@backlot/domain/formats/when';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { remindMembersJob } from '../../src/features/memberships/rebill/remind-members.ts';
import { membershipsOf } from '../../src/testing/memberships.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { createCcbillWorld, type CcbillWorld } from './ccbill-world.ts';

let world: CcbillWorld;
beforeAll(async () => {
  world = await createCcbillWorld({
    renderPage: async ({ site }) => ({ status: 200, html: JSON.stringify({ renewalDays: site.renewalDays }) }),
  });
}, 60_000);
afterAll(() => world.close());

const { mailsTo, cancel } = membershipsOf(() => world);

describe('the rhythm of what is charged later, where CCBill counts days', () => {
  it('C13 DECISIONS 49 comes with every page, of the site whose form charges by days alone', async () => {
    for (const [host, days] of [
      ['luna.test', 30],
      ['mars.test', null],
    ] as const)
      for (const url of ['/', '/register', '/home']) {
        const { body } = await world.app.inject({ url, headers: { host } });
        expect(JSON.parse(body.split('<!--')[0]!), `${host}${url}`).toEqual({ renewalDays: days });
      }
  });

  it('C13 C14 is told in the mail before a price rises, by who charges that membership', async () => {
    const priceMail = async (fan: TestPerson) =>
      (await mailsTo(fan)).filter(({ subject }) => subject.startsWith('Your price changes')).map(({ text }) => text);
    for (const site of ['luna', 'mars'] as const) {
      const prices = { membership_price: 4.99, recurring_membership_price: 19.99 };
      expect((await world.save(prices, site)).status).toBe(200);
      await expect
        .poll(async () => await world.ctx.settings.of(world.tenants[site]), { timeout: 20_000 })
        .toMatchObject(prices);
    }
    const { fan: byForm } = await world.formMember('luna');
    const { fan: gone } = await world.formMember('luna');
    await cancel(gone);
    const { fan: byUs } = await world.formMember('mars');
    world.clock.set(new Date(Date.now() + 25 * dayMs));
    for (const tenant of Object.values(world.tenants))
      await remindMembersJob.run({ ctx: world.ctx, tenant, payload: {}, attempt: 1, log: world.ctx.log });
    await world.runJobs();
    world.clock.set(new Date());
    expect(await priceMail(byForm)).toEqual([expect.stringContaining('for $19.99, and every 30 days after that.')]);
    expect(await priceMail(byUs)).toEqual([expect.stringContaining('for $19.99, and every month after that.')]);
    expect(await priceMail(gone)).toEqual([]);
  });
});
