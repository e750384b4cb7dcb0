import type { SeriesEvent, Succeeded } from '@backlot/payments';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { v7 } from 'uuid';
import type { AppContext } from '../../src/context.ts';
import { applyWebhookJob } from '../../src/features/checkout/webhooks/apply-webhook.ts';
import { endForgottenSeriesJob, endSeriesJob } from '../../src/features/memberships/series/end-series.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import { membershipsOf } from '../../src/testing/memberships.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { withProvider } from '../../src/testing/with-provider.ts';

let world: MoneyWorld;
const start = new Date('2026-01-31T10:00:00Z');
beforeAll(async () => {
  world = await createMoneyWorld({ at: start });
});
afterAll(() => world.close());
beforeEach(() => world.clock.set(start));

const { at, meOf, cancel, renewalsOf, seriesOf, periodsOf, tick, mailsTo } = membershipsOf(() => world);
/** What a fan reads in the mail of a cancellation. */
async function mailOfCancelling(fan: TestPerson): Promise<string | undefined> {
  await world.runJobs();
  return (await mailsTo(fan)).find(({ subject }) => subject === 'Your membership is cancelled')?.text;
}

type Told = SeriesEvent extends infer E
  ? E extends SeriesEvent
    ? Omit<E, 'about' | 'externalId' | 'occurredAt'>
    : never
  : never;

/** A member whose later payments the provider charges by itself. */
async function member(): Promise<TestPerson> {
  const fan = await world.member();
  const [series] = await seriesOf(fan);
  await world.database.tenants.write(fan.tenant, (db) =>
    db('subscription_series')
      .where({ id: series!.id })
      .update({ provider_ref: `sub-${fan.id}` }),
  );
  return fan;
}

async function tell(fan: TestPerson, event: Told, occurredAt = world.clock.now().toISOString()): Promise<void> {
  const [series] = await seriesOf(fan);
  const told = {
    ...event,
    externalId: v7(),
    about: { seriesRef: `sub-${fan.id}` },
    occurredAt,
  } as SeriesEvent;
  await applyWebhookJob.run({
    ctx: world.ctx,
    tenant: fan.tenant,
    payload: { deliveryId: v7(), accountId: series!.account_id!, events: [told] },
    attempt: 10,
    log: world.ctx.log,
  });
}

/** What was charged a minute ago, after what was charged now. */
const tellEarlier = (fan: TestPerson, event: Told): Promise<void> =>
  tell(fan, event, new Date(world.clock.now().getTime() - 60_000).toISOString());

const charge = (amountMinor = 1999): Succeeded => ({
  kind: 'succeeded',
  providerRef: `renewal-${v7()}`,
  amountMinor,
  currency: 'USD',
});
const refundsOf = (fan: TestPerson) =>
  world.database.tenants.read(fan.tenant, (db) =>
    db('payment_reversals as r')
      .join(db.table('payment_attempts as a'), 'a.id', 'r.attempt_id')
      .join(db.table('payment_intents as i'), 'i.id', 'a.intent_id')
      .where('i.user_id', fan.id)
      .select('r.amount_minor', 'r.reason'),
  );
const removeCards = (fan: TestPerson) =>
  world.database.tenants.write(fan.tenant, (db) =>
    db('payment_instruments').where({ user_id: fan.id }).update({ removed_at: world.clock.now() }),
  );
const endSeries = async (fan: TestPerson, ctx: AppContext = world.ctx): Promise<unknown> => {
  const [series] = await seriesOf(fan);
  return endSeriesJob
    .run({ ctx, tenant: fan.tenant, payload: { seriesId: series!.id }, attempt: 1, log: world.ctx.log })
    .catch((error: unknown) => error);
};
/** The same server, with a provider that ends its series. */
const confirming = (): AppContext =>
  withProvider(world.ctx, () => ({ endSeries: async () => ({ kind: 'ended' as const }) }));

/** Every order of them. */
const ordersOf = (places: readonly number[]): number[][] =>
  places.length === 0
    ? [[]]
    : places.flatMap((first) => ordersOf(places.filter((one) => one !== first)).map((rest) => [first, ...rest]));

