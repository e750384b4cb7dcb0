import type { Dispute, DisputeRatio } from '@backlot/contracts/disputes';
import { indexesAskedBy, recordStatements } from '@backlot/database/testing/statements';
import { adminListLimit } from '@backlot/domain/limits';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { leaveAccount } from '../../src/testing/leave-account.ts';
import { withoutColumns } from '../../src/testing/schema-before.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { fund } from '../../src/testing/wallets.ts';
import { openItemsOf } from '../checkout/open-items-of.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld({ at: new Date('2026-03-10T12:00:00Z') });
});
afterAll(() => world.close());

const { buyer, reported, settle, itemOf } = openItemsOf(() => world);
const staff = () => world.people.luna;
const list = (query: Record<string, string> = {}, as: TestPerson = staff().admin) =>
  world.call('GET /api/reports/disputes', { as, query });
const listed = async (query: Record<string, string>) => (await list(query)).body.data.disputes as Dispute[];
const ratio = async (as: TestPerson = staff().admin) => world.call('GET /api/reports/dispute-ratio', { as });
const ratiosOf = async (scheme: string) =>
  ((await ratio()).body.data.ratios as DisputeRatio[]).filter((one) => one.scheme === scheme);
const chargeback = (attempt: Parameters<typeof reported>[0], more: Parameters<typeof reported>[1] = {}) =>
  reported(attempt, { ...more, type: 'chargeback' });

