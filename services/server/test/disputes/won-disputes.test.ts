import type { DisputeRatio } from '@backlot/contracts/disputes';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { retryPutAsideJob } from '../../src/features/checkout/settle/unapplied.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { withoutColumns } from '../../src/testing/schema-before.ts';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { balancesOf } from '../../src/testing/wallets.ts';
import { openItemsOf } from '../checkout/open-items-of.ts';
import { winsOf } from './wins-of.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld({ at: new Date('2026-03-10T12:00:00Z') });
  await changeSettings(world, { is_crypto_payment_enabled: true });
});
afterAll(() => world.close());
beforeEach(() => world.faults());

const { buyer, reported, reversalsOf, isOpenTo, items, settle, luna } = openItemsOf(() => world);
const { chargeback, winOf, told, mark, disputeOf, walletOfFan, booked, since } = winsOf(() => world);
const staff = () => world.people.luna;
const totalsOf = (fan: TestPerson) =>
  world.database.tenants.read(luna(), (db) => db('user_totals').where({ user_id: fan.id, currency: 'USD' }).first());

/** A webhook that could not be applied. */
const putAside = (attempt: { readonly account_id: string }, event: ReturnType<typeof winOf>, error: string) =>
  world.database.tenants.write(luna(), (db) =>
    db('webhook_deliveries').insert({
      id: v7(),
      account_id: attempt.account_id,
      external_id: event.externalId,
      raw: Buffer.from('{}'),
      headers: {},
      received_at: new Date(),
      events: JSON.stringify([event]) as never,
      error,
    }),
  );

