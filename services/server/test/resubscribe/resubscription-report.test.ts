import { withOwner } from '@backlot/database/owner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { withoutColumns } from '../../src/testing/schema-before.ts';

let world: MoneyWorld;
const fans: TestPerson[] = [];
const start = new Date('2026-03-10T12:00:00Z');
beforeAll(async () => {
  world = await createMoneyWorld({ at: start });
  await offer({ recurring_price: 9 });
  for (const day of ['2026-04-12', '2026-04-20']) {
    world.clock.set(start);
    const fan = await world.member();
    fans.push(fan);
    await world.call('POST /api/cancel-subscription', { as: fan, body: {} });
    world.clock.set(new Date(`${day}T12:00:00Z`));
    const bought = await world.call('POST /api/resubscribe-offer/resubscribe', { as: fan, body: {} });
    if (bought.status !== 200) throw new Error(bought.text);
  }
  world.clock.set(new Date('2026-05-12T12:00:01Z'));
  const { renewMembershipJob } = await import('../../src/features/memberships/renew-memberships.ts');
  const { ctx } = world;
  await renewMembershipJob.run({
    ctx,
    tenant: fans[0]!.tenant,
    payload: { userId: fans[0]!.id },
    attempt: 1,
    log: ctx.log,
  });
});
afterAll(() => world.close());

const model = () => world.people.luna.model;
async function offer(terms: object): Promise<void> {
  await world.call('PUT /api/resubscribe-offer/save-offer', {
    as: model(),
    body: { for_subscribers_only: true, ...terms },
  });
  await world.call('PUT /api/resubscribe-offer/save-settings', { as: model(), body: { is_enabled: true } });
}
const request = (body: object = {}, as = model()) =>
  world.call('POST /api/resubscribe-offer/request-new-resubscription-user-report', { as, body });
const read = (body: object = {}, as = model()) =>
  world.call('POST /api/resubscribe-offer/get-new-resubscription-user-report', { as, body });

