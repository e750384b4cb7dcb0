import { Mailbox } from '@backlot/notify';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removePhotoIdsJob } from '../../src/features/photo-ids/remove-photo-ids.ts';
import { photoIdKey } from '../../src/features/photo-ids/photo-id-key.ts';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { sendPhotoId } from '../../src/testing/photo-ids.ts';
import { smallPhoto } from '../../src/testing/posting.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld();
  await changeSettings(world, { transaction_limit_without_photo_id: 30 });
}, 60_000);
afterAll(() => world.close());

const day = 86_400_000;
const pdf = Buffer.from('%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\n%%EOF\n');
const send = async (fan: TestPerson, file?: Buffer | null) =>
  sendPhotoId(world, fan, file === undefined ? await smallPhoto() : file);
const rowsOf = (fan: TestPerson) =>
  world.database.tenants.read(world.tenants.luna, (db) =>
    db('photo_ids').where({ user_id: fan.id }).orderBy('sent_at').orderBy('id'),
  );
const idOf = async (fan: TestPerson): Promise<string> => (await rowsOf(fan)).at(-1)!.id;
const storedOf = async (random: string) => world.ctx.storage.stat(photoIdKey(world.tenants.luna, random));
const myOf = async (fan: TestPerson) => (await world.call('GET /api/users/photo-id', { as: fan })).body.data;
const open = async (as: TestPerson, id: string) => world.call('POST /api/admin/photo-ids/open', { as, body: { id } });
const decide = (as: TestPerson, id: string, body: object) =>
  world.call('POST /api/admin/photo-ids/decide', { as, body: { id, ...body } });
const fetchAt = async (address: string, as: TestPerson | null, host = 'luna.test') =>
  world.app.inject({
    method: 'GET',
    url: address,
    headers: { host, ...(as ? { cookie: `session=${await world.tokenOf(as)}` } : {}) },
  });
const runJob = () =>
  removePhotoIdsJob.run({ ctx: world.ctx, tenant: world.tenants.luna, payload: {}, attempt: 1, log: world.ctx.log });
const mailsTo = async (fan: TestPerson) => {
  await world.runJobs();
  return (await new Mailbox(join(world.dataDir, 'mailbox')).list(1000)).filter(({ to }) => to === fan.email);
};

describe('sending a photo id', () => {
  it('ACC-28 a photo id that was sent raises the limit, and the answer says so', async () => {
    const fan = await world.member();
    const buy = async () => world.buy(fan, await world.post('luna', 1000), { amount: 10 });
    expect((await buy()).status).toBe(200);
    expect((await buy()).body.code).toBe('ERR_10001');
    expect(await myOf(fan)).toMatchObject({ state: 'none', limit: 30, limit_while_waiting: 60 });
    const sent = await send(fan);
    expect(sent).toMatchObject({
      status: 200,
      body: {
        message: 'Photo ID uploaded. Your transaction limit has now been increased.',
        data: { state: 'waiting', limit: 60 },
      },
    });
    expect((await buy()).status).toBe(200);
    const { body } = await world.call(`GET /api/reports/fans/${fan.id}`, { as: world.people.luna.model });
    expect(body.data.purchase_limit).toEqual({ amount: 60, bought: 39.99, is_lifted: false });
  });

  it('ACC-26 a form without a file, or with an empty one, is refused', async () => {
    const fan = await world.fresh();
    for (const nothing of [null, Buffer.alloc(0)])
      expect(await send(fan, nothing)).toMatchObject({
        status: 400,
        body: { code: 'photo-id-required', message: 'Please select photo ID file.' },
      });
    expect(await rowsOf(fan)).toEqual([]);
  });

  it('ACC-27 pictures and PDFs are taken by what they are, whatever they are called', async () => {
    const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: '#336699' } });
    for (const [file, type] of [
      [await picture.clone().jpeg().toBuffer(), 'image/jpeg'],
      [await picture.clone().png().toBuffer(), 'image/jpeg'],
      [await picture.clone().webp().toBuffer(), 'image/jpeg'],
      [pdf, 'application/pdf'],
    ] as const) {
      const fan = await world.fresh();
      expect((await send(fan, file)).status).toBe(200);
      expect(await rowsOf(fan)).toMatchObject([{ content_type: type, state: 'waiting' }]);
    }
    const fan = await world.fresh();
    for (const [file, code] of [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'photo-id-format'],
      [Buffer.from('<!doctype html><script>1</script>%PDF-1.7 %%EOF'), 'photo-id-format'],
      [await picture.clone().gif().toBuffer(), 'photo-id-format'],
      [(await smallPhoto()).subarray(0, 2_000), 'photo-id-damaged'],
      [Buffer.alloc(15_000_001, 1), 'file-too-large'],
    ] as const)
      expect((await send(fan, file)).body.code).toBe(code);
    expect(await rowsOf(fan)).toEqual([]);
  });

  it('is refused where nothing limits the fan, and for whoever is no fan', async () => {
    const fan = await world.person('mars', 'unlimited');
    expect((await send(fan)).body.code).toBe('photo-id-not-needed');
    expect(await myOf(fan)).toMatchObject({ state: 'none', limit: null });
    expect((await send(world.people.luna.model)).status).toBe(403);
  });

  it('lies in the store encrypted, bound to its row', async () => {
    const fan = await world.fresh();
    await send(fan, pdf);
    const [row] = await rowsOf(fan);
    const object = await world.ctx.storage.open(photoIdKey(world.tenants.luna, row!.storage_random));
    const stored = Buffer.concat(await object!.stream.toArray());
    expect(stored.includes('%PDF')).toBe(false);
    expect(stored.length).toBe(pdf.length + 28);
    expect(row!.sealed_key).not.toBe(null);
  });

  it('the newest takes the place of one that nobody has decided on, which is deleted', async () => {
    const fan = await world.fresh();
    await send(fan);
    await send(fan, pdf);
    const [first, second] = await rowsOf(fan);
    expect(first).toMatchObject({ state: 'replaced', sealed_key: null, removed_at: expect.any(Date) });
    expect(await storedOf(first!.storage_random)).toBe(null);
    expect(second).toMatchObject({ state: 'waiting', content_type: 'application/pdf' });
    expect((await open(world.people.luna.admin, first!.id)).status).toBe(404);
  });

  it('of several at once one is left', async () => {
    const fan = await world.fresh();
    const answers = await Promise.all([send(fan), send(fan), send(fan)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await rowsOf(fan)).filter(({ state }) => state === 'waiting')).toHaveLength(1);
  });
});

