import { hourMs } from '@backlot/domain/formats/when';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import { cheapMonth, endPromotions, halfOff, promote } from '../../src/testing/promoting.ts';

let world: MoneyWorld;
const start = new Date('2026-03-10T12:00:00Z');
beforeAll(async () => {
  world = await createMoneyWorld({ at: start });
});
afterAll(() => world.close());
beforeEach(async () => {
  world.clock.set(start);
  await endPromotions(world);
});

const save = (body: object, as = world.people.luna.model) =>
  world.call('POST /api/promotion-setting/save-promotion', { as, body });
const current = async (type: string, as = world.people.luna.model) =>
  (await world.call('POST /api/promotion-setting/promotion', { as, body: { promotion_type: type } })).body.data;
const end = (id: string, as = world.people.luna.model) =>
  world.call('POST /api/promotion-setting/end-promotion', { as, body: { promotion_id: id } });
const reports = async (body: object = {}, as = world.people.luna.model) =>
  world.call('POST /api/promotion-setting/get-promotion-reports', { as, body });

describe('staff', () => {
  it('PROMO-12 PROMO-13 PROMO-18 start a promotion of each type, whose run is given in hours', async () => {
    const saved = await save({ ...cheapMonth, date_expire: 3, applicable_to: 'NEW_USERS' });
    expect([saved.status, saved.body.message]).toEqual([200, 'Promotion successfully saved.']);
    expect(saved.body.data).toMatchObject({
      type: 'SUBSCRIPTION',
      applicable_to: 'NEW_USERS',
      ends_at: new Date(start.getTime() + 3 * hourMs).toISOString(),
      date_expire: new Date(start.getTime() + 3 * hourMs).toISOString(),
      subscription_initial_amount: 5,
      subscription_recurring_amount: 19.99,
      initial_period: 30,
      is_trial_offer: false,
      discount_percentage: null,
    });
    expect((await save(halfOff)).body.data).toMatchObject({ type: 'LOCKED_CONTENT', discount_percentage: 50 });
    expect((await current('SUBSCRIPTION'))._id).toBe(saved.body.data._id);
    expect((await current('LOCKED_CONTENT')).ribbon_text).toBe('Half price');
  });

  it("PROMO-25 one that lasts to the end of the day or month ends by the site's clock", async () => {
    await changeSettings(world, { timezone: 'America/New_York' }, 'luna');
    try {
      const day = await save({ ...cheapMonth, date_expire: 'end_of_day', timezone: 'Asia/Tokyo' });
      expect(day.body.data).toMatchObject({ ends_at: '2026-03-11T04:00:00.000Z', timezone: 'America/New_York' });
      const month = await save({ ...halfOff, date_expire: 'end_of_month' });
      expect(month.body.data.ends_at).toBe('2026-04-01T04:00:00.000Z');
    } finally {
      await changeSettings(world, { timezone: 'UTC' }, 'luna');
    }
  });

  it.each([413, 741])(
    'PROMO-12 PROMO-25 start one to the end of the month as the documents send it, in %i hours',
    async (hours) => {
      const { status, body } = await save({ ...cheapMonth, date_expire: hours });
      expect([status, body.data.ends_at]).toEqual([200, new Date(start.getTime() + hours * hourMs).toISOString()]);
    },
  );

  it.each([
    ['promotion-duration', 'date_expire', { ...cheapMonth, date_expire: 746 }],
    [
      'promotion-repeat-duration',
      'is_repeat_promotion',
      { ...halfOff, date_expire: 'end_of_day', is_repeat_promotion: true },
    ],
    ['promotion-audience', 'applicable_to', { ...halfOff, applicable_to: 'NEW_USERS' }],
    ['promotion-percentage-range', 'discount_percentage', { ...halfOff, discount_percentage: 85 }],
    [
      'promotion-amount-required',
      'subscription_recurring_amount',
      { ...cheapMonth, subscription_recurring_amount: null },
    ],
    ['promotion-period-range', 'initial_period', { ...cheapMonth, initial_period: 31 }],
    ['promotion-costs-more', 'subscription_initial_amount', { ...cheapMonth, subscription_initial_amount: 20 }],
    ['promotion-saves-nothing', 'subscription_initial_amount', { ...cheapMonth, subscription_initial_amount: 19.99 }],
  ])('PROMO-17 PROMO-23 are told %s at %s, and nothing starts', async (code, field, body) => {
    const refused = await save(body);
    expect([refused.status, refused.body.code, refused.body.errors[0].field]).toEqual([400, code, field]);
    expect(await current(body.type)).toBeNull();
  });

  it('PROMO-19 promote posts alone where memberships are free', async () => {
    await changeSettings(world, { membership_price: 0, recurring_membership_price: 0 }, 'luna');
    try {
      expect((await save({ ...cheapMonth, is_trial_offer: true })).body.code).toBe('promotion-free-membership');
      expect((await save(halfOff)).status).toBe(200);
    } finally {
      await changeSettings(world, { membership_price: 19.99, recurring_membership_price: 19.99 }, 'luna');
    }
  });

  it('start nothing while promotions are off', async () => {
    await changeSettings(world, { enable_promotion: false }, 'luna');
    try {
      expect((await save(halfOff)).body.code).toBe('promotions-disabled');
    } finally {
      await changeSettings(world, { enable_promotion: true }, 'luna');
    }
  });

  it('of 12 who start one at once one does, and the next comes after its end', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => save({ ...halfOff, date_expire: 1 })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 11 }, () => 409)]);
    expect(new Set(answers.flatMap(({ body }) => body.code ?? []))).toEqual(new Set(['promotion-running']));
    world.clock.set(new Date(start.getTime() + hourMs));
    expect((await save(halfOff)).status).toBe(200);
  });

  it('PROMO-20 end one once; a second end and one that is not theirs are refused', async () => {
    const id = await promote(world, halfOff);
    expect((await end(id, world.people.mars.model)).status).toBe(404);
    expect((await end(id)).status).toBe(200);
    expect([(await end(id)).body.code, await current('LOCKED_CONTENT')]).toEqual(['promotion-expired', null]);
  });

  it('PROMO-20 end one by its id in the form of the feed as well, and never one that is not named', async () => {
    const as = world.people.luna.model;
    const id = await promote(world, halfOff);
    const ends = (body: object) => world.call('POST /api/promotion-setting/end-promotion', { as, body });
    expect(await ends({})).toMatchObject({ status: 400, body: { errors: [{ field: 'promotion_id' }] } });
    expect([(await ends({ id })).status, await current('LOCKED_CONTENT')]).toEqual([200, null]);
  });

  it('see reports a page at a time, by type and state, with one that ran out as ended at its time', async () => {
    const before = (await reports()).body.data.paginationData.totalRows;
    for (let at = 0; at < 22; at += 1) {
      world.clock.set(new Date(start.getTime() + at * 2 * hourMs));
      expect((await save({ ...halfOff, date_expire: 1, ribbon_text: `Run ${at}` })).status).toBe(200);
    }
    const { promotionList: first, paginationData: of } = (await reports({ promotion_type: 'LOCKED_CONTENT' })).body
      .data;
    expect(of.totalPages).toBe(Math.ceil(of.totalRows / of.limit));
    expect([first[0].ribbon_text, first[0].ended_at]).toEqual(['Run 21', null]);
    expect(first[1]).toMatchObject({
      ribbon_text: 'Run 20',
      ends_at: null,
      ended_at: new Date(start.getTime() + 41 * hourMs).toISOString(),
      is_ended_early: false,
    });
    const all = (await reports({ pageNum: 2 })).body.data;
    expect([all.paginationData.totalRows, all.promotionList.length]).toEqual([
      before + 22,
      Math.min(of.limit, before + 22 - of.limit),
    ]);
    const running = (await reports({ state: 'running' })).body.data;
    expect(running.promotionList.map(({ ribbon_text: text }: { ribbon_text: string }) => text)).toEqual(['Run 21']);
    expect((await reports({ state: 'ended', promotion_type: 'SUBSCRIPTION' })).body.data.promotionList).toSatisfy(
      (list: { type: string; ended_at: string | null }[]) =>
        list.every(({ type, ended_at: at }) => type === 'SUBSCRIPTION' && at !== null),
    );
  });

  it('POST-018 of every role that manages content may; fans, support and the live manager may not', async () => {
    const { luna } = world.people;
    for (const as of [luna.model, luna.admin, luna.sub_admin, luna.content_manager]) {
      await endPromotions(world);
      expect([as.role, (await save(halfOff, as)).status]).toEqual([as.role, 200]);
    }
    for (const as of [luna.fan, luna.support, luna.live_stream_manager])
      expect([as.role, (await save(halfOff, as)).status]).toEqual([as.role, 403]);
  });

  it('a content manager reads what promotions brought in only where reports are shown to them', async () => {
    const as = world.people.luna.content_manager;
    expect((await reports({}, as)).body.code).toBe('access-denied');
    const users = await world.call('POST /api/promotion-setting/get-promotion-users', {
      as,
      body: { promotion_id: await promote(world, halfOff) },
    });
    expect(users.body.code).toBe('access-denied');
  });

  it('PROMO-28 PROMO-29 PROMO-30 PROMO-31 read and save how the ribbon looks', async () => {
    const as = world.people.luna.sub_admin;
    const read = await world.call('GET /api/promotion-setting/get-promotion-settings', { as });
    expect(read.body.data).toMatchObject({
      promo_text_font_size: '25px|25px|30px|30px',
      time_font_size: '20px|20px|25px|25px',
      animation_duration: 1000,
      animation_delay: 0,
      subscription_promotion_ribbon_position: 'above menu',
      locked_content_promotion_ribbon_position: 'above menu',
    });
    const saved = await world.call('POST /api/promotion-setting/save-promotion-settings', {
      as,
      body: { ribbon_animation: 'zoomIn', price_strike_through_color: '#aa0000' },
    });
    expect(saved.body.data).toMatchObject({ ribbon_animation: 'zoomIn', price_strike_through_color: '#aa0000' });
    const wrong = await world.call('POST /api/promotion-setting/save-promotion-settings', {
      as,
      body: { promo_text_font_size: '25px' },
    });
    expect(wrong.body.code).toBe('setting-invalid');
  });
});
