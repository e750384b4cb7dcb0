import { hourMs } from '@backlot/domain/formats/when';
import { Mailbox } from '@backlot/notify';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { fund } from '../../src/testing/wallets.ts';
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

const quoteOf = async (as?: TestPerson) =>
  (await world.call('GET /api/v2/subscription/quote', as ? { as } : { on: 'luna' })).body.data;
const offerTo = async (as?: TestPerson) =>
  (await world.call('GET /api/offer/check-offer', as ? { as } : { on: 'luna' })).body.data;
const joinAt = async (as: TestPerson, quote: { quote_id: string; promotion_id: string | null }) =>
  world.call('POST /api/v2/subscription/subscribe', {
    as,
    body: {
      quote_id: quote.quote_id,
      consent: true,
      promotion_id: quote.promotion_id ?? '',
      is_promotion_applied: quote.promotion_id !== null,
      card: await world.cardOf(),
    },
  });
const buyAt = (as: TestPerson, blogId: string, amount: number, promotionId: string | null) =>
  world.call('POST /api/v2/purchase/post-purchase', {
    as,
    body: { blogId, amount, promotion_id: promotionId ?? '', is_promotion_applied: promotionId !== null },
  });
const postOf = async (as: TestPerson, id: string) =>
  (await world.call('GET /api/blog/get-blog-data-by-id', { as, query: { id } })).body.data;
const usersOf = async (id: string) =>
  (
    await world.call('POST /api/promotion-setting/get-promotion-users', {
      as: world.people.luna.model,
      body: { promotion_id: id },
    })
  ).body.data;
async function renew(person: TestPerson): Promise<void> {
  const { renewMembershipJob } = await import('../../src/features/memberships/renew-memberships.ts');
  const { ctx } = world;
  await renewMembershipJob.run({
    ctx,
    tenant: person.tenant,
    payload: { userId: person.id },
    attempt: 1,
    log: ctx.log,
  });
}
const chargesOf = async (person: TestPerson): Promise<number[]> =>
  world.database.tenants.read(person.tenant, async (db) =>
    (
      await db('payment_attempts as a')
        .join(db.table('payment_intents as i'), 'i.id', 'a.intent_id')
        .where('i.user_id', person.id)
        .where('a.state', 'succeeded')
        .orderBy('a.started_at')
        .select('a.taken_minor')
    ).map(({ taken_minor: minor }) => Number(minor)),
  );