describe('looking at a photo id', () => {
  it('each opening is written down, and shows the picture for a minute to whoever opened it', async () => {
    const fan = await world.fresh();
    await send(fan);
    const id = await idOf(fan);
    const { admin, sub_admin: other } = world.people.luna;
    const { body } = await open(admin, id);
    expect(body.data.type).toBe('picture');
    const shown = await fetchAt(body.data.address, admin);
    expect(shown.statusCode).toBe(200);
    expect(shown.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
    });
    expect((await sharp(shown.rawPayload).metadata()).width).toBe(700);
    for (const stranger of [other, fan, null])
      expect((await fetchAt(body.data.address, stranger)).statusCode).not.toBe(200);
    expect((await fetchAt(body.data.address, world.people.mars.admin, 'mars.test')).statusCode).toBe(404);
    world.clock.advance(60_000);
    expect((await fetchAt(body.data.address, admin)).statusCode).toBe(404);
    const list = await world.call('GET /api/admin/photo-ids/of-fan', { as: other, query: { user_id: fan.id } });
    expect(list.body.data).toMatchObject([
      { _id: id, state: 'waiting', is_opened: false, openings: [{ by: expect.any(String), date: expect.any(String) }] },
    ]);
    expect(list.body.data[0].openings).toHaveLength(1);
  });

  it('a PDF is saved and never shown in a page', async () => {
    const fan = await world.fresh();
    await send(fan, pdf);
    const { body } = await open(world.people.luna.model, await idOf(fan));
    const saved = await fetchAt(body.data.address, world.people.luna.model);
    expect(saved.rawPayload).toEqual(pdf);
    expect(saved.headers['content-disposition']).toBe('attachment; filename="photo-id.pdf"');
  });

  it('is for those who may lift the limit', async () => {
    const fan = await world.fresh();
    await send(fan);
    const id = await idOf(fan);
    const { content_manager: manager, support, live_stream_manager: live } = world.people.luna;
    for (const as of [fan, manager, support, live]) {
      expect((await open(as, id)).status).toBe(403);
      expect((await decide(as, id, { is_accepted: true })).status).toBe(403);
      expect((await world.call('GET /api/admin/photo-ids', { as })).status).toBe(403);
    }
  });

  it('those that wait are listed, the oldest first', async () => {
    const { body } = await world.call('GET /api/admin/photo-ids', { as: world.people.luna.model });
    const dates = body.data.photo_ids.map(({ date }: { date: string }) => date);
    expect(dates.length).toBeGreaterThan(2);
    expect(dates).toEqual([...dates].sort());
    expect(body.data.paginationData.totalRows).toBe(dates.length);
    const waiting = async (as: TestPerson) =>
      (await world.call('GET /api/admin/home', { as })).body.data.attention.filter(
        ({ kind }: { kind: string }) => kind === 'photo_ids',
      );
    expect(await waiting(world.people.luna.model)).toEqual([
      { kind: 'photo_ids', count: dates.length, href: '/admin/photo-ids' },
    ]);
    expect(await waiting(world.people.luna.content_manager)).toEqual([]);
  });
});

