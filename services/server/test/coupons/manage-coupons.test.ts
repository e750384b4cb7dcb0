import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld();
});
afterAll(() => world.close());

const terms = {
  code: 'SPRING',
  discount_type: 'percentage',
  discount_value_for_initial: 50,
  discount_value_for_recurring: 0,
};
const add = (change: object, as = world.people.mars.model) =>
  world.call('POST /api/coupon/add', { as, body: { ...terms, ...change } });
const list = async (query: Record<string, string> = {}) =>
  (await world.call('GET /api/coupon/get-coupons', { as: world.people.mars.model, query })).body;

describe('staff', () => {
  it('COUP-11 COUP-17 make a coupon whose code is stored in capitals', async () => {
    const made = await add({ code: ' summer-1 ', discount_type: 'flat', discount_value_for_initial: 4.5 });
    expect(made.body.data).toMatchObject({
      code: 'SUMMER-1',
      discount_type: 'flat',
      discount_value_for_initial: 4.5,
      state: 'active',
      uses: 0,
    });
  });

  it.each([
    ['coupon-code-format', { code: 'A' }],
    ['coupon-code-format', { code: 'NO SPACES' }],
    ['coupon-percentage-range', { discount_value_for_initial: 100.5 }],
    ['coupon-percentage-range', { discount_value_for_recurring: 1.005 }],
    ['coupon-amount-range', { discount_type: 'flat', discount_value_for_initial: 0.001 }],
    ['coupon-saves-nothing', { discount_value_for_initial: 0 }],
    ['coupon-ends-early', { starts_at: '2026-04-01T00:00:00Z', ends_at: '2026-04-01T00:00:00Z' }],
    ['coupon-limit-range', { max_uses: 0 }],
  ])('are told %s of %j', async (code, change) => {
    const refused = await add({ code: 'WRONG', ...change });
    expect([refused.status, refused.body.code]).toEqual([400, code]);
  });

  it('cannot give two coupons one code, neither made nor changed', async () => {
    await add({ code: 'ONCE' });
    expect((await add({ code: 'once' })).body.code).toBe('coupon-code-taken');
    const other = (await add({ code: 'TWICE' })).body.data._id;
    const as = world.people.mars.model;
    const renamed = await world.call('POST /api/coupon/edit', { as, body: { _id: other, code: 'ONCE' } });
    expect([renamed.status, renamed.body.code]).toEqual([409, 'coupon-code-taken']);
  });

  it('change a part of a coupon and keep the rest', async () => {
    const { _id } = (await add({ code: 'PART', max_uses: 7 })).body.data;
    const as = world.people.mars.model;
    const changed = await world.call('POST /api/coupon/edit', { as, body: { _id, is_enabled: false } });
    expect(changed.body.data).toMatchObject({
      code: 'PART',
      max_uses: 7,
      discount_value_for_initial: 50,
      state: 'off',
    });
    const wrong = await world.call('POST /api/coupon/edit', { as, body: { _id, discount_value_for_initial: 0 } });
    expect(wrong.body.code).toBe('coupon-saves-nothing');
  });

  it('COUP-18 see coupons a page at a time, found by part of a code and by state', async () => {
    for (let at = 0; at < 22; at += 1) await add({ code: `PAGE-${at}`, ...(at < 2 ? { is_enabled: false } : {}) });
    const first = await list({ search: 'page-' });
    const { limit } = first.paginationData;
    expect(first.paginationData).toEqual({ currentPage: 1, totalPages: Math.ceil(22 / limit), totalRows: 22, limit });
    const second = await list({ search: 'page-', pageNum: '2' });
    expect(second.couponList).toHaveLength(22 - limit);
    expect(second.couponList.at(-1).code).toBe('PAGE-0');
    expect((await list({ search: 'page-', state: 'off' })).paginationData.totalRows).toBe(2);
    expect((await list({ search: 'page-', state: 'active' })).paginationData.totalRows).toBe(20);
    expect((await list({ search: 'page-', sort: 'code' })).couponList[0].code).toBe('PAGE-0');
  });

  it('alone may: a fan and a content manager may not', async () => {
    const { fan, content_manager: manager, sub_admin: deputy } = world.people.luna;
    expect((await add({ code: 'MINE' }, fan)).status).toBe(403);
    expect((await add({ code: 'MINE' }, manager)).status).toBe(403);
    expect((await add({ code: 'MINE' }, deputy)).status).toBe(200);
  });

  it('a content manager reads what coupons brought in only where reports are shown to them', async () => {
    const as = world.people.luna.content_manager;
    expect((await world.call('GET /api/coupon/get-coupons', { as })).body.code).toBe('access-denied');
  });
});