describe('a series that a provider drives', () => {
  it("pays for a period at each charge of the provider's, until the date that it names, once however often it is told", async () => {
    const fan = await member();
    at('2026-02-28T10:30:00Z');
    const renewal = { type: 'series-renewed', charge: charge(), nextAt: '2026-03-30T10:00:00.000Z' } as const;
    await tell(fan, renewal);
    await tell(fan, renewal);
    expect(await meOf(fan)).toMatchObject({
      ccbillSubscriptionStatus: '2',
      next_billing_date: '2026-03-30T10:00:00.000Z',
    });
    expect(await periodsOf(fan)).toMatchObject([
      { cause: 'paid' },
      {
        cause: 'provider_renewal',
        starts_at: new Date('2026-02-28T10:00:00Z'),
        ends_at: new Date('2026-03-30T10:00:00Z'),
      },
    ]);
    await tick();
    expect(await renewalsOf(fan)).toMatchObject([{ state: 'succeeded', amount_minor: 1999 }]);
    await world.booked('luna');
  });

  it.each([
    ['names the next date', '2026-03-30T10:00:00.000Z', '2026-03-30T10:00:00.000Z'],
    ['names none, as a report', null, '2026-03-31T10:00:00.000Z'],
  ] as const)(
    'a charge that was made in time and is told days late pays for the days until then too: it %s',
    async (_told, nextAt, until) => {
      const fan = await member();
      at('2026-03-02T10:00:00Z');
      expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '0' });
      await tell(fan, { type: 'series-renewed', charge: charge(), nextAt }, '2026-02-28T15:00:00.000Z');
      expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '2', next_billing_date: until });
      expect(await periodsOf(fan)).toMatchObject([
        { cause: 'paid' },
        { starts_at: new Date('2026-02-28T10:00:00Z'), ends_at: new Date(until) },
      ]);
      await world.booked('luna');
    },
  );

  it('a charge that was made days after the end pays from when it is told', async () => {
    const fan = await member();
    at('2026-03-04T10:00:00Z');
    const renewal = { type: 'series-renewed', charge: charge(), nextAt: '2026-04-01T10:00:00.000Z' } as const;
    await tell(fan, renewal, '2026-03-02T10:00:00.000Z');
    expect((await periodsOf(fan)).at(-1)).toMatchObject({ starts_at: new Date('2026-03-04T10:00:00Z') });
  });

  it('a charge that is told after the next one pays for its own stretch, and moves no date', async () => {
    const fan = await member();
    at('2026-02-28T10:30:00Z');
    await tell(fan, { type: 'series-renewed', charge: charge(), nextAt: '2026-04-29T10:00:00.000Z' });
    await tellEarlier(fan, { type: 'series-renewed', charge: charge(), nextAt: '2026-03-30T10:00:00.000Z' });
    expect(await meOf(fan)).toMatchObject({ next_billing_date: '2026-04-29T10:00:00.000Z' });
    expect(await periodsOf(fan)).toMatchObject([
      { cause: 'paid' },
      { starts_at: new Date('2026-02-28T10:00:00Z'), ends_at: new Date('2026-03-30T10:00:00Z') },
      { starts_at: new Date('2026-03-30T10:00:00Z'), ends_at: new Date('2026-04-29T10:00:00Z') },
    ]);
    at('2026-04-29T10:30:00Z');
    await tell(fan, { type: 'series-renewed', charge: charge(), nextAt: '2026-05-29T10:00:00.000Z' });
    expect(await meOf(fan)).toMatchObject({ next_billing_date: '2026-05-29T10:00:00.000Z' });
    expect((await renewalsOf(fan)).map(({ state }) => state)).toEqual(['succeeded', 'succeeded', 'succeeded']);
    expect(await refundsOf(fan)).toEqual([]);
    await world.booked('luna');
  });

  it('charges of a membership that began weeks after its payment, told in their order, pay for one month each', async () => {
    const fan = await member();
    at('2026-02-05T10:00:00Z');
    const renewal = (nextAt: string) => ({ type: 'series-renewed', charge: charge(), nextAt }) as const;
    await tell(fan, renewal('2026-01-20T10:00:00.000Z'), '2025-12-21T10:00:00.000Z');
    await tell(fan, renewal('2026-02-19T10:00:00.000Z'), '2026-01-20T10:00:00.000Z');
    expect(
      (await periodsOf(fan)).map(({ starts_at: from, ends_at: until }) =>
        [from, until!].map((one) => one.toISOString()),
      ),
    ).toEqual([
      ['2026-01-31T10:00:00.000Z', '2026-02-28T10:00:00.000Z'],
      ['2026-02-28T10:00:00.000Z', '2026-03-31T10:00:00.000Z'],
      ['2026-03-31T10:00:00.000Z', '2026-04-30T10:00:00.000Z'],
    ]);
    expect(await meOf(fan)).toMatchObject({ next_billing_date: '2026-04-30T10:00:00.000Z' });
    await world.booked();
  });

  describe.each([
    ['began in time', ['2026-02-28', '2026-03-30', '2026-04-29', '2026-05-29', '2026-06-28']],
    ['began weeks after its payment', ['2025-12-21', '2026-01-20', '2026-02-19', '2026-03-21', '2026-04-20']],
  ])('of a membership that %s', (_how, dates) => {
    const told = dates.slice(0, 4).map((day, place) => ({
      chargedAt: `${day}T10:00:00.000Z`,
      nextAt: `${dates[place + 1]}T10:00:00.000Z`,
    }));
    it.each(ordersOf([0, 1, 2, 3]))(
      'charges told in the order %i %i %i %i pay for times that join',
      async (...order) => {
        const fan = await member();
        at('2026-02-28T09:00:00Z');
        for (const place of order) {
          const { chargedAt, nextAt } = told[place]!;
          await tell(fan, { type: 'series-renewed', charge: charge(), nextAt }, chargedAt);
        }
        const periods = await periodsOf(fan);
        expect(periods).toHaveLength(5);
        for (const [place, { starts_at: from }] of periods.slice(1).entries())
          expect(from).toEqual(periods[place]!.ends_at);
        for (const { starts_at: from, ends_at: until } of periods) expect(until! > from).toBe(true);
        expect((await renewalsOf(fan)).map(({ state }) => state)).toEqual(Array.from(told, () => 'succeeded'));
        expect(await refundsOf(fan)).toEqual([]);
        expect(periods.at(-1)!.ends_at! >= new Date(told[3]!.nextAt)).toBe(true);
      },
    );
  });

  it('a charge that is told after the next one, of a time in which the membership had ended, moves no date either', async () => {
    const fan = await member();
    at('2026-03-30T10:30:00Z');
    await tell(fan, { type: 'series-renewed', charge: charge(), nextAt: '2026-04-29T10:00:00.000Z' });
    await tellEarlier(fan, { type: 'series-renewed', charge: charge(), nextAt: '2026-03-30T10:00:00.000Z' });
    expect(await meOf(fan)).toMatchObject({ next_billing_date: '2026-04-29T10:00:00.000Z' });
    expect(await periodsOf(fan)).toMatchObject([
      { cause: 'paid' },
      { starts_at: new Date('2026-02-28T10:00:00Z'), ends_at: new Date('2026-03-30T10:00:00Z') },
      { starts_at: new Date('2026-03-30T10:30:00Z'), ends_at: new Date('2026-04-29T10:00:00Z') },
    ]);
    expect(await refundsOf(fan)).toEqual([]);
    await world.booked('luna');
  });

  it('a second charge that is told after the next one, of a stretch that was paid for by then, goes back and gives nothing', async () => {
    const fan = await member();
    at('2026-02-28T10:30:00Z');
    await tell(fan, { type: 'series-renewed', charge: charge(), nextAt: '2026-04-29T10:00:00.000Z' });
    for (const nextAt of ['2026-03-30T10:00:00.000Z', '2026-03-30T10:00:00.000Z'])
      await tellEarlier(fan, { type: 'series-renewed', charge: charge(), nextAt });
    expect(await refundsOf(fan)).toMatchObject([{ amount_minor: 1999, reason: 'owned-already' }]);
    expect(await meOf(fan)).toMatchObject({
      ccbillSubscriptionStatus: '2',
      next_billing_date: '2026-04-29T10:00:00.000Z',
    });
    expect(await periodsOf(fan)).toMatchObject([
      { cause: 'paid' },
      { starts_at: new Date('2026-02-28T10:00:00Z'), ends_at: new Date('2026-03-30T10:00:00Z') },
      { starts_at: new Date('2026-03-30T10:00:00Z'), ends_at: new Date('2026-04-29T10:00:00Z') },
    ]);
    expect((await renewalsOf(fan)).map(({ state }) => state).toSorted()).toEqual([
      'abandoned',
      'succeeded',
      'succeeded',
    ]);
    await world.booked('luna');
  });

  it('charges that cross a cancellation are given back unasked', async () => {
    const fan = await member();
    await cancel(fan);
    at('2026-02-28T10:30:00Z');
    await tell(fan, { type: 'series-renewed', charge: charge(), nextAt: null });
    expect(await refundsOf(fan)).toMatchObject([{ amount_minor: 1999, reason: 'cancelled-meanwhile' }]);
    expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '0' });
  });

  it('charges of the old series are given back also when the fan took the cancellation back', async () => {
    const fan = await member();
    await cancel(fan);
    expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '1', cancellation_final: false });
    await world.call('POST /api/v2/subscription/undo-cancel', { as: fan });
    await tell(fan, { type: 'series-renewed', charge: charge(), nextAt: null });
    expect(await refundsOf(fan)).toMatchObject([{ amount_minor: 1999 }]);
    expect((await seriesOf(fan)).map(({ state }) => state).toSorted()).toEqual(['billing', 'ending']);
  });

  it('that was ended there goes on for nobody whose card only the provider has', async () => {
    const fan = await member();
    await removeCards(fan);
    await cancel(fan);
    expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '1', cancellation_final: true });
    const undone = await world.call('POST /api/v2/subscription/undo-cancel', { as: fan });
    expect([undone.status, undone.body.code]).toEqual([409, 'cancellation-final']);
  });

  it('that is cancelled is mailed with the way back, where there is one', async () => {
    const [fan, atProvider] = [await member(), await member()];
    await removeCards(atProvider);
    for (const one of [fan, atProvider]) {
      await cancel(one);
      expect(await mailOfCancelling(one)).toContain(
        'You keep access until February 28, 2026 and are not charged again.',
      );
    }
    expect(await mailOfCancelling(fan)).toContain('Keep the membership: ');
    expect(await mailOfCancelling(fan)).not.toContain('for good');
    expect(await mailOfCancelling(atProvider)).toContain('This membership has ended for good');
    expect(await mailOfCancelling(atProvider)).not.toContain('Keep the membership: ');
  });

  it('another amount than was agreed is held for staff', async () => {
    const fan = await member();
    at('2026-02-28T10:30:00Z');
    await tell(fan, { type: 'series-renewed', charge: charge(2599), nextAt: null });
    expect(await renewalsOf(fan)).toMatchObject([{ state: 'held' }]);
    at('2026-03-04T10:30:00Z');
    await tick();
    expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '2' });
  });

  it('a decline is told with the date of the next try, and news of one that was mended changes nothing', async () => {
    const fan = await member();
    at('2026-02-28T10:30:00Z');
    const decline = { kind: 'declined', code: '51', reason: 'insufficient-funds', hard: false } as const;
    await tell(fan, { type: 'series-failed', decline, retryAt: '2026-03-04T10:00:00.000Z' });
    expect(await meOf(fan)).toMatchObject({ isRebillFailed: true, next_billing_date: '2026-03-04T10:00:00.000Z' });
    // It tries again with the card that it has: one that is typed here would not be charged.
    await world.runJobs();
    const mail = (await mailsTo(fan)).find(({ subject }) => subject === 'Your renewal failed')!;
    expect(mail.text).toMatch(/See your membership: \S+\/profile\s/);
    expect(mail.text).not.toMatch(/payment-method|enter your card/);
    await tell(fan, { type: 'series-renewed', charge: charge(), nextAt: '2026-04-02T10:00:00.000Z' });
    expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '2', isRebillFailed: false });
    await tell(fan, { type: 'series-failed', decline, retryAt: null });
    expect(await meOf(fan)).toMatchObject({ isRebillFailed: false });
  });

  it('that is cancelled at the provider runs to its date, and is not taken up again', async () => {
    const fan = await member();
    await tell(fan, { type: 'series-cancelled', reason: 'consumer' });
    expect(await meOf(fan)).toMatchObject({
      ccbillSubscriptionStatus: '1',
      expiration_date: '2026-02-28T10:00:00.000Z',
      cancellation_final: true,
    });
    expect(await mailOfCancelling(fan)).toContain('This membership has ended for good');
    expect(await mailOfCancelling(fan)).not.toContain('Keep the membership: ');
    expect(await world.call('POST /api/v2/subscription/undo-cancel', { as: fan })).toMatchObject({ status: 409 });
    await tell(fan, { type: 'series-expired' });
    expect(await seriesOf(fan)).toMatchObject([{ state: 'ended' }]);
  });

  it('that is moved shows the new date', async () => {
    const fan = await member();
    await tell(fan, { type: 'series-moved', nextAt: '2026-03-05T10:00:00.000Z' });
    expect((await meOf(fan)).next_billing_date).toBe('2026-03-05T10:00:00.000Z');
    expect(await periodsOf(fan)).toMatchObject([{ ends_at: new Date('2026-03-05T10:00:00Z') }]);
  });

  it('that was moved and has been charged since keeps the time that was paid for, when the older date is told last', async () => {
    const fan = await member();
    at('2026-03-03T10:30:00Z');
    await tell(
      fan,
      { type: 'series-renewed', charge: charge(), nextAt: '2026-04-02T10:00:00.000Z' },
      '2026-03-03T10:00:00.000Z',
    );
    await tell(fan, { type: 'series-moved', nextAt: '2026-03-03T10:00:00.000Z' }, '2026-02-27T09:00:00.000Z');
    expect(await meOf(fan)).toMatchObject({
      ccbillSubscriptionStatus: '2',
      next_billing_date: '2026-04-02T10:00:00.000Z',
    });
    await tell(fan, { type: 'series-moved', nextAt: '2026-04-05T10:00:00.000Z' }, '2026-03-03T10:20:00.000Z');
    await tell(fan, { type: 'series-moved', nextAt: '2026-04-03T10:00:00.000Z' }, '2026-03-03T10:10:00.000Z');
    expect((await meOf(fan)).next_billing_date).toBe('2026-04-05T10:00:00.000Z');
  });
});