describe('a promotion of memberships', () => {
  it('SUB-08 PROMO-04 ROLE-03 is the price of a guest and a fan, with the later amount and its date', async () => {
    const id = await promote(world, cheapMonth);
    const expected = {
      reason: 'promotion',
      promotion_id: id,
      initial_amount: 5,
      original_initial_amount: 19.99,
      recurring_amount: 19.99,
      next_charge_at: '2026-04-10T12:00:00.000Z',
      first_period: { unit: 'month', count: 1 },
    };
    expect(await quoteOf()).toMatchObject(expected);
    expect(await quoteOf(await world.fresh())).toMatchObject(expected);
    expect(await offerTo()).toMatchObject({
      _id: id,
      ribbon_text: 'Five to start',
      ends_at: '2026-03-17T12:00:00.000Z',
    });
  });

  it('PROMO-26 a first period of days is told as such, and no month is struck through for it', async () => {
    await promote(world, { ...cheapMonth, initial_period: 7 });
    expect(await quoteOf()).toMatchObject({
      initial_amount: 5,
      original_initial_amount: 5,
      first_period: { unit: 'day', count: 7 },
      next_charge_at: '2026-03-17T12:00:00.000Z',
    });
  });

  it('is charged as it was shown, renews at its own later price after its end, and is reported', async () => {
    const id = await promote(world, { ...cheapMonth, subscription_recurring_amount: 12 });
    const fan = await world.fresh();
    expect((await joinAt(fan, await quoteOf(fan))).body.data).toMatchObject({ state: 'succeeded', amount: 5 });
    await endPromotions(world);
    world.clock.set(new Date('2026-04-10T12:00:01Z'));
    await renew(fan);
    await world.settle();
    expect(await chargesOf(fan)).toEqual([500, 1200]);
    const mails = (await new Mailbox(join(world.dataDir, 'mailbox')).list(1000)).filter(({ to }) => to === fan.email);
    expect(mails.flatMap(({ text }) => /Promotion: .*/.exec(text)?.[0] ?? []).toSorted()).toEqual([
      'Promotion: $14.99 off $19.99',
      'Promotion: $7.99 off $19.99',
    ]);
    const { promotion, uses } = await usersOf(id);
    expect(promotion).toMatchObject({
      ends_at: null,
      is_ended_early: true,
      ended_at: start.toISOString(),
      purchases: 1,
      renewals: 1,
      first_amount: 5,
      renewal_amount: 12,
      saved_amount: 22.98,
    });
    expect(uses).toMatchObject([
      { kind: 'renewal', amount: 12, user: { _id: fan.id } },
      { kind: 'membership', amount: 5, user: { _id: fan.id, email: fan.email } },
    ]);
    expect(await world.booked()).toEqual(await world.charged());
  });

  it('of a free first period takes nothing at first and keeps the card', async () => {
    await promote(world, { ...cheapMonth, is_trial_offer: true, initial_period: 14 });
    const fan = await world.fresh();
    expect((await joinAt(fan, await quoteOf(fan))).body.data).toMatchObject({ state: 'succeeded', amount: 0 });
    world.clock.set(new Date('2026-03-24T12:00:01Z'));
    await renew(fan);
    expect(await chargesOf(fan)).toEqual([1999]);
  });

  it('SUB-07 COUP-09 gives way to a valid coupon and is not combined with it', async () => {
    await promote(world, cheapMonth);
    const terms = { discount_type: 'percentage', discount_value_for_initial: 50, discount_value_for_recurring: 0 };
    await world.call('POST /api/coupon/add', { as: world.people.luna.model, body: { code: 'HALF', ...terms } });
    const fan = await world.fresh();
    const checked = await world.call('POST /api/coupon/check', { as: fan, body: { code: 'HALF' } });
    expect(checked.body.data.quote).toMatchObject({ reason: 'coupon', initial_amount: 10, promotion_id: null });
  });

  it.each([
    [-1, 200, undefined],
    [0, 409, 'promotion-expired'],
  ])('PROMO-16 bought %i ms from its end answers %i %s', async (ms, status, code) => {
    await promote(world, { ...cheapMonth, date_expire: 1 });
    const fan = await world.fresh();
    const quote = await quoteOf(fan);
    world.clock.set(new Date(start.getTime() + hourMs + ms));
    const answer = await joinAt(fan, quote);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    if (code) expect(answer.body).toMatchObject({ message: 'Sorry promotion expired.', initial_amount: 19.99 });
    expect(await chargesOf(fan)).toEqual(code ? [] : [500]);
  });

  it('PROMO-16 is told to be over also to who pays for the membership from the wallet', async () => {
    const id = await promote(world, cheapMonth);
    const fan = await world.fresh();
    await fund(world, fan, 5000);
    const { quote_id, initial_amount: amount } = await quoteOf(fan);
    await endPromotions(world);
    const refused = await world.call('POST /api/crypto/purchase-from-wallet', {
      as: fan,
      body: {
        payment_for: 'membership',
        quote_id,
        consent: true,
        amount,
        promotion_id: id,
        is_promotion_applied: true,
      },
    });
    expect([refused.status, refused.body.code, refused.body.initial_amount]).toEqual([409, 'promotion-expired', 19.99]);
    expect(await chargesOf(fan)).toEqual([]);
  });

  it('is refused with the new price where it began after the fan saw the old one', async () => {
    const fan = await world.fresh();
    const quote = await quoteOf(fan);
    await promote(world, cheapMonth);
    const refused = await joinAt(fan, quote);
    expect([refused.body.code, refused.body.initial_amount]).toEqual(['price-changed', 5]);
    expect((await joinAt(fan, await quoteOf(fan))).status).toBe(200);
  });

  it('PROMO-03 one for former members is no price for others', async () => {
    await promote(world, { ...cheapMonth, applicable_to: 'OLD_USERS' });
    expect([(await quoteOf(await world.fresh())).reason, await offerTo()]).toEqual(['base', null]);
    const former = await world.member();
    await world.call('POST /api/cancel-subscription', { as: former, body: {} });
    world.clock.set(new Date('2026-04-11T12:00:00Z'));
    await promote(world, { ...cheapMonth, applicable_to: 'OLD_USERS' });
    expect((await quoteOf(former)).reason).toBe('promotion');
    expect((await offerTo(former)).applicable_to).toBe('OLD_USERS');
  });

  it('PROMO-15 one that repeats goes on with its next run until somebody ends it', async () => {
    const id = await promote(world, { ...cheapMonth, date_expire: 1, is_repeat_promotion: true });
    world.clock.set(new Date(start.getTime() + 10.5 * hourMs));
    expect(await offerTo()).toMatchObject({ _id: id, ends_at: new Date(start.getTime() + 11 * hourMs).toISOString() });
    await endPromotions(world);
    expect(await offerTo()).toBeNull();
  });

  it('PROMO-01 nothing is shown and nothing is cheaper while promotions are off', async () => {
    await promote(world, cheapMonth);
    await changeSettings(world, { enable_promotion: false }, 'luna');
    try {
      expect([(await quoteOf()).reason, await offerTo()]).toEqual(['base', null]);
    } finally {
      await changeSettings(world, { enable_promotion: true }, 'luna');
    }
  });

  it('a price of the site that falls below it is the price', async () => {
    await promote(world, { ...cheapMonth, subscription_initial_amount: 15 });
    await changeSettings(world, { membership_price: 12 }, 'luna');
    try {
      expect(await quoteOf()).toMatchObject({ reason: 'base', initial_amount: 12 });
    } finally {
      await changeSettings(world, { membership_price: 19.99 }, 'luna');
    }
  });
});

