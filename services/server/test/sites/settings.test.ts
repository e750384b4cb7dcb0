import type { Bootstrap } from '@backlot/contracts/bootstrap';
import type { SettingKey } from '@backlot/domain/settings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveSettings } from '../../src/sites/settings.ts';
import { createWorld, type World } from '../../src/testing/world.ts';
import { mediaRow } from '../../src/testing/films.ts';
import { copyOfReady, makePost, readyPhoto, subscribe, upload } from '../../src/testing/posting.ts';

let world: World;
/** A page's first data, as it goes to whoever draws it. */
const drawn: { last: Bootstrap | null } = { last: null };
let ids: { public: string; private: string; locked: string };
beforeAll(async () => {
  world = await createWorld({
    renderPage: async (bootstrap) => {
      drawn.last = bootstrap;
      return { status: 200, html: '<html></html>' };
    },
  });
  await subscribe(world, world.people.luna.fan);
  const made = {
    public: await makePost(world, creator(), { visibility: 'public' }),
    private: await makePost(world, creator(), { visibility: 'private' }),
    locked: await makePost(world, creator()),
  };
  ids = { public: made.public._id, private: made.private._id, locked: made.locked._id };
  await like(ids.public);
});
afterAll(() => world.close());

const creator = () => world.people.luna.model;
const save = (body: Record<string, unknown>) =>
  world.call('PATCH /api/app_settings', { as: world.people.luna.admin, body });
async function page(): Promise<Bootstrap> {
  await world.app.inject({ method: 'GET', url: '/home', headers: { host: 'luna.test' }, remoteAddress: '203.0.113.7' });
  if (drawn.last === null) throw new Error('No page was drawn.');
  return drawn.last;
}
const quote = async (as = world.people.luna.stranger) =>
  (await world.call('GET /api/v2/subscription/quote', { as })).body.data;
const draft = async (over: Record<string, unknown>) => {
  const answer = await world.call('POST /api/blog/add-new-blog', {
    as: creator(),
    body: { media_item: [await copyOfReady(world, creator())], description: 'A bowl', ...over },
  });
  return answer.body.code ?? answer.status;
};
const reused = async (amount: number) => {
  const { _id } = await makePost(world, creator());
  const answer = await world.call('POST /api/blog/reuse-blog', {
    as: creator(),
    body: { _id, description: 'Again', amount },
  });
  return answer.body.code ?? answer.status;
};
const like = (id: string) =>
  world.call('POST /api/blog/like-dislike', { as: world.people.luna.fan, body: { id, is_like: 1 } });
const seenPost = async (id: string, as = world.people.luna.stranger) =>
  (await world.call('POST /api/blog/get-blog-info', { as, body: { blog_id: id } })).body.data;