describe('the list of disputes', () => {
  it('shows a chargeback with its payment, its card and its account, and finds it by the fan and by the reference', async () => {
    const { fan, post, attempt } = await buyer();
    await chargeback(attempt);
    const [found] = await listed({ search: fan.email });
    expect(found).toMatchObject({
      date: world.clock.now().toISOString(),
      state: 'booked',
      amount: 9,
      fee: 25,
      currency: 'USD',
      transactionId: attempt.provider_ref,
      kind: 'post',
      user: { _id: fan.id, email: fan.email },
      content: { _id: post, title: 'A post' },
      card: { card_type: 'visa', last4: '4242' },
      account: { provider: 'sandbox', currency: 'USD', is_active: true },
      openings: [],
    });
    expect((await listed({ search: attempt.provider_ref! })).map(({ _id }) => _id)).toEqual([found!._id]);
    expect(await listed({ search: 'nobody@example' })).toEqual([]);
  });

  it('costs nothing besides where the site states its fee in another currency', async () => {
    const { fan, attempt } = await buyer();
    await changeSettings(world, { currency: 'EUR' });
    await chargeback(attempt);
    await changeSettings(world, { currency: 'USD' });
    expect(await listed({ search: fan.email })).toMatchObject([{ amount: 9, currency: 'USD', fee: 0 }]);
    const booked = await world.database.tenants.read(world.tenants.luna, (db) =>
      db('user_totals').where({ user_id: fan.id }).first(),
    );
    expect(booked).toMatchObject({ charged_back_minor: 900, chargeback_fees_minor: 0, chargebacks: 1 });
  });

  it('tells voids, refunds and chargebacks apart, in a file too, and shows those that are asked for', async () => {
    const { fan, attempt } = await buyer();
    for (const [type, amountMinor] of [
      ['void', 100],
      ['refund', 200],
      ['chargeback', 300],
    ] as const) {
      world.clock.advance(1_000);
      await reported(attempt, { type, amountMinor });
    }
    const shown = async (kind?: string) =>
      (await listed({ search: fan.email, ...(kind ? { kind } : {}) })).map((one) => [one.returned_as, one.amount]);
    const each = [
      ['chargeback', 3],
      ['refund', 2],
      ['void', 1],
    ];
    expect(await shown('all')).toEqual(each);
    expect(await shown('chargebacks')).toEqual(each.slice(0, 1));
    expect(await shown('refunds')).toEqual(each.slice(1, 2));
    expect(await shown('voids')).toEqual(each.slice(2));
    // As a page of the version before asks.
    expect(await shown()).toEqual(each.slice(0, 1));
    expect((await list({ kind: 'sales' })).status).toBe(400);
    const { body } = await world.call('POST /api/reports/exports', {
      as: staff().admin,
      body: { list: 'disputes', disputes: { search: fan.email, kind: 'voids' } },
    });
    const [head, ...lines] = body.data.csv.trim().split('\r\n');
    expect(head).toContain('Type');
    expect(lines).toEqual([expect.stringContaining('Void')]);
    const transactions = async (kind: string) =>
      (
        await world.call('GET /api/admin/get_transactions_details', {
          as: staff().admin,
          query: { user_id: fan.id, kind },
        })
      ).body.data?.transactions.map((one: { amount: number }) => one.amount);
    expect([await transactions('void'), await transactions('refund')]).toEqual([[-1], [-2]]);
    const { body: fans } = await world.call('POST /api/users/get_users_list', {
      as: staff().admin,
      body: { search: fan.email },
    });
    expect(fans.data.users).toMatchObject([
      { total_void_amount: 1, total_refund_amount: 2, total_chargeback_amount: 3, total_chargeback_count: 1 },
    ]);
  });

  it('shows a refund that is asked for and not paid out as open, and none as void on the schema of the version before', async () => {
    const { fan, attempt } = await buyer();
    await reported(attempt, { type: 'void', amountMinor: 400 });
    await withoutColumns(world.databaseUrl, world.tenants.luna, 'payment_reversals', ['is_void'], async () => {
      expect(await listed({ search: fan.email, kind: 'voids' })).toEqual([]);
      expect(await listed({ search: fan.email, kind: 'refunds' })).toMatchObject([
        { returned_as: 'refund', state: 'booked' },
      ]);
    });
    const owed = {
      id: v7(),
      attempt_id: attempt.id,
      kind: 'refund' as const,
      state: 'owed' as const,
      amount_minor: 300,
      currency: 'USD',
      fee_minor: 0,
      reason: 'a test',
      created_at: world.clock.now(),
    };
    await world.database.tenants.write(world.tenants.luna, (db) => db('payment_reversals').insert(owed));
    expect(await listed({ search: fan.email, kind: 'refunds' })).toMatchObject([{ state: 'open', amount: 3 }]);
  });

  it.each(['refunds', 'voids', 'chargebacks'])('%s are paged by an index of their kind', async (kind) => {
    const recorder = recordStatements();
    await list({ kind });
    const [asked] = recorder.stop().filter(({ text }) => text.includes('"returnedAs"'));
    expect(await indexesAskedBy(world.databaseUrl, asked!)).toContain('reversals_of_kind');
  });

  it('shows one that does not fit its payment as held, and as noted once staff saw to it', async () => {
    const { fan, attempt } = await buyer();
    await chargeback(attempt);
    await chargeback(attempt);
    const states = async () => (await listed({ search: fan.email })).map(({ state }) => state).toSorted();
    expect(await states()).toEqual(['booked', 'held']);
    const held = await itemOf(fan, 'reversal_held');
    await settle({ id: held!._id, decision: 'noted', evidence: 'Doubled at theirs' });
    expect(await states()).toEqual(['booked', 'noted']);
  });

  it('is paged, the newest first', async () => {
    const { fan, attempt } = await buyer();
    const count = 2 * adminListLimit + 1;
    const ids = Array.from({ length: count }, () => v7());
    // Held: they are more than the payment.
    const held = ids.map((id, n) => ({
      id,
      attempt_id: attempt.id,
      kind: 'chargeback' as const,
      state: 'held' as const,
      amount_minor: 900,
      currency: 'USD',
      fee_minor: 0,
      reason: 'a test',
      created_at: new Date(world.clock.now().getTime() - (count - n) * 1_000),
    }));
    await world.database.tenants.write(world.tenants.luna, (db) => db('payment_reversals').insert(held));
    const found: string[] = [];
    for (const page of ['1', '2', '3']) {
      const { disputes, paginationData } = (await list({ search: fan.email, page_num: page })).body.data;
      expect(paginationData).toMatchObject({ currentPage: Number(page), totalPages: 3, totalRows: count });
      found.push(...(disputes as Dispute[]).map(({ _id }) => _id));
    }
    expect(found).toEqual(ids.toReversed());
    expect(await listed({ search: fan.email, page_num: '4' })).toEqual([]);
  });
});

