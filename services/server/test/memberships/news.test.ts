import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { applyWebhookJob } from '../../src/features/checkout/webhooks/apply-webhook.ts';
import { tellMembershipNewsJob } from '../../src/features/memberships/news/tell-news.ts';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { card, createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import { membershipsOf } from '../../src/testing/memberships.ts';
import type { TestPerson } from '../../src/testing/people.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld({ at: new Date('2026-03-01T12:00:00Z') });
  await wants({ 'subscription_email_notification.how_often': 'daily' });
  await newsAt('2026-03-01T12:05:00Z');
});
afterAll(() => world.close());

const { at, cancel, mailsTo, seriesOf, tick } = membershipsOf(() => world);
const wants = (settings: Record<string, unknown>) => changeSettings(world, settings);

const nameOf = ({ email }: TestPerson): string => email.split('@')[0]!;

/** What the job mails the creator at this moment. */
async function newsAt(iso: string) {
  at(iso);
  const before = (await mailsTo(world.people.luna.model)).length;
  for (const tenant of Object.values(world.tenants))
    await tellMembershipNewsJob.run({ ctx: world.ctx, tenant, payload: {}, attempt: 1, log: world.ctx.log });
  await world.runJobs();
  // The newest come first.
  const mails = await mailsTo(world.people.luna.model);
  return mails.slice(0, mails.length - before);
}
/** The provider charges a member no more, as it does when the payer says so there. */
async function stopAtProvider(fan: TestPerson): Promise<void> {
  const [series] = await seriesOf(fan);
  const seriesRef = `sub-${fan.id}`;
  await world.database.tenants.write(fan.tenant, (db) =>
    db('subscription_series').where({ id: series!.id }).update({ provider_ref: seriesRef }),
  );
  const occurredAt = world.clock.now().toISOString();
  const event = { type: 'series-cancelled', reason: null, externalId: v7(), about: { seriesRef }, occurredAt } as const;
  await applyWebhookJob.run({
    ctx: world.ctx,
    tenant: fan.tenant,
    payload: { deliveryId: v7(), accountId: series!.account_id!, events: [event] },
    attempt: 1,
    log: world.ctx.log,
  });
}

/** A day of its own for each test, so that none tells what happened in another. */
let day = 0;
let on = (_time: string): string => '';
beforeEach(async () => {
  const date = `2026-03-${String((day += 2)).padStart(2, '0')}`;
  const next = `2026-03-${String(day + 1).padStart(2, '0')}`;
  on = (time) => (time.startsWith('next ') ? `${next}T${time.slice(5)}:00Z` : `${date}T${time}:00Z`);
  await changeSettings(world, { timezone: 'UTC' });
  await wants({
    'subscription_email_notification.how_often': 'daily',
    'subscription_email_notification.new_members': true,
    'subscription_email_notification.cancellations': true,
    'subscription_email_notification.failed_renewals': true,
  });
  at(on('09:00'));
});

describe('the creator', () => {
  it('is mailed once in the morning who joined and who cancelled, and is led to the fans', async () => {
    const stays = await world.member();
    const leaves = await world.member();
    await cancel(leaves);
    expect(await newsAt(on('next 07:59'))).toEqual([]);
    const [mail, ...more] = await newsAt(on('next 08:05'));
    expect(more).toEqual([]);
    expect(mail!.subject).toContain('2 new members, 1 cancellation');
    for (const part of [
      nameOf(stays),
      nameOf(leaves),
      '/admin/subscribers',
      '/admin/settings/subscription-email-notification',
    ])
      expect(mail!.text).toContain(part);
    expect(await newsAt(on('next 08:10'))).toEqual([]);
  });

  it('is told nothing of a morning on which nothing happened', async () => {
    expect(await newsAt(on('next 08:05'))).toEqual([]);
  });

  it('is told of what the settings leave in alone', async () => {
    await wants({
      'subscription_email_notification.how_often': 'soon',
      'subscription_email_notification.new_members': false,
    });
    const fan = await world.member();
    await cancel(fan);
    const [mail] = await newsAt(on('09:25'));
    expect(mail!.subject).toContain('1 cancellation');
    expect(mail!.subject).not.toContain('new member');
    await wants({ 'subscription_email_notification.cancellations': false });
    await cancel(await world.member());
    expect(await newsAt(on('09:45'))).toEqual([]);
  });

  it('who wants to know soon is told every quarter of an hour at most, of everything once', async () => {
    await wants({ 'subscription_email_notification.how_often': 'soon' });
    await newsAt(on('09:01'));
    at(on('09:10'));
    const fan = await world.member();
    const [mail] = await newsAt(on('09:25'));
    expect(mail!.text).toContain(nameOf(fan));
    expect(await newsAt(on('09:45'))).toEqual([]);
  });

  it('is told of no cancellation that the fan took back', async () => {
    const fan = await world.member();
    await cancel(fan);
    expect((await world.call('POST /api/v2/subscription/undo-cancel', { as: fan, body: {} })).status).toBe(200);
    const [mail] = await newsAt(on('next 08:05'));
    expect(mail!.subject).toContain('1 new member');
    expect(mail!.subject).not.toContain('cancellation');
  });

  it('is told as of a cancellation of a membership that its provider stopped', async () => {
    const fan = await world.member();
    await newsAt(on('next 08:05'));
    await wants({
      'subscription_email_notification.how_often': 'soon',
      'subscription_email_notification.new_members': false,
    });
    at(on('next 09:00'));
    await stopAtProvider(fan);
    const [mail] = await newsAt(on('next 09:25'));
    expect(mail!.subject).toContain('1 cancellation');
    expect(mail!.text).toContain(nameOf(fan));
  });

  it('who never wants such mail gets none', async () => {
    await wants({ 'subscription_email_notification.how_often': 'never' });
    await world.member();
    expect(await newsAt(on('next 08:05'))).toEqual([]);
  });

  it('who switched it on again is told from that moment on', async () => {
    const setPace = async (pace: string) => {
      const body = { how_often: pace };
      const as = world.people.luna.model;
      expect((await world.call('POST /api/subscription-email-notification', { as, body })).status).toBe(200);
      const believed = async () =>
        (await world.ctx.settings.of(world.tenants.luna))['subscription_email_notification.how_often'];
      await expect.poll(believed, { timeout: 20_000 }).toBe(pace);
    };
    await setPace('never');
    at(on('09:10'));
    const unseen = await world.member();
    at(on('10:00'));
    await setPace('soon');
    at(on('10:05'));
    const fan = await world.member();
    const [mail, ...more] = await newsAt(on('10:30'));
    expect(more).toEqual([]);
    expect(mail!.subject).toContain('1 new member');
    expect(mail!.text).toContain(nameOf(fan));
    expect(mail!.text).not.toContain(nameOf(unseen));
  });

  it('is told of a renewal that failed', async () => {
    const fan = await world.member('luna', card.noRenewal);
    const { ends_at: endsAt } = (await world.database.tenants.read(fan.tenant, (db) =>
      db('subscriptions').where({ user_id: fan.id }).first('ends_at'),
    ))!;
    await newsAt(on('next 08:05'));
    await wants({ 'subscription_email_notification.how_often': 'soon' });
    const due = endsAt!.getTime();
    at(new Date(due + 1000).toISOString());
    await tick();
    const [mail] = await newsAt(new Date(due + 20 * 60_000).toISOString());
    expect(mail!.subject).toContain('1 failed renewal');
    expect(mail!.text).toContain(nameOf(fan));
  });
});
