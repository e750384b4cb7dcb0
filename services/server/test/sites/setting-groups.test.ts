import { groupReads, groupSaves, nameInGroup } from '@backlot/contracts/settings/setting-group-calls';
import type { SettingGroup } from '@backlot/contracts/settings/setting-group';
import { settingGroups } from '@backlot/contracts/settings/setting-groups';
import { findSetting, nestSettings } from '@backlot/domain/settings';
import { hasNoEffectYet } from '@backlot/domain/settings/uses';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestPerson } from '../../src/testing/people.ts';
import { createWorld, type World } from '../../src/testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const admin = () => world.people.luna.admin;
const named = <C extends { method: string; path: string }>(row: { group: SettingGroup; call: C }) =>
  [`${row.call.method} ${row.call.path}` as `${string} ${string}`, row.group] as const;
const reads = groupReads.map(named);
const saves = groupSaves.map(named);
/** Where a group that is saved is read; the whole settings for one that the documents only save. */
const readOf = (group: SettingGroup) =>
  reads.find(([, other]) => other === group)?.[0] ?? ('GET /api/app_settings/get' as const);

/** What it is called where the group is read. */
const nameRead = (group: SettingGroup, key: string): string =>
  reads.some(([, other]) => other === group) ? nameInGroup(group, key) : key;

const read = async (call: `${string} ${string}`, as?: TestPerson) =>
  (await world.call(call, as ? { as } : { on: 'luna' })).body.data as Record<string, unknown>;
const valueAt = (data: Record<string, unknown>, name: string): unknown =>
  name.split('.').reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], data);

/** Another value that the setting may have. */
function otherThan(key: string, value: unknown): unknown {
  const definition = findSetting(key)!;
  const picture = '/media/public/other/picture';
  switch (definition.type) {
    case 'boolean':
      return !value;
    case 'integer':
    case 'amount':
      return (value as number) + 1;
    case 'choice':
      return definition.choices.find((choice) => choice !== value);
    case 'strings':
      return definition.isPictures ? [picture] : (value as string[]).slice(1);
    case 'links':
      return [{ label: 'Kiln', url: '/kiln', newTab: false, isEnabled: true }];
    case 'email':
      return 'other@site.example';
    case 'url':
      return '/other';
    case 'media':
      return picture;
    default:
      return key.endsWith('_color') ? '#112233' : 'Other';
  }
}

describe('a part of the settings', () => {
  it.each(saves)(
    '%s saves one setting as PATCH does: it is read, is in the history, and can be undone',
    async (call, group) => {
      const key = group.keys[0]!;
      const name = nameInGroup(group, key);
      const seen = async () => valueAt(await read(readOf(group), admin()), nameRead(group, key));
      const before = await seen();
      const after = otherThan(key, before);
      const saved = await world.call(call, { as: admin(), body: nestSettings({ [name]: after }) });
      expect(saved).toMatchObject({ status: 200, body: { success: true, message: 'update settings successfully.' } });
      expect(valueAt(saved.body.data, name)).toEqual(after);
      await expect.poll(seen, { timeout: 20_000 }).toEqual(after);

      const { body } = await world.call('GET /api/app_settings/history', {
        as: admin(),
        query: { keys: key, limit: 1 },
      });
      expect(body.data.changes).toMatchObject([
        { _id: saved.body.change_id, can_undo: true, changed: [{ key, after }] },
      ]);
      const undone = await world.call('POST /api/app_settings/history/undo', {
        as: admin(),
        body: { change_id: saved.body.change_id },
      });
      expect(undone.status).toBe(200);
      await expect.poll(seen, { timeout: 20_000 }).toEqual(before);
    },
  );

  it.each(reads)('%s answers exactly its own settings, and they can be sent back as they came', async (call, group) => {
    const data = await read(call, admin());
    const names = group.keys.map((key) => nameInGroup(group, key));
    expect(Object.keys(data).toSorted()).toEqual([...new Set(names.map((name) => name.split('.')[0]))].toSorted());
    expect(names.filter((name) => valueAt(data, name) === undefined)).toEqual([]);
    for (const [save] of saves.filter(([, other]) => other === group)) {
      const again = await world.call(save, { as: admin(), body: data });
      expect({ status: again.status, data: again.body.data }).toEqual({ status: 200, data });
      expect(again.body).not.toHaveProperty('change_id');
    }
  });

  it.each(saves)('%s lets in and refuses as PATCH does', async (call, group) => {
    const key = group.keys[0]!;
    const value = findSetting(key)!.default;
    const { luna, mars } = world.people;
    const callers = [
      {},
      ...[luna.fan, luna.model, luna.sub_admin, luna.content_manager, luna.support].map((as) => ({ as })),
      { as: mars.admin },
    ];
    const refusals = async (name: `${string} ${string}`, body: object) =>
      Promise.all(
        callers.map(async (who) => {
          const answer = await world.call(name, { ...who, on: 'luna', body });
          return [answer.status, answer.body.code];
        }),
      );
    const wanted = await refusals('PATCH /api/app_settings', { [key]: value });
    expect(wanted.slice(0, 2)).toEqual([
      [401, 'session-required'],
      [403, 'access-denied'],
    ]);
    expect(wanted.at(-1)).toEqual([401, 'session-ended']);
    expect(await refusals(call, nestSettings({ [nameInGroup(group, key)]: value }))).toEqual(wanted);
  });

  it.each(saves)('%s takes no setting of another part, and then none at all', async (call, group) => {
    const key = group.keys[0]!;
    const name = nameInGroup(group, key);
    const before = valueAt(await read(readOf(group), admin()), nameRead(group, key));
    const body = { ...nestSettings({ [name]: otherThan(key, before) }), merchant_address: '1 Moon Lane' };
    expect(await world.call(call, { as: admin(), body })).toMatchObject({
      status: 400,
      body: { code: 'setting-unknown', errors: [{ field: 'merchant_address', code: 'setting-unknown' }] },
    });
    const { data } = (await world.call('PATCH /api/app_settings', { as: admin(), body: {} })).body;
    expect([valueAt(data, key), data.merchant_address]).toEqual([before, '']);
  });

  it('names a wrong value as it was sent', async () => {
    const body = { ribbon_background_color: 'red', menu_settings: { guest: ['nowhere'] } };
    expect(await world.call('POST /api/save-announcement-banner-settings', { as: admin(), body })).toMatchObject({
      status: 400,
      body: {
        code: 'setting-invalid',
        errors: [
          { field: 'ribbon_background_color', code: 'setting-invalid' },
          { field: 'menu_settings.guest', code: 'setting-unknown' },
        ],
      },
    });
  });

  it('claims nothing of the announcement banner that nothing reads', async () => {
    const body = { promo_text_color: '#112233', ribbon_animation: 'zoomInUp' };
    const saved = await world.call('POST /api/save-announcement-banner-settings', { as: admin(), body });
    expect(saved.body).toMatchObject({ message: 'update settings successfully.', data: body });
    expect(saved.body).not.toHaveProperty('without_effect');
  });

  it('is open to guests only where their pages show it', async () => {
    const opened = groupReads.filter(({ group }) => group.isOpen).map(({ call }) => call.path);
    expect(opened).toEqual([
      '/api/app_settings/get-model-profile',
      '/api/custom-menu/all/get',
      '/api/app_settings/get_links_page',
    ]);
    for (const path of opened) expect(await read(`GET ${path}`)).toEqual(await read(`GET ${path}`, admin()));
  });
});

