import type { DisputeRatio } from '@backlot/contracts/disputes';
import type { FraudReport } from '@backlot/contracts/fraud-reports';
import { withOwner } from '@backlot/database/owner';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findEngagedBrake } from '../../src/features/checkout/index.ts';
import { watchDisputesJob } from '../../src/features/disputes/watch-disputes.ts';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { openItemsOf } from '../checkout/open-items-of.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld({ at: new Date('2026-05-10T12:00:00Z') });
});
afterAll(() => world.close());

const { buyer, reported, luna } = openItemsOf(() => world);
const staff = () => world.people.luna;
const note = (body: object, as: TestPerson = staff().admin) =>
  world.call('POST /api/reports/fraud-reports', { as, body: { day: '2026-05-10', note: 'Report of 11 May', ...body } });
const listed = async (after?: string) =>
  (await world.call('GET /api/reports/fraud-reports', { as: staff().admin, query: after ? { after } : {} })).body
    .data as { reports: FraudReport[]; next: string | null };
const ratioOf = async (scheme: string) =>
  ((await world.call('GET /api/reports/dispute-ratio', { as: staff().admin })).body.data.ratios as DisputeRatio[]).find(
    (one) => one.scheme === scheme,
  )!;

describe('a fraud report that staff note', () => {
  it('C10 counts with disputes by Visa’s count, and C11 not by Mastercard’s', async () => {
    const { fan, attempt } = await buyer();
    await reported((await buyer()).attempt, { type: 'chargeback' });
    const before = await ratioOf('visa');
    expect((await note({ transactionId: attempt.provider_ref })).status).toBe(200);
    const after = await ratioOf('visa');
    expect(after).toMatchObject({ disputes: 1, fraud_reports: 1, left: before.left! - 1 });
    expect(after.ratio).toBe((2 / after.sales) * 100);
    expect(await ratioOf('mastercard')).toMatchObject({ disputes: 0, fraud_reports: null });
    const { reports } = await listed();
    expect(reports[0]).toMatchObject({
      amount: 9,
      currency: 'USD',
      transactionId: attempt.provider_ref,
      payment: { _id: attempt.intent_id },
      user: { _id: fan.id },
      note: 'Report of 11 May',
    });
  });

  it('counts once a payment, and a dispute of it besides', async () => {
    const { attempt } = await buyer();
    const { fraud_reports: before, disputes } = await ratioOf('visa');
    const presses = await Promise.all([1, 2].map(() => note({ transactionId: attempt.provider_ref })));
    expect(presses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(presses.find(({ status }) => status === 409)!.body.code).toBe('fraud-report-noted');
    await reported(attempt, { type: 'chargeback' });
    expect(await ratioOf('visa')).toMatchObject({ fraud_reports: before! + 1, disputes: disputes + 1 });
  });

  it('counts no more once it is taken back, and may be noted again', async () => {
    const { attempt } = await buyer();
    const { fraud_reports: before } = await ratioOf('visa');
    await note({ transactionId: attempt.provider_ref });
    const id = (await listed()).reports[0]!._id;
    const takeBack = (as: TestPerson) => world.call('POST /api/reports/fraud-reports/take-back', { as, body: { id } });
    expect((await takeBack(world.people.mars.admin)).body.code).toBe('not-found');
    expect((await takeBack(staff().sub_admin)).status).toBe(200);
    expect((await takeBack(staff().admin)).body.code).toBe('not-found');
    expect((await ratioOf('visa')).fraud_reports).toBe(before);
    expect((await note({ transactionId: attempt.provider_ref })).status).toBe(200);
  });

  it('names a payment by card of this site, a day from the payment until today, and where it stands', async () => {
    const { attempt } = await buyer();
    const transactionId = attempt.provider_ref;
    expect((await note({ transactionId: v7() })).body.code).toBe('not-found');
    expect((await note({ transactionId }, world.people.mars.admin)).body.code).toBe('not-found');
    for (const day of ['2026-05-09', '2026-05-11', 'yesterday'])
      expect((await note({ transactionId, day })).body.errors).toMatchObject([{ field: 'day' }]);
    expect((await note({ transactionId, note: ' ' })).body.errors).toMatchObject([{ field: 'note' }]);
    const { support, content_manager, live_stream_manager, fan } = staff();
    for (const as of [support, content_manager, live_stream_manager, fan])
      expect((await note({ transactionId }, as)).body.code).toBe('access-denied');
  });

  it('is in a list that is paged', async () => {
    const { next, reports } = await listed();
    expect([next, reports.length]).toEqual([null, 3]);
    expect((await listed(reports[1]!._id)).reports.map(({ _id }) => _id)).toEqual([reports[2]!._id]);
  });

  it('engages the brake on cards, and counts for nothing on the schema of the version before', async () => {
    await changeSettings(world, { card_brake: 'automatic', card_brake_share: 1 });
    const watch = async () => {
      await watchDisputesJob.run({ ctx: world.ctx, tenant: luna(), payload: {}, attempt: 1, log: world.ctx.log });
      return world.database.tenants.read(luna(), findEngagedBrake);
    };
    // Of 1,501 a hundredth is 16: what there is so far, and as many a day as in the last 30 days.
    for (let n = 0; n < 10; n += 1) await note({ transactionId: (await buyer()).attempt.provider_ref });
    const rename = (from: string, to: string) =>
      withOwner(world.databaseUrl, (owner) => owner.query(`alter table tenant_${luna().id}.${from} rename to ${to}`));
    await rename('fraud_reports', 'hidden');
    try {
      expect(await ratioOf('visa')).toMatchObject({ fraud_reports: 0 });
      expect(await listed()).toEqual({ reports: [], next: null });
      const { attempt } = await buyer();
      const id = v7();
      for (const answer of [
        await note({ transactionId: attempt.provider_ref }),
        await world.call('POST /api/reports/fraud-reports/take-back', { as: staff().admin, body: { id } }),
      ])
        expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
      expect((await watch())?.scheme).not.toBe('visa');
    } finally {
      await rename('hidden', 'fraud_reports');
    }
    expect(await watch()).toMatchObject({ scheme: 'visa', limit_disputes: 1501 });
  });
});
