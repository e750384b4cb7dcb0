import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, type World } from '../../src/testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const people = () => world.people.luna;
const save = (body: object, as = people().admin) => world.call('PATCH /api/app_settings', { as, body });
const undo = (id: string, as = people().admin) =>
  world.call('POST /api/app_settings/history/undo', { as, body: { change_id: id } });
const history = async (query: Record<string, string | number> = {}, as = people().admin) =>
  (await world.call('GET /api/app_settings/history', { as, query })).body.data;
const last = async (key: string) => (await history({ keys: key })).changes[0];
const own = async (key: string) => {
  const { tenants } = world.database;
  const rows = await tenants.read(world.tenants.luna, (db) => db('settings').where({ key }).select('value'));
  return rows.map(({ value }) => value);
};

describe('the history of settings', () => {
  it('tells who changed what, from what to what, newest first, and only what differs', async () => {
    await save({ site_tagline: 'Pots', footer_text_html: '' });
    await save({ site_tagline: 'Pots and bowls' }, people().model);
    const { changes } = await history({ keys: 'site_tagline' });
    expect(changes.map(({ changed_by, changed }: Record<string, unknown>) => ({ changed_by, changed }))).toEqual([
      { changed_by: 'model', changed: [{ key: 'site_tagline', before: 'Pots', after: 'Pots and bowls' }] },
      { changed_by: 'admin', changed: [{ key: 'site_tagline', after: 'Pots' }] },
    ]);
    await save({ site_tagline: 'Pots and bowls' });
    expect((await history({ keys: 'site_tagline' })).changes).toHaveLength(2);
  });

  it('goes on page by page, and one key shows its own changes alone', async () => {
    for (const site_name of ['One', 'Two', 'Three']) await save({ site_name });
    const first = await history({ keys: 'site_name', limit: 2 });
    const second = await history({ keys: 'site_name', limit: 2, before: first.next });
    const names = [...first.changes, ...second.changes].map(({ changed }) => changed[0].after);
    expect(names).toEqual(['Three', 'Two', 'One']);
    expect(second.next).toBeNull();
  });

  it('tells that a secret was changed and keeps no value of it, and tells it only to who may change it', async () => {
    await save({ recaptcha_secret_key: 'not-for-the-history' });
    const change = await last('recaptcha_secret_key');
    expect(change).toMatchObject({ changed: [{ key: 'recaptcha_secret_key' }], can_undo: false });
    expect((await history({ keys: 'recaptcha_secret_key' }, people().model)).changes).toEqual([]);
    expect((await undo(change._id)).body.code).toBe('access-denied');
    const kept = await world.database.tenants.read(world.tenants.luna, (db) => db('setting_changes').select('changed'));
    expect(JSON.stringify(kept)).not.toMatch(/not-for-the-history|sealed/);
  });

  it('is closed to fans and to staff who may not change settings', async () => {
    for (const as of [people().fan, people().content_manager, people().support])
      expect((await world.call('GET /api/app_settings/history', { as })).status).toBe(403);
  });
});

describe('undoing a change', () => {
  it('finds it by what saving it answered, which names no change where nothing became different', async () => {
    const { body } = await save({ site_tagline: 'Named' });
    expect(body.change_id).toBe((await last('site_tagline'))._id);
    const again = await save({ site_tagline: ' Named ' });
    expect(again.status).toBe(200);
    expect(again.body).not.toHaveProperty('change_id');
  });

  it('puts back every key of it, the default where the site had set nothing, and can be undone itself', async () => {
    await save({ merchant_address: 'First' });
    await save({ merchant_address: 'Second', show_like_the_website_form: true });
    const change = await last('merchant_address');
    expect((await undo(change._id)).status).toBe(200);
    expect([await own('merchant_address'), await own('show_like_the_website_form')]).toEqual([['First'], []]);
    const undone = await last('merchant_address');
    expect(undone).toMatchObject({ is_undo: true, can_undo: true });
    await undo(undone._id);
    expect([await own('merchant_address'), await own('show_like_the_website_form')]).toEqual([['Second'], [true]]);
  });

  it('is what everybody reads within a second, also where the default holds again', async () => {
    const seen = async () => (await world.call('GET /api/app_settings/get', { on: 'luna' })).body.data.footer_text_html;
    const before = await seen();
    await save({ footer_text_html: '<p>For ever</p>' });
    await expect.poll(seen, { timeout: 20_000 }).toBe('<p>For ever</p>');
    await undo((await last('footer_text_html'))._id);
    await expect.poll(seen, { timeout: 20_000 }).toBe(before);
  });

  it('is refused where a setting was changed again since, and nothing of it is put back', async () => {
    await save({ site_tagline: 'Before', site_name: 'Before' });
    await save({ site_tagline: 'Middle', site_name: 'Middle' });
    const middle = await last('site_tagline');
    await save({ site_tagline: 'After' });
    expect((await history({ keys: 'site_name' })).changes[0].can_undo).toBe(false);
    expect((await undo(middle._id)).body.code).toBe('setting-changed-since');
    expect([await own('site_tagline'), await own('site_name')]).toEqual([['After'], ['Middle']]);
  });

  it('is refused where what was before no longer fits with what is now', async () => {
    await save({ content_unlock_minimum_amount: 20 });
    await save({ content_unlock_minimum_amount: 6 });
    const change = await last('content_unlock_minimum_amount');
    await save({ content_unlock_maximum_amount: 10 });
    expect((await undo(change._id)).body.code).toBe('setting-invalid');
    expect(await own('content_unlock_minimum_amount')).toEqual([6]);
  });

  it('does not let two changes at once make what neither may make alone', async () => {
    for (const [least, most] of [
      [30, 20],
      [31, 21],
      [32, 22],
    ]) {
      await save({ content_unlock_minimum_amount: 5, content_unlock_maximum_amount: 100 });
      const answers = await Promise.all([
        save({ content_unlock_minimum_amount: least }),
        save({ content_unlock_maximum_amount: most }),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    }
  });

  it('is refused to a role that may not write one of its settings, and to another site', async () => {
    await save({ is_universal_login_enabled: true });
    await save({ is_universal_login_enabled: false });
    const change = await last('is_universal_login_enabled');
    expect((await undo(change._id, people().model)).body.code).toBe('access-denied');
    expect((await undo(change._id, world.people.mars.admin)).status).toBe(404);
    expect((await undo(change._id)).status).toBe(200);
  });

  it('asked for twice at once, happens once', async () => {
    await save({ site_tagline: 'Twice' });
    const change = await last('site_tagline');
    const answers = await Promise.all([undo(change._id), undo(change._id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});