describe('the table of groups', () => {
  it('holds no secret, and no setting without an effect', () => {
    const keys = settingGroups.flatMap((group: SettingGroup) => group.keys);
    expect(keys.filter((key) => findSetting(key)?.read === 'secret')).toEqual([]);
    expect(keys.filter(hasNoEffectYet)).toEqual([]);
  });
});

describe('further entries of the navigation bar', () => {
  it('come on the first page, and a later one is empty', async () => {
    const links = [{ label: 'Kiln', url: '/kiln', newTab: true, isEnabled: false }];
    await world.call('POST /api/custom-menu/save', { as: admin(), body: { custom_menu_links: links } });
    const page = async (page_num: number) =>
      (await world.call('GET /api/custom-menu/get', { as: admin(), query: { page_num } })).body.data.custom_menu_links;
    await expect.poll(() => page(1), { timeout: 20_000 }).toEqual(links);
    expect(await page(2)).toEqual([]);
  });
});

describe("a picture of the site's look", () => {
  const remove = (body: object) => world.call('POST /api/app_settings/delete-theme-image', { as: admin(), body });
  const kept = async () => (await world.call('PATCH /api/app_settings', { as: admin(), body: {} })).body.data;

  it('is taken out of the setting that is named, or from behind pages, and can be put back', async () => {
    const pictures = { theme_background_image: '/media/public/a/image', manifest_icons: ['/media/public/b/icon'] };
    await world.call('PATCH /api/app_settings', { as: admin(), body: pictures });
    const removed = await remove({});
    expect(removed.body).toMatchObject({ success: true, data: { theme_background_image: '' } });
    expect(await kept()).toMatchObject({ ...pictures, theme_background_image: '' });
    expect((await remove({ key: 'manifest_icons' })).status).toBe(200);
    expect(await kept()).toMatchObject({ theme_background_image: '', manifest_icons: [] });
    const undo = { as: admin(), body: { change_id: removed.body.change_id } };
    expect((await world.call('POST /api/app_settings/history/undo', undo)).status).toBe(200);
    expect(await kept()).toMatchObject({ ...pictures, manifest_icons: [] });
  });

  it.each(['site_tagline', 'nothing', '__proto__', 'menu_settings.guest'])('is not in %s', async (key) => {
    await world.call('PATCH /api/app_settings', { as: admin(), body: { site_tagline: 'Pots' } });
    expect(await remove({ key })).toMatchObject({ status: 400, body: { code: 'setting-unknown' } });
    expect((await kept()).site_tagline).toBe('Pots');
  });
});
