import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeSettings } from '../../src/testing/change-settings.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { createWorld, type SiteName, type World } from '../../src/testing/world.ts';

let world: World;
beforeAll(async () => {
  // As the subscribe page answers a guest.
  world = await createWorld({ renderPage: async () => ({ status: 200, html: '', location: '/login' }) });
  for (const [site, code] of [
    ['luna', 'KILN'],
    ['mars', 'MARS'],
  ] as const)
    await world.call('POST /api/coupon/add', {
      as: world.people[site].model,
      body: { code, discount_type: 'percentage', discount_value_for_initial: 50, discount_value_for_recurring: 0 },
    });
});
afterAll(() => world.close());

const staff = () => world.people.luna;
const make = (body: object, as: TestPerson = staff().admin) =>
  world.call('POST /api/generate_subscription_url/generate_subscription_url', { as, body });
const urlOf = async (body: object, site: SiteName = 'luna') =>
  new URL((await make(body, world.people[site].admin)).body.data.url);

describe('a subscription link', () => {
  it('leads to the subscribe page of its own site, with the coupon and where its visitors come from', async () => {
    const url = await urlOf({ coupon_code: ' kiln ', utm_source: 'mail & more', utm_campaign: 'spring', utm_term: '' });
    expect(url.pathname).toBe('/subscribe');
    expect([...url.searchParams]).toEqual([
      ['coupon', 'KILN'],
      ['utm_source', 'mail & more'],
      ['utm_campaign', 'spring'],
    ]);
    const ofMars = await urlOf({ coupon_code: 'MARS' }, 'mars');
    expect(ofMars.host).not.toBe(url.host);
  });

  it('GEN-15 keeps where a guest came from who is sent to log in first', async () => {
    const { pathname, search } = await urlOf({ utm_source: 'mail' });
    const answer = await world.app.inject({ url: `${pathname}${search}`, headers: { host: 'luna.test' } });
    expect([answer.statusCode, answer.headers['location']]).toEqual([302, '/login']);
    const kept = answer.cookies.find(({ name }) => name === 'pcp_utm_params')?.value;
    expect(JSON.parse(kept ?? 'null')).toEqual({ source: 'mail' });
  });

  it('is drawn for a phone’s camera as well', async () => {
    const { data } = (await make({})).body;
    expect(Buffer.from(data.qr_img.replace('data:image/svg+xml;base64,', ''), 'base64').toString()).toContain('<svg');
  });

  it.each([
    ['membership', '/membership'],
    ['landing', '/'],
  ])('leads to the page %s', async (page, path) => {
    expect((await urlOf({ page, utm_source: 'mail' })).pathname).toBe(path);
  });

  it.each([
    [{ coupon_code: 'NONE' }, 'coupon-not-found'],
    [{ coupon_code: 'MARS' }, 'coupon-not-found'],
    [{ coupon_code: 'KILN', page: 'membership' }, 'invalid-request'],
    [{ page: 'elsewhere' }, 'invalid-request'],
    [{ utm_source: 'x'.repeat(201) }, 'invalid-request'],
  ])('is refused for %j: %s', async (body, code) => {
    expect((await make(body)).body.code).toBe(code);
  });

  describe('with a coupon', () => {
    const refused = async (code: string) => {
      const { body } = await make({ coupon_code: code });
      return [body.code, body.errors?.map(({ field }: { field: string }) => field)];
    };
    const add = async (code: string, more: object = {}) =>
      (
        await world.call('POST /api/coupon/add', {
          as: staff().model,
          body: {
            code,
            discount_type: 'percentage',
            discount_value_for_initial: 50,
            discount_value_for_recurring: 0,
            ...more,
          },
        })
      ).body.data._id as string;
    const change = (id: string, row: object) =>
      world.database.tenants.write(world.tenants.luna, (db) =>
        db('coupons')
          .where({ id })
          .update(row as never),
      );

    it('that is switched off is refused at its field', async () => {
      const id = await add('OFF');
      expect((await make({ coupon_code: 'OFF' })).status).toBe(200);
      await change(id, { switched_off_at: world.clock.now() });
      expect(await refused('off')).toEqual(['coupon-not-found', ['coupon_code']]);
    });

    it('that ends is refused from its end on, and made before it begins', async () => {
      const id = await add('TERM');
      const now = Date.now();
      world.clock.set(new Date(now));
      await change(id, { ends_at: new Date(now + 1) });
      expect((await make({ coupon_code: 'TERM' })).status).toBe(200);
      await change(id, { ends_at: new Date(now) });
      expect(await refused('TERM')).toEqual(['coupon-expired', ['coupon_code']]);
      await change(id, { starts_at: new Date(now + 86_400_000), ends_at: null });
      expect((await make({ coupon_code: 'TERM' })).status).toBe(200);
    });

    it('of another currency than the site has now is refused', async () => {
      const id = await add('FLAT', { discount_type: 'flat', discount_value_for_initial: 5 });
      expect((await make({ coupon_code: 'FLAT' })).status).toBe(200);
      await change(id, { currency: 'EUR' });
      expect(await refused('FLAT')).toEqual(['coupon-not-found', ['coupon_code']]);
    });

    it('is refused where the site takes none', async () => {
      await changeSettings(world, { enable_coupons: false });
      expect(await refused('KILN')).toEqual(['coupons-disabled', ['coupon_code']]);
      await changeSettings(world, { enable_coupons: true });
      expect((await make({ coupon_code: 'KILN' })).status).toBe(200);
    });
  });

  it('is made by the admin and the sub-admin alone', async () => {
    expect((await make({}, staff().sub_admin)).status).toBe(200);
    for (const role of ['model', 'support', 'content_manager', 'live_stream_manager', 'fan'] as const)
      expect((await make({}, staff()[role])).body.code).toBe('access-denied');
  });
});