describe('a dispute that is won', () => {
  it('is booked as its provider tells: the provider owes the money again, what was bought stays closed, the card stays barred', async () => {
    const { fan, post, attempt } = await buyer();
    const { id: reference } = attempt;
    await world.twin.control.chargeback(reference);
    const state = async () => {
      await world.settle();
      return (await disputeOf(fan))?.state;
    };
    await expect.poll(state, { timeout: 15_000 }).toBe('booked');
    const before = await booked();
    await world.twin.control.winDispute(reference);
    await expect.poll(state, { timeout: 15_000 }).toBe('won');
    expect(since(before, await booked())).toEqual({ clearing: 900, chargebacks: -900, fees: 0 });
    expect((await disputeOf(fan)).won).toMatchObject({ amount: 9, fee: 0, by: null, evidence: null });
    expect(await isOpenTo(fan, post)).toBe(false);
    expect((await world.call('GET /api/ccbill/get-payment-card', { as: fan })).body.data).toEqual([]);
  });

  it('DECISIONS 25: leaves the fan’s chargeback and its cost counted, and not its amount', async () => {
    const { fan, attempt } = await buyer();
    await chargeback(attempt);
    expect(await told(attempt)).toBeNull();
    expect(await totalsOf(fan)).toMatchObject({
      charged_back_minor: 0,
      chargeback_fees_minor: 2500,
      chargebacks: 1,
    });
  });

  it('C10 C11 still counts in the ratio of disputes', async () => {
    const { attempt } = await buyer();
    const disputes = async () =>
      (
        (await world.call('GET /api/reports/dispute-ratio', { as: staff().admin })).body.data.ratios as DisputeRatio[]
      ).map((one) => one.disputes);
    await chargeback(attempt);
    const before = await disputes();
    expect(Math.max(...before)).toBeGreaterThan(0);
    await told(attempt);
    expect(await disputes()).toEqual(before);
  });

  it('is booked once, however often it is told, also by another message than staff’s', async () => {
    const { attempt } = await buyer();
    await chargeback(attempt);
    const before = await booked();
    const externalId = v7();
    const answers = await Promise.all([told(attempt, { externalId }), told(attempt, { externalId })]);
    expect(answers).toEqual([null, null]);
    expect(since(before, await booked()).clearing).toBe(900);
    expect(await told(attempt)).toBe('for-staff');
    expect(since(before, await booked()).clearing).toBe(900);
  });

  it('waits while its chargeback is not known, and is booked when that comes', async () => {
    const { fan, attempt } = await buyer();
    expect(await told(attempt)).toBe('not-charged-back');
    const event = winOf(attempt);
    await putAside(attempt, event, 'not-charged-back');
    const waiting = async () =>
      (await items('webhook_unapplied')).filter(({ reason }) => reason === 'not-charged-back');
    expect(await waiting()).toHaveLength(1);
    await chargeback(attempt);
    await world.runJobs();
    expect(await disputeOf(fan)).toMatchObject({ state: 'won', won: { amount: 9 } });
    expect(await waiting()).toEqual([]);
  });

  it.each([
    ['more than was charged back', { amountMinor: 901 }],
    ['another currency', { currency: 'EUR' }],
  ])('is for staff where it names %s', async (_what, more) => {
    const { fan, attempt } = await buyer();
    await chargeback(attempt);
    expect(await told(attempt, more)).toBe('for-staff');
    expect((await disputeOf(fan)).state).toBe('booked');
  });

  it('is for staff while another chargeback of the payment is held', async () => {
    const { fan, attempt } = await buyer();
    await chargeback(attempt);
    await chargeback(attempt);
    expect(await told(attempt)).toBe('for-staff');
    const id = (await reversalsOf(attempt.id)).find(({ state }) => state === 'succeeded')!.id;
    expect((await mark({ id })).body.code).toBe('dispute-not-booked');
    const held = (await items('reversal_held')).find(({ user }) => user._id === fan.id)!;
    expect((await mark({ id: held._id })).body.code).toBe('dispute-not-booked');
    await settle({ id: held._id, decision: 'noted', evidence: 'Doubled' });
    expect((await mark({ id })).status).toBe(200);
  });

  it('waits on the schema of the version before, which has nowhere to store it, and is tried again every day', async () => {
    const { fan, attempt } = await buyer();
    await chargeback(attempt);
    const event = winOf(attempt);
    await withoutColumns(world.databaseUrl, luna(), 'payment_reversals', ['won_at'], async () => {
      const error = await told(attempt, event);
      await putAside(attempt, event, error!);
      const { _id: id, state, won } = await disputeOf(fan);
      expect([state, won]).toEqual(['booked', null]);
      expect(await mark({ id })).toMatchObject({ status: 503, body: { code: 'unavailable' } });
      const list = await world.call('GET /api/admin/get_transactions_details', { as: staff().admin });
      expect(list.status).toBe(200);
    });
    await retryPutAsideJob.run({ ctx: world.ctx, tenant: luna(), payload: {}, attempt: 1, log: world.ctx.log });
    await world.runJobs();
    expect(await disputeOf(fan)).toMatchObject({ state: 'won', won: { amount: 9, by: null } });
  });
});

