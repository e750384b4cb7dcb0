import { withOwner } from '@backlot/database/owner';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeMail } from '../../src/features/accounts/mail-texts.ts';
import { tellPurchasesJob } from '../../src/features/notifications/tell-purchases.ts';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { membershipsOf } from '../../src/testing/memberships.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import type { TestPerson } from '../../src/testing/people.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld({ at: new Date('2026-03-10T12:00:00Z') });
});
afterAll(() => world.close());

const { mailsTo } = membershipsOf(() => world);
const staffOf = () => world.people.luna;
const wants = (settings: Record<string, unknown>) => changeSettings(world, settings);
/** Somebody new buys a new post, a second later. */
async function bought(site: 'luna' | 'mars' = 'luna'): Promise<{ fan: TestPerson; post: string }> {
  world.clock.advance(1_000);
  const [fan, post] = [await world.member(site), await world.post(site)];
  await world.buy(fan, post);
  return { fan, post };
}
const newsTo = async (person: TestPerson) =>
  (await mailsTo(person)).filter(({ text }) => text.includes('/purchase-notification'));
/** The job at this moment, on both sites. */
async function tellAfter(minutes: number): Promise<void> {
  world.clock.advance(minutes * 60_000);
  for (const tenant of Object.values(world.tenants))
    await tellPurchasesJob.run({ ctx: world.ctx, tenant, payload: {}, attempt: 1, log: world.ctx.log });
  await world.runJobs();
}
/** As staff set it on their page. */
async function setPace(pace: 'soon' | 'never'): Promise<void> {
  const body = { how_often: pace };
  const saved = await world.call('POST /api/settings/purchase-notification-settings', { as: staffOf().model, body });
  expect(saved.status).toBe(200);
  const believed = async () =>
    (await world.ctx.settings.of(world.tenants.luna))['purchase_notification_settings.how_often'];
  await expect.poll(believed, { timeout: 20_000 }).toBe(pace);
}
const list = (as: TestPerson, query: { after?: string } = {}) =>
  world.call('GET /api/purchase-notifications', { as, query });
/** How many of the first page are new to them. */
async function newTo(as: TestPerson): Promise<number> {
  const { notifications, looked_at: lookedAt } = (await list(as)).body.data;
  return lookedAt === null ? 0 : notifications.filter(({ date }: { date: string }) => date > lookedAt).length;
}
const unread = async (as: TestPerson) =>
  (await world.call('GET /api/users/get_unread_count', { as })).body.data.purchasedNotificationUnreadCount;

beforeEach(() =>
  wants({
    'purchase_notification_settings.how_often': 'never',
    'purchase_notification_settings.admins': true,
    'purchase_notification_settings.content_managers': true,
    'purchase_notification_settings.support': true,
  }),
);