/** What somebody sees of a setting, before and after it is changed. */
const effects: readonly (readonly [
  SettingKey,
  value: unknown,
  see: () => Promise<unknown>,
  before: unknown,
  after: unknown,
])[] = [
  ['site_name', 'Kiln & Co', async () => (await page()).site.name, 'luna', 'Kiln & Co'],
  ['theme_name', 'rack', async () => (await page()).site.theme, 'kiln', 'rack'],
  ['default_language', 'de', async () => (await page()).site.language, 'en', 'de'],
  ['merchant_legal_name', 'Luna Ltd', async () => (await page()).site.merchant.legalName, '', 'Luna Ltd'],
  ['merchant_address', '1 Moon Lane', async () => (await page()).site.merchant.address, '', '1 Moon Lane'],
  ['statement_descriptor', 'LUNA*CLAY', async () => (await page()).site.merchant.descriptor, '', 'LUNA*CLAY'],
  ['maintenance_mode', true, async () => (await page()).site.status, 'active', 'maintenance'],
  ['show_age_modal', true, async () => (await page()).site.ageGate, false, true],
  [
    'manifest_icons',
    ['/media/icon-192.png'],
    async () =>
      (await world.app.inject({ method: 'GET', url: '/manifest.webmanifest', headers: { host: 'luna.test' } })).json()
        .icons,
    [],
    [{ src: '/media/icon-192.png', type: 'image/png', sizes: '192x192' }],
  ],
  ['membership_price', 12.5, async () => (await quote()).initial_amount, 19.99, 12.5],
  ['recurring_membership_price', 15, async () => (await quote()).recurring_amount, 19.99, 15],
  ['content_unlock_minimum_amount', 30, async () => draft({ visibility: 'locked', amount: 20 }), 200, 'amount-range'],
  ['content_unlock_maximum_amount', 10, async () => draft({ visibility: 'locked', amount: 20 }), 200, 'amount-range'],
  ['tips_minimum_amount', 30, async () => reused(20), 200, 'amount-range'],
  ['tips_maximum_amount', 10, async () => reused(20), 200, 'amount-range'],
  ['enable_public_post', false, async () => draft({ visibility: 'public' }), 200, 'invalid-request'],
  [
    'is_photo_upload_enabled',
    false,
    async () => (await upload(world, creator(), Buffer.alloc(10))).presigned.status,
    200,
    403,
  ],
  ['is_feed_like_enabled', false, async () => (await like(ids.private)).status, 200, 409],
  ['like_visibility', 'subscribers', async () => (await seenPost(ids.public)).total_likes, 1, null],
  ['enable_like_count_for_private_locked_post', true, async () => (await seenPost(ids.locked)).total_likes, null, 0],
  ['comment_visibility', 'subscribers', async () => (await seenPost(ids.public)).total_comments, 0, null],
  [
    'enable_comment_count_for_private_locked_post',
    true,
    async () => (await seenPost(ids.locked)).total_comments,
    null,
    0,
  ],
  [
    'show_media_count_in_exclusive_content',
    true,
    async () => (await seenPost(ids.locked)).contentCount,
    { photo: 0, video: 0 },
    { photo: 1, video: 0 },
  ],
  [
    'show_reporting_page_to_content_manager',
    true,
    async () =>
      (await world.call('GET /api/admin/get_transactions_details', { as: world.people.luna.content_manager })).status,
    403,
    200,
  ],
];

describe('a change of a setting', () => {
  it.each(effects)('%s takes effect', async (key, value, see, before, after) => {
    const usual = (await world.ctx.settings.of(world.tenants.luna))[key];
    expect(await see()).toEqual(before);
    expect(await save({ [key]: value })).toMatchObject({
      status: 200,
      body: { success: true, message: 'update settings successfully.' },
    });
    try {
      await expect.poll(see, { timeout: 20_000 }).toEqual(after);
    } finally {
      await save({ [key]: usual });
      await expect
        .poll(async () => (await world.ctx.settings.of(world.tenants.luna))[key], { timeout: 20_000 })
        .toEqual(usual);
    }
  });
});

describe('the text a new promotion begins with', () => {
  it('is in the language of the site until it is set', async () => {
    const text = async () => (await world.ctx.settings.of(world.tenants.mars)).promotion_default_ribbon_text;
    const set = async (body: object) =>
      (await world.call('PATCH /api/app_settings', { as: world.people.mars.admin, body })).body.data;
    expect(await text()).toBe('free first month');
    expect(await set({ default_language: 'de' })).toMatchObject({
      promotion_default_ribbon_text: 'erster Monat kostenlos',
    });
    await expect.poll(text, { timeout: 20_000 }).toBe('erster Monat kostenlos');
    await set({ promotion_default_ribbon_text: 'Gratis' });
    await expect.poll(text, { timeout: 20_000 }).toBe('Gratis');
  });
});

describe('where a visitor came from', () => {
  const visit = async (url: string, cookie?: string) =>
    (
      await world.app.inject({
        url,
        headers: { host: 'luna.test', ...(cookie ? { cookie } : {}) },
        remoteAddress: '203.0.113.7',
      })
    ).cookies.find(({ name }) => name === 'pcp_utm_params')?.value;

  it('GEN-15 is kept of the first visit and stored with the new account', async () => {
    const kept = await visit('/home?utm_source=mail&utm_campaign=kiln&utm_other=x');
    expect(JSON.parse(kept!)).toEqual({ source: 'mail', campaign: 'kiln' });
    expect(await visit('/home?utm_source=later', `pcp_utm_params=${encodeURIComponent(kept!)}`)).toBeUndefined();
    expect(await visit('/home')).toBeUndefined();
    const email = 'came.from@fans.example';
    await world.call('POST /api/users/register', {
      on: 'luna',
      body: { email, password: 'came-from-2026-x', name: 'Ida', consent: true, utm: JSON.parse(kept!) },
    });
    const row = await world.database.tenants.read(world.tenants.luna, (db) =>
      db('users').where({ email }).first('utm'),
    );
    expect(row?.utm).toEqual({ source: 'mail', campaign: 'kiln' });
  });
});

