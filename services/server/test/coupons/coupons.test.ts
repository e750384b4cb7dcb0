import { Mailbox } from '@backlot/notify';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { card, createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import { withoutColumns } from '../../src/testing/schema-before.ts';
import type { TestPerson } from '../../src/testing/people.ts';

let world: MoneyWorld;
const start = new Date('2026-03-10T12:00:00Z');
beforeAll(async () => {
  world = await createMoneyWorld({ at: start });
});
afterAll(() => world.close());
beforeEach(() => world.clock.set(start));

let codes = 0;
const half = { discount_type: 'percentage', discount_value_for_initial: 50, discount_value_for_recurring: 10 };
async function make(terms: object = {}) {
  codes += 1;
  const answer = await world.call('POST /api/coupon/add', {
    as: world.people.luna.model,
    body: { code: `CODE-${codes}`, ...half, ...terms },
  });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.data as { _id: string; code: string };
}
const edit = (id: string, change: object) =>
  world.call('POST /api/coupon/edit', { as: world.people.luna.model, body: { _id: id, ...change } });
const check = (as: TestPerson, code: string) => world.call('POST /api/coupon/check', { as, body: { code } });
const detailsOf = async (id: string) => {
  const a = await world.call('GET /api/coupon/get-details', { as: world.people.luna.model, query: { couponId: id } });
  if (a.status !== 200) throw new Error(a.text);
  return a.body.data;
};
async function joinWith(
  as: TestPerson,
  code: string,
  options: { number?: string; quoteId?: string; key?: string } = {},
) {
  const quoteId = options.quoteId ?? (await check(as, code)).body.data?.quote.quote_id ?? 'none';
  return world.call('POST /api/v2/subscription/subscribe', {
    as,
    ...(options.key ? { key: options.key } : {}),
    body: { quote_id: quoteId, consent: true, coupon_code: code, card: await world.cardOf(options.number) },
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

describe('a coupon at the checkout', () => {
  it('COUP-02 COUP-03 COUP-05 SUB-07 takes its percentages off the first and the later price, to the cent', async () => {
    const { code } = await make();
    const fan = await world.fresh();
    const { quote, ...terms } = (await check(fan, code)).body.data;
    expect(terms).toEqual({ code, ...half });
    expect(quote).toMatchObject({
      reason: 'coupon',
      coupon_code: code,
      initial_amount: 10,
      recurring_amount: 17.99,
      original_initial_amount: 19.99,
      original_recurring_amount: 19.99,
    });
  });

  it('COUP-04 COUP-06 COUP-17 a flat discount is subtracted, and a recurring discount of zero changes nothing', async () => {
    const { code } = await make({
      discount_type: 'flat',
      discount_value_for_initial: 5,
      discount_value_for_recurring: 0,
    });
    const { quote } = (await check(await world.fresh(), code)).body.data;
    expect(quote).toMatchObject({ initial_amount: 14.99, recurring_amount: 19.99 });
  });

  it('COUP-11 knows a code with spaces around it and in small letters', async () => {
    const { code } = await make();
    expect((await check(await world.fresh(), `  ${code.toLowerCase()} `)).body.data.code).toBe(code);
  });

  it('refuses a blank code and an unknown one, each with a code of its own', async () => {
    const fan = await world.fresh();
    const blank = await check(fan, '   ');
    expect([blank.status, blank.body.code, blank.body.message]).toEqual([400, 'coupon-blank', 'Enter valid coupon']);
    expect((await check(fan, 'NOBODY')).body.code).toBe('coupon-not-found');
  });

  it('charges what the fan confirmed, at once and at each renewal, and the receipt says what was saved', async () => {
    const { _id, code } = await make();
    const fan = await world.fresh();
    expect((await joinWith(fan, code)).status).toBe(200);
    world.clock.set(new Date('2026-04-10T12:00:01Z'));
    await renew(fan);
    world.clock.set(new Date('2026-05-10T12:00:01Z'));
    await edit(_id, { is_enabled: false });
    await renew(fan);
    expect(await chargesOf(fan)).toEqual([1000, 1799, 1799]);
    await world.settle();
    const mails = (await new Mailbox(join(world.dataDir, 'mailbox')).list(1000)).filter(({ to }) => to === fan.email);
    expect(mails.map(({ text }) => /Coupon .*/.exec(text)?.[0]).toSorted()).toEqual([
      `Coupon ${code}: $2.00 off $19.99`,
      `Coupon ${code}: $2.00 off $19.99`,
      `Coupon ${code}: $9.99 off $19.99`,
    ]);
    const { coupon, uses } = await detailsOf(_id);
    expect(coupon).toMatchObject({
      state: 'off',
      uses: 1,
      renewals: 2,
      first_amount: 10,
      renewal_amount: 35.98,
      saved_amount: 13.99,
    });
    expect(uses.map(({ kind, amount }: { kind: string; amount: number }) => [kind, amount])).toEqual([
      ['renewal', 17.99],
      ['renewal', 17.99],
      ['membership', 10],
    ]);
  });

  it('tells what it brought in by currency, also of what staff accepted instead of the price', async () => {
    const { _id, code } = await make();
    const [before, now] = [await world.fresh(), await world.fresh()];
    expect((await joinWith(before, code)).status).toBe(200);
    await changeSettings(world, { currency: 'EUR' });
    expect((await joinWith(now, code)).status).toBe(200);
    const own = { first_amount: 10, renewal_amount: 0, saved_amount: 9.99 };
    const dollars = { currency: 'USD', ...own };
    const told = await detailsOf(_id);
    expect(told.coupon).toMatchObject({ uses: 2, ...own, other_sums: [dollars] });
    expect(told.uses.map((use: { currency: string }) => use.currency)).toEqual(['EUR', 'USD']);
    const file = await world.call('POST /api/reports/exports', {
      as: world.people.luna.model,
      body: { list: 'coupons', coupons: { search: code } },
    });
    expect(file.body.data.csv).toContain('10; 10');
    await world.database.tenants.write(now.tenant, (db) =>
      db('payment_intents').where({ user_id: now.id }).update({ taken_minor: 700, taken_currency: 'EUR' }),
    );
    expect((await detailsOf(_id)).coupon).toMatchObject({ first_amount: 7, other_sums: [dollars] });
    await changeSettings(world, { currency: 'USD' });
    expect((await detailsOf(_id)).coupon).toMatchObject({ ...own, other_sums: [{ currency: 'EUR', first_amount: 7 }] });
  });

  it('is refused with the new price when the coupon changed after the fan saw it', async () => {
    const { _id, code } = await make();
    const fan = await world.fresh();
    const quoteId = (await check(fan, code)).body.data.quote.quote_id;
    await edit(_id, { discount_value_for_initial: 20 });
    const refused = await joinWith(fan, code, { quoteId });
    expect([refused.status, refused.body.code, refused.body.initial_amount]).toEqual([409, 'price-changed', 15.99]);
    expect((await joinWith(fan, code, { quoteId: refused.body.quote_id })).status).toBe(200);
    expect(await chargesOf(fan)).toEqual([1599]);
  });

  it('without its code the purchase has the price without it', async () => {
    const { code } = await make();
    const fan = await world.fresh();
    const { quote } = (await check(fan, code)).body.data;
    const refused = await world.call('POST /api/v2/subscription/subscribe', {
      as: fan,
      body: { quote_id: quote.quote_id, consent: true, card: await world.cardOf() },
    });
    expect([refused.body.code, refused.body.initial_amount]).toEqual(['price-changed', 19.99]);
  });

  it('of a hundred percent takes nothing at first, keeps the card, and renews at its price', async () => {
    const { code } = await make({ discount_value_for_initial: 100 });
    const fan = await world.fresh();
    expect((await joinWith(fan, code)).body.data).toMatchObject({ state: 'succeeded', amount: 0 });
    world.clock.set(new Date('2026-04-10T12:00:01Z'));
    await renew(fan);
    expect(await chargesOf(fan)).toEqual([1799]);
  });
});

describe('the end and the limits of a coupon', () => {
  const end = new Date(start.getTime() + 3_600_000);

  it.each([
    [end.getTime() - 1, undefined],
    [end.getTime(), 'coupon-expired'],
  ])('counts until its end, which is exclusive (%i)', async (at, refusal) => {
    const { code } = await make({ ends_at: end.toISOString() });
    const fan = await world.fresh();
    world.clock.set(new Date(at));
    expect((await check(fan, code)).body.code).toBe(refusal);
  });

  it('is refused at the purchase when it ended between the check and the button', async () => {
    const { code } = await make({ ends_at: end.toISOString() });
    const fan = await world.fresh();
    const quoteId = (await check(fan, code)).body.data.quote.quote_id;
    world.clock.set(end);
    const refused = await joinWith(fan, code, { quoteId });
    expect([refused.status, refused.body.code]).toEqual([409, 'coupon-expired']);
    expect(await chargesOf(fan)).toEqual([]);
  });

  it('gives its last use to one of 30 who buy at once, and charges nobody else', async () => {
    const { _id, code } = await make({ max_uses: 1 });
    const fans = await Promise.all(Array.from({ length: 30 }, () => world.fresh()));
    const quoteIds = await Promise.all(fans.map(async (fan) => (await check(fan, code)).body.data.quote.quote_id));
    const answers = await Promise.all(fans.map((fan, at) => joinWith(fan, code, { quoteId: quoteIds[at] })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
      new Set(['coupon-used-up']),
    );
    expect((await Promise.all(fans.map(chargesOf))).flat()).toEqual([1000]);
    expect((await detailsOf(_id)).coupon).toMatchObject({ uses: 1, state: 'used_up' });
  });

  it('gets a use back from a purchase that was declined', async () => {
    const { code } = await make({ max_uses: 1 });
    const fan = await world.fresh();
    expect((await joinWith(fan, code, { number: card.declined })).body.code).toBe('payment-declined');
    expect((await joinWith(fan, code)).status).toBe(200);
    expect((await check(await world.fresh(), code)).body.code).toBe('coupon-used-up');
  });

  it('takes one use for one purchase that is sent twice', async () => {
    const { _id, code } = await make({ max_uses: 2 });
    const fan = await world.fresh();
    const quoteId = (await check(fan, code)).body.data.quote.quote_id;
    const again = { quote_id: quoteId, consent: true, coupon_code: code, card: await world.cardOf() };
    const send = () => world.call('POST /api/v2/subscription/subscribe', { as: fan, key: 'twice-key-1', body: again });
    expect((await Promise.all([send(), send()])).map(({ status }) => status)).toEqual([200, 200]);
    expect((await detailsOf(_id)).coupon.uses).toBe(1);
  });

  it('is for once a fan where it says so, also for one who comes back', async () => {
    const { code } = await make({ max_uses_per_user: 1 });
    const fan = await world.fresh();
    await joinWith(fan, code);
    await world.call('POST /api/cancel-subscription', { as: fan, body: {} });
    world.clock.set(new Date('2026-04-11T12:00:00Z'));
    expect((await check(fan, code)).body.code).toBe('coupon-used-before');
    expect((await check(await world.fresh(), code)).status).toBe(200);
  });

  it('counts for nobody while coupons are off', async () => {
    const { code } = await make();
    const save = (on: boolean) =>
      world.call('POST /api/coupon/save', { as: world.people.luna.model, body: { enable_coupons: on } });
    expect((await save(false)).status).toBe(200);
    const refused = await check(await world.fresh(), code);
    await save(true);
    expect([refused.status, refused.body.code]).toEqual([409, 'coupons-disabled']);
    expect((await check(await world.fresh(), code)).status).toBe(200);
  });
});

describe('amounts off, of a site that changes its currency', () => {
  const flat = { discount_type: 'flat', discount_value_for_initial: 5, discount_value_for_recurring: 0 };

  it('an amount in dollars takes nothing off a price in euros, and does again when dollars are taken', async () => {
    const [amount, percent] = [await make(flat), await make()];
    const fan = await world.fresh();
    const answers = async () =>
      Promise.all([amount, percent].map(async ({ code }) => (await check(fan, code)).body.code ?? 'counts'));
    expect(await answers()).toEqual(['counts', 'counts']);
    await changeSettings(world, { currency: 'EUR' });
    expect(await answers()).toEqual(['coupon-not-found', 'counts']);
    const shown = await detailsOf(amount._id);
    expect([shown.currency, shown.coupon.currency]).toEqual(['EUR', 'USD']);
    // As the form sends a change of its last day.
    await edit(amount._id, { ...flat, ends_at: '2027-01-01T00:00:00.000Z' });
    expect(await answers()).toEqual(['coupon-not-found', 'counts']);
    expect((await detailsOf(amount._id)).coupon).toMatchObject({
      currency: 'USD',
      discount_value_for_initial: 5,
      ends_at: '2027-01-01T00:00:00.000Z',
    });
    // Another amount is in euros.
    await edit(amount._id, { ...flat, discount_value_for_initial: 4 });
    expect(await answers()).toEqual(['counts', 'counts']);
    await changeSettings(world, { currency: 'USD' });
    expect(await answers()).toEqual(['coupon-not-found', 'counts']);
  });

  it('a coupon is saved and read on the schema of the version before', async () => {
    const fan = await world.fresh();
    await withoutColumns(world.databaseUrl, world.tenants.luna, 'coupons', ['currency'], async () => {
      const { _id: id, code } = await make(flat);
      expect((await check(fan, code)).status).toBe(200);
      expect((await edit(id, { discount_value_for_initial: 4 })).body.data).toMatchObject({ currency: null });
    });
  });
});