describe('whoever may see transactions', () => {
  it('sees disputes and their ratio; a content manager while the site shows both reports and earnings', async () => {
    const { support, admin, sub_admin, model, content_manager, live_stream_manager, fan } = staff();
    const statuses = async (as: TestPerson) => [(await list({}, as)).status, (await ratio(as)).status];
    for (const as of [support, admin, sub_admin, model]) expect(await statuses(as)).toEqual([200, 200]);
    for (const as of [live_stream_manager, fan]) expect(await statuses(as)).toEqual([403, 403]);
    await changeSettings(world, { show_reporting_page_to_content_manager: true, hide_earnings: false });
    expect(await statuses(content_manager)).toEqual([200, 200]);
    await changeSettings(world, { hide_earnings: true });
    expect(await statuses(content_manager)).toEqual([403, 403]);
    await changeSettings(world, { hide_earnings: false, show_reporting_page_to_content_manager: false });
    expect(await statuses(content_manager)).toEqual([403, 403]);
  });
});

describe('the ratio of disputes', () => {
  it('C11 divides the chargebacks of this month by the payments of the last one, by Mastercard’s count', async () => {
    const fresh = await createMoneyWorld({ at: new Date('2026-02-20T12:00:00Z') });
    try {
      const on = openItemsOf(() => fresh);
      for (let n = 0; n < 2; n += 1) await on.buyer();
      await cardBrand(fresh, 'mastercard');
      fresh.clock.set(new Date('2026-03-10T12:00:00Z'));
      const { attempt } = await on.buyer();
      await cardBrand(fresh, 'mastercard');
      await on.reported(attempt, { type: 'chargeback' });
      const asked = await fresh.call('GET /api/reports/dispute-ratio', { as: fresh.people.luna.sub_admin });
      expect(asked.body.data).toMatchObject({
        month: '2026-03',
        brake: { is_on: false, mode: 'automatic', share: 50 },
      });
      const of = (scheme: string) => (asked.body.data.ratios as DisputeRatio[]).find((one) => one.scheme === scheme);
      expect(of('mastercard')).toMatchObject({
        account: { provider: 'sandbox', currency: 'USD', is_active: true },
        limit: { programme: 'ECM', min_disputes: 100, min_ratio: 1.5, per: 'sales_last_month' },
        // Two memberships and two posts.
        sales: 4,
        disputes: 1,
        ratio: 25,
        // One, and a thirtieth a day for the 21.5 days that are left.
        forecast: 2,
        limit_disputes: 100,
        left: 99,
      });
      // None of these cards is a Visa.
      expect(of('visa')).toMatchObject({ disputes: 0, sales: 0 });
    } finally {
      await fresh.close();
    }
  });

  it('C10 names no limit of Visa before the day from which one is on record, and divides by this month’s payments after it', async () => {
    expect(await ratiosOf('visa')).toMatchObject([{ limit: null, left: null }]);
    world.clock.set(new Date('2026-04-02T12:00:00Z'));
    const { attempt } = await buyer();
    await chargeback(attempt);
    expect(await ratiosOf('visa')).toMatchObject([
      {
        limit: { programme: 'VAMP', min_disputes: 1501, min_ratio: 1.5, valid_from: '2026-04-01' },
        disputes: 1,
        sales: 2,
        ratio: 50,
        left: 1500,
      },
    ]);
  });

  it('begins anew with the month of the site’s calendar', async () => {
    await changeSettings(world, { timezone: 'Asia/Tokyo' });
    world.clock.set(new Date('2026-04-30T14:59:00Z'));
    expect((await ratio()).body.data.month).toBe('2026-04');
    expect(await ratiosOf('visa')).toMatchObject([{ disputes: 1 }]);
    world.clock.set(new Date('2026-04-30T15:00:00Z'));
    expect((await ratio()).body.data.month).toBe('2026-05');
    expect(await ratiosOf('visa')).toMatchObject([{ disputes: 0, sales: 0 }]);
    await changeSettings(world, { timezone: 'UTC' });
  });

  it('a payment whose card brand is not recorded counts for both schemes', async () => {
    world.clock.set(new Date('2026-05-05T12:00:00Z'));
    const { attempt } = await buyer();
    await cardBrand(world, 'unknown', attempt.id);
    await chargeback(attempt);
    const disputes = async (scheme: string) => (await ratiosOf(scheme))[0]!.disputes;
    expect([await disputes('visa'), await disputes('mastercard')]).toEqual([1, 1]);
  });

  it('is counted along the indexes of chargebacks and payments by time', async () => {
    const recorder = recordStatements();
    await ratio();
    const [asked] = recorder.stop().filter(({ text }) => text.includes('is_dispute'));
    const used = await indexesAskedBy(world.databaseUrl, asked!);
    expect(used).toEqual(expect.arrayContaining(['chargebacks_by_occurrence', 'attempts_taken_of_account']));
  });

  it('counts no payment from a wallet: no bank takes it back', async () => {
    const before = (await ratiosOf('mastercard')).length;
    const fan = await world.member();
    await fund(world, fan, 1800);
    const body = { payment_for: 'blog', content_id: await world.post('luna'), userId: fan.id };
    expect((await world.call('POST /api/crypto/purchase-from-wallet', { as: fan, body })).status).toBe(200);
    const after = await ratiosOf('mastercard');
    expect(after.map(({ account }) => account.provider)).not.toContain('wallet');
    expect(after.length).toBe(Math.max(before, 1));
  });

  it('is told of each account by itself', async () => {
    await leaveAccount(world);
    await buyer();
    const accounts = (await ratiosOf('mastercard')).map(({ account }) => account.is_active);
    expect(accounts).toEqual([true, false]);
  });

  it('counts a chargeback in the month in which it occurred, also where its webhook comes in the next one', async () => {
    world.clock.set(new Date('2026-08-31T12:00:00Z'));
    const { attempt } = await buyer();
    const disputes = async () => (await ratiosOf('visa'))[0]!.disputes;
    world.clock.set(new Date('2026-09-01T00:00:00Z'));
    await chargeback(attempt, { occurredAt: '2026-08-31T23:59:59.999Z' });
    expect(await disputes()).toBe(0);
    const next = await buyer();
    // What is said to be yet to come has come.
    await chargeback(next.attempt, { occurredAt: '2026-10-01T00:00:00.000Z' });
    expect(await disputes()).toBe(1);
  });
});

/** Of all cards, or of the one that an attempt was made with. */
async function cardBrand(at: MoneyWorld, brand: string, attemptId?: string): Promise<void> {
  await at.database.tenants.write(at.tenants.luna, async (db) => {
    if (attemptId === undefined) return void (await db('payment_instruments').update({ brand }));
    const attempt = await db('payment_attempts').where({ id: attemptId }).first('instrument_id');
    await db('payment_instruments').where({ id: attempt!.instrument_id! }).update({ brand });
    await db('payment_attempts').where({ id: attemptId }).update({ card_brand: brand });
  });
}

it('nobody opens the evidence about a refund or about nothing', async () => {
  const { attempt } = await buyer();
  await reported(attempt, { type: 'refund' });
  const refund = await world.database.tenants.read(world.tenants.luna, (db) =>
    db('payment_reversals').where({ attempt_id: attempt.id }).first('id'),
  );
  for (const id of [refund!.id, v7()])
    expect(
      (await world.call('POST /api/reports/disputes/open-evidence', { as: staff().admin, body: { id } })).body.code,
    ).toBe('not-found');
});