describe('the watermark', () => {
  // A change of it renews every picture of the site: there are none but its own.
  let bare: World;
  beforeAll(async () => {
    bare = await createWorld();
  });
  afterAll(() => bare.close());

  async function saved(key: SettingKey, value: unknown): Promise<void> {
    await bare.call('PATCH /api/app_settings', { as: bare.people.luna.admin, body: { [key]: value } });
    await expect
      .poll(async () => (await bare.ctx.settings.of(bare.tenants.luna))[key], { timeout: 20_000 })
      .toBe(value);
  }
  async function drawnWith(): Promise<{ stamp: string | null; sizes: readonly number[] }> {
    const by = bare.people.luna.model;
    const { watermark, variants } = await mediaRow(bare, by, await readyPhoto(bare, by));
    return { stamp: watermark, sizes: variants.map(({ bytes }) => bytes) };
  }

  it.each([
    ['watermark_size', 40],
    ['watermark_color', '#ff0000'],
  ] as const)('%s takes effect on the next photo', async (key, value) => {
    await saved('enable_watermark', true);
    const before = await drawnWith();
    await saved(key, value);
    const after = await drawnWith();
    expect(before.sizes).toHaveLength(after.sizes.length);
    expect(after.stamp).not.toBe(before.stamp);
    expect(after.sizes).not.toEqual(before.sizes);
  });
});

describe('the currency', () => {
  it('of a page is the one that is charged', async () => {
    const currencies = async () => [(await page()).site.currency, (await quote()).currency];
    expect(await currencies()).toEqual(['USD', 'USD']);
    // Only whoever runs the deployment changes it.
    const row = { key: 'currency', value: JSON.stringify('EUR') as never, updated_by: null };
    await world.database.tenants.write(world.tenants.luna, (db) =>
      db('settings').insert(row).onConflict('key').merge(),
    );
    await expect.poll(currencies, { timeout: 20_000 }).toEqual(['EUR', 'EUR']);
  });
});

describe('a setting that nothing reads yet', () => {
  it('is kept, and the answer names it rather than claim a success', async () => {
    const { status, body } = await save({
      site_tagline: 'Slow pots',
      chat_booking_enabled: true,
      tips_navbar_name: 'Thanks',
    });
    expect(status).toBe(200);
    expect(body.without_effect).toEqual(['chat_booking_enabled', 'tips_navbar_name']);
    expect(body.message).toBe(
      'Saved. Nothing on the site uses these settings yet: chat_booking_enabled, tips_navbar_name.',
    );
    await expect
      .poll(async () => (await world.ctx.settings.of(world.tenants.luna)).chat_booking_enabled, { timeout: 20_000 })
      .toBe(true);
  });

  it('is not spoken of where all that was sent counts', async () => {
    const { body } = await save({ site_tagline: 'Slower pots' });
    expect(body).toMatchObject({ message: 'update settings successfully.' });
    expect(body).not.toHaveProperty('without_effect');
  });
});

describe('HTML that was stored before it was cleaned as it is now, or declared with the site', () => {
  it('is told without names that could stand in for what scripts look for', async () => {
    await world.database.tenants.write(world.tenants.luna, (db) =>
      saveSettings(db, { footer_text_html: '<p id="bootstrap" onclick="x()">Hello</p>' }, null, world.clock.now()),
    );
    await expect
      .poll(async () => (await world.call('GET /api/app_settings/get', { on: 'luna' })).body.data.footer_text_html, {
        timeout: 20_000,
      })
      .toBe('<p>Hello</p>');
  });
});