describe('notifications of purchases', () => {
  it('list who bought what, the newest first, and what is new until somebody looked', async () => {
    const [one, other] = [await bought(), await bought()];
    await bought('mars');
    const { notifications: rows, looked_at: lookedAt } = (await list(staffOf().model)).body.data;
    expect(rows.map((row: any) => [row.user._id, row.post._id, row.date > lookedAt])).toEqual([
      [other.fan.id, other.post, true],
      [one.fan.id, one.post, true],
    ]);
    expect(rows[0]).toMatchObject({ user: { email: other.fan.email }, post: { title: 'A post' } });
    expect((await list(staffOf().model, { after: rows[0]._id })).body.data).toMatchObject({
      notifications: [{ _id: rows[1]._id }],
      next: null,
    });
    expect((await list(world.people.mars.model, { after: rows[0]._id })).body.data.notifications).toEqual([]);
    await world.call('POST /api/notifications/read', { as: staffOf().model, body: { kind: 'purchased' } });
    expect(await newTo(staffOf().model)).toBe(0);
    expect(await newTo(staffOf().admin)).toBe(2);
  });

  it('ROLE-34 are hidden from a content manager when earnings are hidden', async () => {
    const { content_manager: manager } = staffOf();
    await changeSettings(world, { show_reporting_page_to_content_manager: true, hide_earnings: false });
    expect([(await list(manager)).status, await unread(manager)]).toEqual([200, 2]);
    await changeSettings(world, { hide_earnings: true });
    expect([(await list(manager)).body.code, await unread(manager)]).toEqual(['access-denied', 0]);
    expect((await list(staffOf().model)).status).toBe(200);
    await changeSettings(world, { hide_earnings: false });
  });

  it.each([
    ['purchase_notification_settings.admins', 'admin'],
    ['purchase_notification_settings.content_managers', 'content_manager'],
    ['purchase_notification_settings.support', 'support'],
  ] as const)('of %s are counted for them while the site wants it, and for the creator always', async (key, role) => {
    await wants({ [key]: true });
    expect(await unread(staffOf()[role])).toBeGreaterThan(0);
    expect(await newTo(staffOf()[role])).toBeGreaterThan(0);
    await wants({ [key]: false });
    expect(await unread(staffOf()[role])).toBe(0);
    await bought();
    expect((await list(staffOf()[role])).body.data).toMatchObject({ looked_at: null });
    expect(await unread(staffOf().model)).toBeGreaterThan(0);
  });

  it('are mailed once to those who are told, as often as the site has set it, and not before it was switched on', async () => {
    await bought();
    await tellAfter(20);
    expect(await newsTo(staffOf().model)).toEqual([]);
    await wants({
      'purchase_notification_settings.how_often': 'soon',
      'purchase_notification_settings.support': false,
      show_reporting_page_to_content_manager: true,
    });
    await tellAfter(0);
    const { fan } = await bought();
    await bought('mars');
    await tellAfter(10);
    expect(await newsTo(staffOf().model)).toEqual([]);
    await tellAfter(12);
    await tellAfter(1);
    const [mail, ...more] = await newsTo(staffOf().model);
    expect(more).toEqual([]);
    expect(mail!.subject).toContain('1 purchase');
    for (const part of [`${fan.email.split('@')[0]!} · A post`, '/admin/settings/purchase-notification'])
      expect(mail!.text).toContain(part);
    expect((await newsTo(staffOf().admin))[0]!.text).toContain('/admin/settings/purchase-notification');
    const [toManager] = await newsTo(staffOf().content_manager);
    expect(toManager!.text).toContain('A post');
    expect(toManager!.text, 'the page of these settings is not open to them').not.toContain('/admin/settings');
    for (const person of [staffOf().support, staffOf().live_stream_manager, fan, world.people.mars.model])
      expect(await newsTo(person)).toEqual([]);
    await tellAfter(60);
    expect(await newsTo(staffOf().model)).toHaveLength(1);
  });

  it('are mailed from the moment on at which they were switched on again', async () => {
    await setPace('soon');
    await tellAfter(20);
    await bought();
    await tellAfter(25);
    const before = (await newsTo(staffOf().model)).length;
    expect(before).toBeGreaterThan(0);
    await setPace('never');
    const { fan: unseen } = await bought();
    await tellAfter(60);
    await setPace('soon');
    const { fan } = await bought();
    await tellAfter(25);
    const [mail, ...more] = await newsTo(staffOf().model);
    expect(more).toHaveLength(before);
    expect(mail!.text).toContain(fan.email.split('@')[0]!);
    expect(mail!.text).not.toContain(unseen.email.split('@')[0]!);
  });

  it('are mailed once where two processes look at the same time, each by its own clock', async () => {
    await setPace('soon');
    await tellAfter(20);
    await tellAfter(20);
    // A row a mail.
    const told = () =>
      world.database.tenants.read(world.tenants.luna, (db) => db('purchase_news').select('told_until'));
    const before = (await told()).length;
    await bought();
    world.clock.advance(25 * 60_000);
    const run = (aheadMs: number) => {
      const now = new Date(world.clock.now().getTime() + aheadMs);
      const ctx = Object.create(world.ctx, { clock: { value: { now: () => now } } }) as MoneyWorld['ctx'];
      return tellPurchasesJob.run({ ctx, tenant: world.tenants.luna, payload: {}, attempt: 1, log: ctx.log });
    };
    await Promise.all([0, 1, 2, 3].map((minutes) => run(minutes * 60_000)));
    await world.runJobs();
    expect(await told()).toHaveLength(before + 1);
  });

  it.each([
    ['en', '2 more', '1 more'],
    ['de', '2 weitere Käufe', '1 weiterer Kauf'],
    ['ar', 'وعمليتان أخريان', 'وعملية أخرى'],
  ])('are counted as purchases where a mail names some of them (%s)', (language, two, one) => {
    const voice = { language, timeZone: 'UTC', site: 'Luna', descriptor: '', base: 'https://luna.example' };
    const mailOf = (count: number) =>
      writeMail('purchase-news', { count, lines: 'Ines · Kiln', from: '2026-03-10T12:00:00Z' }, voice, null);
    expect(mailOf(3).paragraphs[1]).toBe(`• Ines · Kiln\n• ${two}`);
    expect(mailOf(2).paragraphs[1]).toBe(`• Ines · Kiln\n• ${one}`);
  });

  it('are listed, and mailed to nobody, on the schema of the version before', async () => {
    await wants({ 'purchase_notification_settings.how_often': 'soon' });
    const before = (await newsTo(staffOf().model)).length;
    const rename = (from: string, to: string) =>
      withOwner(world.databaseUrl, (owner) =>
        owner.query(`alter table tenant_${world.tenants.luna.id}.${from} rename to ${to}`),
      );
    await rename('purchase_news', 'hidden');
    try {
      const { fan } = await bought();
      await tellAfter(60);
      expect((await list(staffOf().model)).body.data.notifications[0].user._id).toBe(fan.id);
    } finally {
      await rename('hidden', 'purchase_news');
    }
    expect(await newsTo(staffOf().model)).toHaveLength(before);
  });

  it('are settings for those who have most settings', async () => {
    const save = (as: TestPerson) =>
      world.call('POST /api/settings/purchase-notification-settings', { as, body: { how_often: 'daily' } });
    expect((await save(staffOf().content_manager)).body.code).toBe('access-denied');
    expect((await save(staffOf().sub_admin)).status).toBe(200);
    const read = async () =>
      (await world.call('GET /api/settings/purchase-notification-settings', { as: staffOf().model })).body.data;
    // The server goes by them once it has heard of the change.
    await expect.poll(read).toEqual({ how_often: 'daily', admins: true, content_managers: true, support: true });
    expect(
      (
        await world.call('POST /api/settings/purchase-notification-settings', {
          as: staffOf().model,
          body: { how_often: 'hourly' },
        })
      ).status,
    ).toBe(400);
  });
});
