import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import { membershipsOf } from '../../src/testing/memberships.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld({ at: new Date('2026-03-10T12:00:00Z') });
  await changeSettings(world, { is_cancel_subscription_reason_enabled: true, timezone: 'America/Los_Angeles' });
  for (const [at, body] of left) {
    const fan = await world.member();
    world.clock.set(new Date(at));
    await cancel(fan, body);
  }
});
afterAll(() => world.close());

const { cancel } = membershipsOf(() => world);
const left = [
  ['2026-03-11T12:00:00Z', { reason: 'cancel-reason-afford' }],
  ['2026-03-12T12:00:00Z', { reason: 'cancel-reason-afford' }],
  // The evening of 12 March in Los Angeles.
  ['2026-03-13T05:00:00Z', { reason: 'Other', other_reason: ' moving away ' }],
  ['2026-03-14T12:00:00Z', { reason: 'cancel-reason-content' }],
] as const;
const report = async (query: Record<string, string> = {}, as = world.people.luna.model) =>
  (await world.call('GET /api/reports/cancellations', { as, query })).body.data;

describe('the cancellation report', () => {
  it('counts each reason and its share, and lists who left, newest first', async () => {
    const data = await report();
    expect(data).toMatchObject({
      total: 4,
      undone: 0,
      reasons: [
        { reason: 'cancel-reason-afford', count: 2, share: 0.5 },
        { reason: 'cancel-reason-content', count: 1, share: 0.25 },
        { reason: 'other', count: 1, share: 0.25 },
      ],
      paginationData: { totalRows: 4, currentPage: 1 },
    });
    expect(
      data.cancellations.map(({ reason, other_reason }: Record<string, unknown>) => [reason, other_reason]),
    ).toEqual([
      ['cancel-reason-content', null],
      ['other', 'moving away'],
      ['cancel-reason-afford', null],
      ['cancel-reason-afford', null],
    ]);
  });

  it("is narrowed to days of the site's calendar, a reason, or a person", async () => {
    expect((await report({ from: '2026-03-12', to: '2026-03-12' })).total).toBe(2);
    expect((await report({ from: '2026-03-13', to: '2026-03-13' })).total).toBe(0);
    const afford = await report({ reason: 'cancel-reason-afford' });
    expect([afford.paginationData.totalRows, afford.total]).toEqual([2, 4]);
    const [row] = (await report()).cancellations;
    expect((await report({ search: row.user.email })).cancellations).toEqual([row]);
    expect(
      await world.call('GET /api/reports/cancellations', { as: world.people.luna.model, query: { from: 'x' } }),
    ).toMatchObject({
      status: 400,
    });
  });

  it('says what was taken back, and keeps the reasons of earlier memberships', async () => {
    const fan = await world.member();
    await cancel(fan, { reason: 'cancel-reason-quality' });
    await world.call('POST /api/v2/subscription/undo-cancel', { as: fan });
    await cancel(fan, { reason: 'cancel-reason-content' });
    const rows = (await report({ search: fan.email })).cancellations;
    expect(rows.map(({ reason, undone_at }: Record<string, unknown>) => [reason, undone_at !== null])).toEqual(
      expect.arrayContaining([
        ['cancel-reason-quality', true],
        ['cancel-reason-content', false],
      ]),
    );
    expect((await report()).undone).toBe(1);
  });

  it.each(['admin', 'model'] as const)('ROLE-24 is open to %s', async (role) => {
    expect(await world.call('GET /api/reports/cancellations', { as: world.people.luna[role] })).toMatchObject({
      status: 200,
    });
  });

  it.each(['sub_admin', 'content_manager', 'support', 'fan'] as const)(
    'ROLE-24 is closed to %s, also as a file',
    async (role) => {
      const as = world.people.luna[role];
      expect(await world.call('GET /api/reports/cancellations', { as })).toMatchObject({ status: 403 });
      expect(await world.call('POST /api/reports/exports', { as, body: { list: 'cancellations' } })).toMatchObject({
        status: 403,
      });
    },
  );

  it('is a file with the same rows in the same words', async () => {
    const { body } = await world.call('POST /api/reports/exports', {
      as: world.people.luna.model,
      body: { list: 'cancellations', cancellations: { from: '2026-03-12', to: '2026-03-12' } },
    });
    expect(body.data).toMatchObject({ state: 'ready', rows: 2 });
    expect(body.data.csv).toContain('moving away');
    expect(body.data.csv).toContain("Can't Afford Right Now, But I'll Be Back!");
  });

  it("shows nothing of another site's fans", async () => {
    expect((await report({}, world.people.mars.model)).total).toBe(0);
  });
});