describe('staff mark a dispute as won', () => {
  it('with what shows it, in part and with the fee where it came back, once', async () => {
    const { fan, attempt } = await buyer();
    await chargeback(attempt);
    const { _id: id } = await disputeOf(fan);
    expect((await mark({ id, evidence: '  ' })).body.errors).toMatchObject([{ field: 'evidence' }]);
    for (const amount of [0, 9.01, 1.234])
      expect((await mark({ id, amount })).body.errors).toMatchObject([{ field: 'amount' }]);
    const before = await booked();
    const presses = await Promise.all([1, 2].map(() => mark({ id, amount: 5, fee_back: true })));
    expect(presses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await mark({ id, amount: 5 })).body.code).toBe('open-item-settled');
    expect(since(before, await booked())).toEqual({ clearing: 3000, chargebacks: -500, fees: -2500 });
    expect(await totalsOf(fan)).toMatchObject({ charged_back_minor: 400, chargeback_fees_minor: 0, chargebacks: 1 });
    expect((await disputeOf(fan)).won).toMatchObject({ amount: 5, fee: 25, evidence: 'Letter of 9 March' });
    // The provider tells of the same later.
    expect(await told(attempt, { amountMinor: 500 })).toBeNull();
    expect(since(before, await booked()).clearing).toBe(3000);
  });

  it('who answer for money, of their own site alone', async () => {
    const { fan, attempt } = await buyer();
    await chargeback(attempt);
    const { _id: id } = await disputeOf(fan);
    const { support, content_manager, live_stream_manager } = staff();
    for (const as of [support, content_manager, live_stream_manager, fan])
      expect((await mark({ id }, as)).body.code).toBe('access-denied');
    expect((await mark({ id }, world.people.mars.admin)).body.code).toBe('not-found');
    expect((await mark({ id: v7() })).body.code).toBe('not-found');
    const refund = await buyer();
    await reported(refund.attempt, { type: 'refund' });
    const [row] = await reversalsOf(refund.attempt.id);
    expect((await mark({ id: row!.id })).body.code).toBe('not-found');
    expect((await mark({ id }, staff().model)).status).toBe(200);
  });

  it('and the statement shows what came back', async () => {
    const month = world.clock.now().toISOString().slice(0, 7);
    const sums = async () =>
      (await world.call('GET /api/reports/statement', { as: staff().admin, query: { month } })).body.data.sums[0];
    const { fan, attempt } = await buyer();
    await chargeback(attempt);
    const before = await sums();
    await mark({ id: (await disputeOf(fan))._id });
    const after = await sums();
    expect(Math.round((after.chargebacks_won - before.chargebacks_won) * 100)).toBe(900);
    expect(after.chargebacks).toBe(before.chargebacks);
    expect(after.taken).toEqual(before.taken);
    expect(Math.round((after.net_taken - before.net_taken) * 100)).toBe(900);
    expect(Math.round((after.net_earned - before.net_earned) * 100)).toBe(900);
  });
});

describe('of a payment that had been refunded to the wallet', () => {
  /** Refunded to the wallet, spent as far as it says, and charged back. */
  async function takenBack(spent: number) {
    const { fan, attempt } = await buyer();
    const refund = { id: attempt.intent_id, amount: 9, currency: 'USD', reason: 'Asked', to_wallet: true };
    expect((await world.call('POST /api/reports/refund', { as: staff().admin, body: refund })).status).toBe(200);
    if (spent > 0) {
      const body = { payment_for: 'blog', content_id: await world.post('luna', spent), userId: fan.id };
      expect((await world.call('POST /api/crypto/purchase-from-wallet', { as: fan, body })).status).toBe(200);
    }
    await chargeback(attempt);
    return { fan, attempt };
  }

  it('lifts what the fan owes because of it, and the rest is in the wallet again', async () => {
    const { fan, attempt } = await takenBack(700);
    expect(await walletOfFan(fan)).toEqual({ balanceMinor: 0, owedMinor: 700 });
    expect(await told(attempt)).toBeNull();
    expect(await walletOfFan(fan)).toEqual({ balanceMinor: 200, owedMinor: 0 });
    expect(await totalsOf(fan)).toMatchObject({ refunded_minor: 900, charged_back_minor: 0 });
    await booked();
    const { lines } = (await world.call('GET /api/wallet/history', { as: fan })).body.data;
    expect(lines[0]).toMatchObject({ kind: 'returned', amount: 2, owed: -7 });
  });

  it('gives no money for what staff had written off', async () => {
    const { fan, attempt } = await takenBack(700);
    const written = (await balancesOf(world)).of('written_off');
    await settle({ id: fan.id, decision: 'written_off', evidence: 'Not asked for' });
    expect(await told(attempt)).toBeNull();
    expect(await walletOfFan(fan)).toEqual({ balanceMinor: 200, owedMinor: 0 });
    expect((await balancesOf(world)).of('written_off')).toBe(written);
    await booked();
  });

  it('of a part gives that much back', async () => {
    const { fan, attempt } = await takenBack(0);
    expect(await told(attempt, { amountMinor: 300 })).toBeNull();
    expect(await walletOfFan(fan)).toEqual({ balanceMinor: 300, owedMinor: 0 });
    await booked();
  });
});