describe('a promotion of posts for sale', () => {
  it('PROMO-02 PROMO-17 PROMO-35 members see and pay its price, rounded up to a whole dollar', async () => {
    const member = await world.member();
    const id = await promote(world, { ...halfOff, discount_percentage: 30 });
    const post = await world.post('luna', 1599);
    const shown = await postOf(member, post);
    expect(shown.quote).toEqual({
      amount: 12,
      original_amount: 15.99,
      currency: 'USD',
      reason: 'promotion',
      promotion_id: id,
    });
    expect(await offerTo(member)).toMatchObject({ _id: id, discount_percentage: 30 });
    expect((await buyAt(member, post, 12, id)).body.data).toMatchObject({ state: 'succeeded', amount: 12 });
    await world.settle();
    expect((await chargesOf(member)).at(-1)).toBe(1200);
    const { promotion, uses } = await usersOf(id);
    expect(promotion).toMatchObject({ purchases: 1, first_amount: 12, saved_amount: 3.99 });
    expect(uses).toMatchObject([{ kind: 'post', post: { _id: post, title: 'A post' }, amount: 12 }]);
    const buyers = await world.call('GET /api/admin/purchased-by/locked-exclusive-content', {
      as: world.people.luna.model,
      query: { blog_id: post, promotion_id: id },
    });
    expect(buyers.body.data.purchases).toHaveLength(1);
  });

  it('its buyers of a post are listed with what they paid, also in a file, and nobody else is', async () => {
    const [before, buyer, stranger] = [await world.member(), await world.member(), world.people.mars.model];
    const post = await world.post('luna', 1500);
    await world.buy(before, post, { amount: 15 });
    await world.settle();
    const id = await promote(world, { ...halfOff, ribbon_text: 'Half off for a day' });
    await buyAt(buyer, post, 8, id);
    await world.settle();
    const buyersOf = (query: { blog_id: string; promotion_id?: string }, as = world.people.luna.model) =>
      world.call('GET /api/admin/purchased-by/locked-exclusive-content', { as, query });
    const { data } = (await buyersOf({ blog_id: post, promotion_id: id })).body;
    expect(data).toMatchObject({
      promotion: { _id: id, type: 'LOCKED_CONTENT', ribbon_text: 'Half off for a day' },
      earnings: 8,
      purchases: [{ user: { _id: buyer.id }, amount: 8 }],
      paginationData: { totalRows: 1 },
    });
    expect((await buyersOf({ blog_id: post })).body.data).toMatchObject({ promotion: null, earnings: 23 });
    const { csv } = (
      await world.call('POST /api/reports/exports', {
        as: world.people.luna.model,
        body: { list: 'purchases', blog_id: post, promotion_id: id },
      })
    ).body.data;
    expect([csv.includes(buyer.email), csv.includes(before.email)]).toEqual([true, false]);
    const unknown = await world.call('POST /api/reports/exports', {
      as: world.people.luna.model,
      body: { list: 'purchases', blog_id: post, promotion_id: post },
    });
    expect([unknown.status, unknown.body.code]).toEqual([404, 'not-found']);
    const own = await world.post('mars', 1500);
    expect((await buyersOf({ blog_id: own, promotion_id: id }, stranger)).body.code).toBe('not-found');
  });

  it('a post that was bought without it is not among its buyers', async () => {
    const member = await world.member();
    const post = await world.post('luna', 1500);
    await world.buy(member, post, { amount: 15 });
    const id = await promote(world, halfOff);
    const { body } = await world.call('GET /api/admin/purchased-by/locked-exclusive-content', {
      as: world.people.luna.model,
      query: { blog_id: post, promotion_id: id },
    });
    expect([body.data.purchases, body.data.paginationData.totalRows]).toEqual([[], 0]);
  });

  it('PROMO-35 what it saves nothing of keeps its price', async () => {
    const member = await world.member();
    await promote(world, { ...halfOff, discount_percentage: 10 });
    const shown = await postOf(member, await world.post('luna', 500));
    expect(shown.quote).toMatchObject({ amount: 5, original_amount: 5, reason: 'base', promotion_id: null });
  });

  it('PROMO-16 is refused when it was ended after the member saw it, and nothing is charged', async () => {
    const member = await world.member();
    const id = await promote(world, halfOff);
    const post = await world.post('luna', 1500);
    await endPromotions(world);
    const before = await chargesOf(member);
    const refused = await buyAt(member, post, 8, id);
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      409,
      'promotion-expired',
      'Sorry promotion expired.',
    ]);
    expect(await chargesOf(member)).toEqual(before);
    const check = await world.call('POST /api/promotion-setting/check-promotion', {
      as: member,
      body: { promotion_id: id },
    });
    expect([check.status, check.body.code]).toEqual([409, 'promotion-expired']);
  });

  it('PROMO-16 counts for what is paid from the wallet, and is noted there as elsewhere', async () => {
    const member = await world.member();
    await fund(world, member, 5000);
    const [first, second] = [await world.post('luna', 1500), await world.post('luna', 1500)];
    const id = await promote(world, halfOff);
    const fromWallet = (content: string) =>
      world.call('POST /api/crypto/purchase-from-wallet', {
        as: member,
        body: { payment_for: 'blog', content_id: content, amount: 8, promotion_id: id, is_promotion_applied: true },
      });
    expect((await fromWallet(first)).body.data).toMatchObject({ amount: 8, wallet_balance: 42 });
    expect((await usersOf(id)).promotion).toMatchObject({ purchases: 1, first_amount: 8, saved_amount: 7 });
    await endPromotions(world);
    const refused = await fromWallet(second);
    expect([refused.status, refused.body.code]).toEqual([409, 'promotion-expired']);
  });

  it('PROMO-03 is not offered to a fan without a membership, who hears of no other', async () => {
    await promote(world, halfOff);
    expect(await offerTo(await world.fresh())).toBeNull();
    expect((await offerTo(world.people.luna.admin)).type).toBe('LOCKED_CONTENT');
  });
});