describe('the report of resubscriptions', () => {
  it('is there once it was asked for, and made by a job', async () => {
    expect((await read()).body.data).toBeNull();
    const asked = await request();
    expect([asked.status, asked.body.data.state]).toEqual([200, 'working']);
    expect((await read({ report_id: asked.body.data._id })).body.data.resubscriptionList).toEqual([]);
    await world.runJobs();
    const { report, resubscriptionList, paginationData, currency } = (await read()).body.data;
    expect(report).toMatchObject({ _id: asked.body.data._id, state: 'ready', rows: 2, amount: 27 });
    expect([paginationData.totalRows, paginationData.totalPages, currency]).toEqual([2, 1, 'USD']);
    expect(resubscriptionList).toEqual([
      expect.objectContaining({ first_amount: 9, renewals: 0, renewal_amount: 0, date: '2026-04-20T12:00:00.000Z' }),
      expect.objectContaining({ first_amount: 9, renewals: 1, renewal_amount: 9, date: '2026-04-12T12:00:00.000Z' }),
    ]);
    expect(resubscriptionList.map((row: { user: object }) => row.user)).toEqual(
      fans.toReversed().map((fan) => expect.objectContaining({ _id: fan.id, email: fan.email })),
    );
  });

  it("is about days of the site's calendar, and asked for twice it is one", async () => {
    const [one, other] = await Promise.all([request({ from: '2026-04-13' }), request({ from: '2026-04-13' })]);
    expect(one.body.data._id).toBe(other.body.data._id);
    await world.runJobs();
    const { report } = (await read({ report_id: one.body.data._id })).body.data;
    expect(report).toMatchObject({ from: '2026-04-13', to: null, rows: 1, amount: 9 });
  });

  it.each([{ from: '2026-04-13', to: '2026-04-12' }, { from: '13.4.2026' }, { to: '2026-13-45' }])(
    'refuses days that are none: %o',
    async (days) => {
      const refused = await request(days);
      expect([refused.status, refused.body.code]).toEqual([400, 'invalid-request']);
    },
  );

  it('goes as a file, row by row', async () => {
    const { report } = (await read()).body.data;
    const { csv } = (
      await world.call('POST /api/reports/exports', {
        as: model(),
        body: { list: 'resubscriptions', report_id: report._id },
      })
    ).body.data;
    const lines = csv.trim().split('\r\n');
    expect(lines).toHaveLength(1 + report.rows);
    expect(lines[1]).toContain(fans[1]!.email);
  });

  it('is read for one of its offers, and goes as a file of it', async () => {
    await offer({ recurring_price: 7, give_free_month_subscription: 1 });
    const fan = await world.member();
    await world.call('POST /api/cancel-subscription', { as: fan, body: {} });
    world.clock.set(new Date('2026-06-20T12:00:00Z'));
    const bought = await world.call('POST /api/resubscribe-offer/resubscribe', { as: fan, body: {} });
    expect(bought.status).toBe(200);
    await request({ to: '2026-06-20' });
    await world.runJobs();
    const { report, offers, resubscriptionList: all } = (await read()).body.data;
    expect([report.rows, all.length]).toEqual([3, 3]);
    expect(offers).toEqual([
      { _id: '0-900', give_free_month_subscription: 0, recurring_price: 9, rows: 2, amount: 27 },
      { _id: '1-700', give_free_month_subscription: 1, recurring_price: 7, rows: 1, amount: 0 },
    ]);
    const ofOne = (await read({ offer: '1-700' })).body.data;
    expect(ofOne.resubscriptionList.map((row: { user: { _id: string } }) => row.user._id)).toEqual([fan.id]);
    expect([ofOne.paginationData.totalRows, ofOne.report.rows]).toEqual([1, 3]);
    const former = (await read({ report_id: report._id, offer: '0-900' })).body.data;
    expect(former.resubscriptionList).toEqual(all.slice(1));
    expect((await read({ offer: '0-900', pageNum: 2 })).body.data.resubscriptionList).toEqual([]);
    expect((await read({ offer: '3-900' })).body.data).toMatchObject({
      resubscriptionList: [],
      paginationData: { totalRows: 0 },
    });
    for (const wrong of ['x', '1-', '0-900-usd'])
      expect((await read({ offer: wrong })).body.code).toBe('invalid-request');
    const file = async (body: object) =>
      (
        await world.call('POST /api/reports/exports', {
          as: model(),
          body: { list: 'resubscriptions', report_id: report._id, ...body },
        })
      ).body;
    const lines = (await file({ offer: '0-900' })).data.csv.trim().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines.join('')).not.toContain(fan.email);
    expect((await file({ offer: 'x' })).code).toBe('invalid-request');
  });

  it.each(['offer_place', 'currency', 'renewals_otherwise'])(
    'is read for one of its offers on the schema without %s as well',
    async (column) => {
      const { databaseUrl, tenants } = world;
      await withoutColumns(databaseUrl, tenants.luna, 'resubscription_report_rows', [column], async () => {
        await request({ from: '2026-03-01' });
        await world.runJobs();
        const { report, resubscriptionList } = (await read({ offer: '0-900' })).body.data;
        expect([report.state, report.rows, resubscriptionList.length]).toEqual(['ready', 3, 2]);
      });
      // As a server of the version before leaves it on the new schema.
      const after = async (pageNum: number) => (await read({ offer: '0-900', pageNum })).body.data.resubscriptionList;
      expect([(await after(1)).length, (await after(2)).length]).toEqual([2, 0]);
    },
  );

  it('is read for an offer that a hundred fuller ones stand before', async () => {
    const { database, tenants } = world;
    const before = (await read()).body.data;
    const id = before.report._id as string;
    const more = await database.tenants.write(tenants.luna, async (db) => {
      const row = (await db('resubscription_report_rows').where({ report_id: id }).first())!;
      const rows = Array.from({ length: 300 }, (_, n) => ({
        ...row,
        place: 1_000 + n,
        free_months: 2,
        recurring_minor: 1_000 + (n % 100),
      }));
      await db('resubscription_report_rows').insert(rows);
      return rows.map(({ place }) => place);
    });
    try {
      const { offers, resubscriptionList, paginationData } = (await read({ offer: '0-900' })).body.data;
      expect([resubscriptionList.length, paginationData.totalRows, offers.length]).toEqual([2, 2, 101]);
      expect(offers.at(-1)).toEqual(before.offers.find(({ _id }: { _id: string }) => _id === '0-900'));
      expect((await read({ offer: '3-900' })).body.data).toMatchObject({ paginationData: { totalRows: 0 } });
    } finally {
      await database.tenants.write(tenants.luna, (db) =>
        db('resubscription_report_rows').where({ report_id: id }).whereIn('place', more).delete(),
      );
    }
  });

  it('adds up what was paid in each currency for itself', async () => {
    const { database, tenants } = world;
    await database.tenants.write(tenants.luna, (db) =>
      db('payment_intents')
        .where({ kind: 'membership', amount_minor: 900 })
        .whereIn(
          'user_id',
          fans.map(({ id }) => id),
        )
        .update({ taken_minor: 800, taken_currency: 'EUR' }),
    );
    await request({ to: '2026-06-19' });
    await world.runJobs();
    // Nobody of the product writes it anew.
    const intents = `tenant_${tenants.luna.id}.payment_intents`;
    await withOwner(world.databaseUrl, (owner) =>
      owner.query(
        `alter table ${intents} disable trigger keep_asked;
         update ${intents} set taken_minor = null, taken_currency = null where taken_minor = 800;
         alter table ${intents} enable trigger keep_asked`,
      ),
    );
    const { report, offers, resubscriptionList } = (await read()).body.data;
    // A renewal in dollars of a first payment in euros is one of it all the same.
    expect([report.amount, report.other_amounts]).toEqual([9, [{ currency: 'EUR', amount: 16 }]]);
    const others = [{ currency: 'USD', amount: 9 }];
    expect(offers).toEqual([
      {
        _id: '0-900-EUR',
        give_free_month_subscription: 0,
        recurring_price: 9,
        rows: 2,
        amount: 16,
        currency: 'EUR',
        other_amounts: others,
      },
    ]);
    expect(resubscriptionList).toEqual([
      expect.objectContaining({ first_amount: 8, renewals: 0, renewal_amount: 0, currency: 'EUR' }),
      expect.objectContaining({ renewals: 1, renewal_amount: 0, currency: 'EUR', other_amounts: others }),
    ]);
    const ofOne = (await read({ offer: '0-900-EUR' })).body.data;
    expect(ofOne.resubscriptionList).toEqual(resubscriptionList);
    const body = { list: 'resubscriptions', report_id: report._id };
    const { csv } = (await world.call('POST /api/reports/exports', { as: model(), body })).body.data;
    expect(csv).toMatch(/,8,0,0,EUR\r\n.*,8; 0,1,0; 9,EUR; USD\r\n/);
    await request({ to: '2026-06-20' });
    await world.runJobs();
  });

  it('is for those who manage the offer, and for this site', async () => {
    const { _id: id } = (await read()).body.data.report;
    for (const as of [fans[0]!, world.people.luna.support, world.people.luna.content_manager]) {
      expect((await read({}, as)).status).toBe(403);
      expect((await request({}, as)).status).toBe(403);
    }
    expect((await read({ report_id: id }, world.people.mars.model)).body.code).toBe('not-found');
    expect((await read({}, world.people.mars.model)).body.data).toBeNull();
  });

  it('is forgotten after a month', async () => {
    const { forgetReportsJob } = await import('../../src/features/resubscribe/make-report.ts');
    const { ctx } = world;
    world.clock.set(new Date('2026-07-22T12:00:00Z'));
    await forgetReportsJob.run({ ctx, tenant: model().tenant, payload: {}, attempt: 1, log: ctx.log });
    expect((await read()).body.data).toBeNull();
  });
});