describe('deciding on a photo id', () => {
  it('only who has opened it decides, once; accepted, it lifts the limit and the fan gets a mail', async () => {
    const fan = await world.member();
    await send(fan);
    const id = await idOf(fan);
    const { admin, sub_admin: other } = world.people.luna;
    await open(other, id);
    expect((await decide(admin, id, { is_accepted: true })).body.code).toBe('photo-id-unopened');
    await open(admin, id);
    expect((await decide(admin, id, { is_accepted: true })).status).toBe(200);
    expect((await decide(other, id, { is_accepted: false, reason: 'expired' })).body.code).toBe('photo-id-decided');
    expect(await myOf(fan)).toMatchObject({ state: 'accepted', limit: null });
    expect((await world.buy(fan, await world.post('luna', 4000), { amount: 40 })).status).toBe(200);
    expect((await send(fan)).body.code).toBe('photo-id-not-needed');
    expect((await mailsTo(fan)).map(({ subject }) => subject)).toContain('Your photo ID was accepted');
  });

  it('rejected, the limit is back, and the fan reads why and may send another', async () => {
    const fan = await world.fresh();
    await send(fan);
    const id = await idOf(fan);
    const { admin } = world.people.luna;
    await open(admin, id);
    expect((await decide(admin, id, { is_accepted: false })).body.code).toBe('invalid-request');
    expect((await decide(admin, id, { is_accepted: false, reason: 'unreadable' })).status).toBe(200);
    expect(await myOf(fan)).toMatchObject({ state: 'rejected', reason: 'unreadable', limit: 30 });
    const [mail] = await mailsTo(fan);
    expect(mail).toMatchObject({ subject: 'Your photo ID was not accepted' });
    expect(mail!.text).toMatch(/could not be read clearly[\s\S]*\/upload-photo-id/);
    expect((await send(fan)).body.data).toMatchObject({ state: 'waiting', limit: 60, reason: null });
  });

  it('ADMIN-07 staff lift the limit without a decision, and a rejection then tells the fan of no limit', async () => {
    const fan = await world.fresh();
    await send(fan);
    const id = await idOf(fan);
    const { admin } = world.people.luna;
    const lift = (isAccepted: boolean) =>
      world.call('POST /api/admin/update_is_photo_id_accepted_status', {
        as: admin,
        body: { user_id: fan.id, is_photo_id_accepted: isAccepted },
      });
    expect((await lift(true)).body.message).toBe('Override limit access granted.');
    await open(admin, id);
    expect((await decide(admin, id, { is_accepted: false, reason: 'not-id' })).status).toBe(200);
    expect(await mailsTo(fan)).toEqual([]);
    expect(await myOf(fan)).toMatchObject({ state: 'accepted', limit: null });
    expect((await lift(false)).body.message).toBe('Override limit access revoked.');
    expect(await myOf(fan)).toMatchObject({ state: 'rejected', limit: 30 });
  });
});

it('one that was sent, or accepted, is not handed over with the address to whoever proves the mailbox', async () => {
  for (const isAccepted of [false, true]) {
    const stranger = await world.fresh();
    await world.database.tenants.write(stranger.tenant, (db) =>
      db('users').where({ id: stranger.id }).update({ email_proved_at: null }),
    );
    await send(stranger);
    const id = await idOf(stranger);
    await open(world.people.luna.admin, id);
    if (isAccepted) await decide(world.people.luna.admin, id, { is_accepted: true });
    await world.call('POST /api/users/forgot_password', { on: 'luna', body: { email: stranger.email } });
    const link = (await mailsTo(stranger)).flatMap(({ text }) => /\/change-password\/(\S+)/.exec(text)?.[1] ?? [])[0];
    const { body } = await world.call('POST /api/users/reset_password', {
      on: 'luna',
      body: { token: link, password: 'Of-the-owner-1' },
    });
    const mine = await world.call('GET /api/users/photo-id', {
      on: 'luna',
      headers: { authorization: `Bearer ${body.data.token as string}` },
    });
    expect(mine.body.data).toMatchObject({ state: 'none', limit: 30 });
    expect(await rowsOf(stranger)).toMatchObject([{ id }]);
  }
});

describe('deleting photo ids', () => {
  it('thirty days after the decision the key goes, and the document with it', async () => {
    const fan = await world.fresh();
    await send(fan);
    const id = await idOf(fan);
    await open(world.people.luna.admin, id);
    await decide(world.people.luna.admin, id, { is_accepted: true });
    world.clock.advance(30 * day - 1);
    await runJob();
    expect(await rowsOf(fan)).toMatchObject([{ sealed_key: expect.any(String), removed_at: null }]);
    world.clock.advance(1);
    await runJob();
    const [row] = await rowsOf(fan);
    expect(row).toMatchObject({ state: 'accepted', sealed_key: null, removed_at: world.clock.now() });
    expect(await storedOf(row!.storage_random)).toBe(null);
    expect((await open(world.people.luna.admin, id)).status).toBe(404);
    expect(await myOf(fan)).toMatchObject({ state: 'accepted', limit: null });
  });

  it('what nobody decided on is deleted after ninety days, and the limit is back', async () => {
    const fan = await world.fresh();
    await send(fan);
    world.clock.advance(90 * day - 1);
    await runJob();
    expect(await myOf(fan)).toMatchObject({ state: 'waiting', limit: 60 });
    world.clock.advance(1);
    await runJob();
    const [row] = await rowsOf(fan);
    expect(row).toMatchObject({ state: 'expired', sealed_key: null, removed_at: world.clock.now() });
    expect(await storedOf(row!.storage_random)).toBe(null);
    expect(await myOf(fan)).toMatchObject({ state: 'none', limit: 30 });
  });
});
