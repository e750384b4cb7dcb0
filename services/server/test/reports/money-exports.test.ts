import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { openItemsOf } from '../checkout/open-items-of.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld({ at: new Date('2026-03-10T12:00:00Z') });
});
afterAll(() => world.close());

const { buyer, reported } = openItemsOf(() => world);
const staff = () => world.people.luna;
const file = (ask: object, as: TestPerson = staff().admin) =>
  world.call('POST /api/reports/exports', { as, body: ask });
/** The head and the lines of a file. */
async function linesOf(ask: object, as?: TestPerson): Promise<string[]> {
  const { body, status, text } = await file(ask, as);
  if (status !== 200) throw new Error(text);
  return body.data.csv
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n');
}

describe('coupons as a file', () => {
  it('are those of the screen, in its order, with what they brought in', async () => {
    const as = staff().model;
    const terms = { discount_type: 'percentage', discount_value_for_initial: 50, discount_value_for_recurring: 0 };
    for (const code of ['KILN-A', 'KILN-B', 'GLAZE'])
      await world.call('POST /api/coupon/add', {
        as,
        body: { ...terms, code, ends_at: code === 'KILN-A' ? '2026-04-01T00:00:00Z' : null },
      });
    const fan = await world.fresh();
    const checked = await world.call('POST /api/coupon/check', { as: fan, body: { code: 'kiln-a' } });
    const bought = await world.call('POST /api/v2/subscription/subscribe', {
      as: fan,
      body: {
        quote_id: checked.body.data.quote.quote_id,
        consent: true,
        coupon_code: 'KILN-A',
        card: await world.cardOf(),
      },
    });
    expect(bought.status).toBe(200);
    const [head, ...rows] = await linesOf({ list: 'coupons', coupons: { search: 'kiln', sort: 'code' } }, as);
    expect(head).toBe(
      'Coupon code,Discount,First payment,Each renewal,First day (UTC),Last day (UTC),Uses,Uses in all,Uses per fan,Renewals,First payments,Paid by renewals,Fans saved,Currency,Status',
    );
    expect(rows).toEqual([
      'KILN-A,Percentage,50,0,,2026-03-31 23:59,1,,,0,10,0,9.99,USD,Active',
      'KILN-B,Percentage,50,0,,,0,,,0,0,0,0,USD,Active',
    ]);
  });
});

describe('promotions as a file', () => {
  it('have their terms, and what they brought in', async () => {
    const as = staff().model;
    const saved = await world.call('POST /api/promotion-setting/save-promotion', {
      as,
      body: {
        type: 'SUBSCRIPTION',
        date_expire: 1,
        ribbon_text: 'First month for five',
        applicable_to: 'NEW_USERS',
        subscription_initial_amount: 5,
        subscription_recurring_amount: 9,
        initial_period: 30,
      },
    });
    expect(saved.status).toBe(200);
    expect((await world.subscribe(await world.fresh())).status).toBe(200);
    const [head, row, ...more] = await linesOf({ list: 'promotions', promotions: { state: 'running' } }, as);
    expect(head).toMatch(/^Ribbon text,What is cheaper,For whom,Discount \(%\),First payment,Each month after,/);
    expect(row).toMatch(
      /^First month for five,Membership,Only fans who were never members,,5,9,2026-03-10 12:00,2026-03-1\d \d\d:\d\d,1,0,5,0,14\.99,USD,Running$/,
    );
    expect(more).toEqual([]);
    expect(await linesOf({ list: 'promotions', promotions: { state: 'ended' } }, as)).toEqual([head]);
  });
});

describe('open items and disputes as files', () => {
  it('an item that was settled tells how, by whom and what shows it', async () => {
    const { fan, attempt } = await buyer();
    await reported(attempt, { type: 'refund', currency: 'EUR' });
    const ask = (state: string) => ({ list: 'open_items', open_items: { state, search: fan.email } });
    const [head, row] = await linesOf(ask('open'));
    expect(head).toMatch(/^Since \(UTC\),Type,Fan,Email,What,Post,Reference,Amount,Currency,/);
    expect(row).toMatch(new RegExp(`,Reversal on hold,[^,]+,${fan.email},`));
    const [item] = (
      await world.call('GET /api/reports/open-items', { as: staff().admin, query: { search: fan.email } })
    ).body.data.items;
    const settled = await world.call('POST /api/reports/open-items/settle', {
      as: staff().admin,
      body: { id: item._id, decision: 'noted', evidence: 'Ticket 12' },
    });
    expect(settled.status).toBe(200);
    expect(await linesOf(ask('open'))).toEqual([head]);
    expect((await linesOf(ask('settled')))[1]).toMatch(/,Noted,Ticket 12,[^,]+,2026-03-10 12:00$/);
  });

  it('a chargeback has its payment, its card and what it cost', async () => {
    const { fan, attempt } = await buyer();
    await reported(attempt, { type: 'chargeback' });
    const [, row, ...more] = await linesOf({ list: 'disputes', disputes: { search: fan.email } });
    expect(row).toContain(`,${fan.email},`);
    expect(row).toMatch(
      new RegExp(`,A post,${attempt.provider_ref},9,25,,,USD,Booked,2026-03-10 12:00,Visa ···· 4242,`),
    );
    expect(more).toEqual([]);
  });

  it('are open to whom their screens are open to, and hold nothing of another site', async () => {
    const codes = async (list: string, as: TestPerson) => (await file({ list }, as)).body.code;
    const { support, content_manager: contentManager, sub_admin: subAdmin } = staff();
    expect(await codes('open_items', contentManager)).toBe('access-denied');
    for (const list of ['open_items', 'disputes']) expect((await file({ list }, support)).status).toBe(200);
    for (const list of ['coupons', 'promotions']) {
      expect(await codes(list, support)).toBe('access-denied');
      expect((await file({ list }, subAdmin)).status).toBe(200);
    }
    for (const list of ['coupons', 'promotions', 'open_items', 'disputes'])
      expect(await linesOf({ list }, world.people.mars.admin)).toHaveLength(1);
  });
});