describe('a cancellation', () => {
  it('is asked for until the provider confirms it', async () => {
    const fan = await member();
    await cancel(fan);
    expect(await seriesOf(fan)).toMatchObject([{ state: 'ending' }]);
    expect(await endSeries(fan)).toBeInstanceOf(Error);
    expect(await endSeries(fan, confirming())).toBeUndefined();
    expect(await seriesOf(fan)).toMatchObject([{ state: 'ended', alarmed_at: null }]);
  });

  it('that is not confirmed is shown to staff, who settle it with evidence', async () => {
    const fan = await member();
    await cancel(fan);
    for (let tries = 0; tries < 3; tries += 1) await endSeries(fan);
    const model = world.people.luna.model;
    const open = await world.call('GET /api/reports/open-items', { as: model, query: { kind: 'series_unended' } });
    const item = (open.body.data.items as Array<{ _id: string; user: { _id: string } }>).find(
      ({ user }) => user._id === fan.id,
    );
    expect(item).toMatchObject({ amount: 19.99, reason: 'not-configured', transactionId: `sub-${fan.id}` });
    const settle = (body: object) => world.call('POST /api/reports/open-items/settle', { as: model, body });
    expect(await settle({ id: item!._id, decision: 'accept', evidence: 'x' })).toMatchObject({ status: 400 });
    expect(await settle({ id: item!._id, decision: 'ended_by_hand', evidence: 'console, ticket 7' })).toMatchObject({
      status: 200,
    });
    expect(await seriesOf(fan)).toMatchObject([{ state: 'ended', settled_by: model.id }]);
    const settled = await world.call('GET /api/reports/open-items', { as: model, query: { state: 'settled' } });
    expect(settled.body.data.items).toContainEqual(
      expect.objectContaining({
        kind: 'series_unended',
        settled: expect.objectContaining({ decision: 'ended_by_hand' }),
      }),
    );
  });

  it('whose job was given up is asked for again by the sweep', async () => {
    const fan = await member();
    await cancel(fan);
    await world.runJobs();
    at('2026-01-31T10:11:00Z');
    await endForgottenSeriesJob.run({
      ctx: world.ctx,
      tenant: fan.tenant,
      payload: {},
      attempt: 1,
      log: world.ctx.log,
    });
    await world.runJobs();
    expect((await seriesOf(fan))[0]!.end_tries).toBeGreaterThan(0);
  });
});
