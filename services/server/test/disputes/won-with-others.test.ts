import type { TransactionRow } from '@backlot/contracts/staff';
import { dayMs } from '@backlot/domain/formats/when';
import type { PaymentProvider } from '@backlot/payments';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lookForReversalsJob } from '../../src/features/checkout/reconciliation/look-for-reversals.ts';
import { requestRefund } from '../../src/features/checkout/settle/reversal-rows.ts';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { balancesOf, fund } from '../../src/testing/wallets.ts';
import { openItemsOf } from '../checkout/open-items-of.ts';
import { winsOf } from './wins-of.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld({ at: new Date('2026-03-10T12:00:00Z') });
  await changeSettings(world, { is_crypto_payment_enabled: true });
});
afterAll(() => world.close());
beforeEach(() => world.faults());

const { buyer, reported, reversalsOf, itemOf, attemptsOf, settle, toRenewal, renew, luna } = openItemsOf(() => world);
const { chargeback, told, mark, disputeOf, walletOfFan, booked, since } = winsOf(() => world);
const admin = () => world.people.luna.admin;
type Attempt = Awaited<ReturnType<typeof buyer>>['attempt'];

/** A refund that the provider refuses for now: it is owed. */
async function promise({ id: attemptId }: Attempt, amountMinor: number): Promise<void> {
  await world.faults({ kind: 'decline', on: 'refund', code: 'funds-not-settled', count: 1 });
  await world.database.tenants.write(luna(), (db) =>
    requestRefund(db, { attemptId, amountMinor, currency: 'USD', reason: 'asked for', now: world.clock.now() }),
  );
  await world.runJobs();
}
const refundedOf = async ({ provider_ref: ref }: Attempt) =>
  (await world.twin.control.charges()).find((charge) => charge.id === ref)!.refunded;
const unapplied = async () => (await balancesOf(world)).of('unapplied_receipts');

describe('a refund that was held because a bank had taken the money', () => {
  it.each(['its provider tells', 'staff mark it'])(
    'is booked when the dispute is won, as %s, and what it was promised by is not paid again',
    async (how) => {
      const { fan, attempt } = await buyer();
      const before = await booked();
      await promise(attempt, 900);
      await chargeback(attempt);
      await reported(attempt, { type: 'refund' });
      expect(await itemOf(fan)).toMatchObject({ kind: 'reversal_held', amount: 9 });
      if (how === 'its provider tells') expect(await told(attempt)).toBeNull();
      else expect((await mark({ id: (await disputeOf(fan))._id })).status).toBe(200);
      const ended = [
        { kind: 'refund', state: 'dropped', refusal_code: 'given-back' },
        { kind: 'chargeback', state: 'succeeded', taken_back_minor: 900 },
        { kind: 'refund', state: 'succeeded', amount_minor: 900 },
      ];
      expect(await reversalsOf(attempt.id)).toMatchObject(ended);
      expect(await itemOf(fan)).toBeUndefined();
      await world.settle();
      expect(await reversalsOf(attempt.id)).toMatchObject(ended);
      // The money, and what the chargeback cost.
      expect(since(before, await booked())).toEqual({ clearing: -3400, chargebacks: 0, fees: 2500 });
    },
  );
});

describe('a refund that was dropped because a bank had taken the money', () => {
  const refundsOf = async (attempt: Attempt) =>
    (await reversalsOf(attempt.id))
      .filter(({ kind, state }) => kind === 'refund' && state !== 'dropped')
      .map(({ state, amount_minor }) => [state, amount_minor]);

  it('is asked for again when the dispute is won, and made once', async () => {
    const { fan, attempt } = await buyer();
    await promise(attempt, 400);
    await chargeback(attempt);
    expect(await itemOf(fan)).toBeUndefined();
    await told(attempt);
    expect(await refundsOf(attempt)).toEqual([['requested', 400]]);
    await world.settle();
    expect(await refundsOf(attempt)).toEqual([['succeeded', 400]]);
    expect(await refundedOf(attempt)).toBe(400);
    await booked();
  });

  it('is owed where its provider refuses it still', async () => {
    const { fan, attempt } = await buyer();
    await promise(attempt, 400);
    await chargeback(attempt);
    await told(attempt);
    await world.faults({ kind: 'decline', on: 'refund', code: 'charged-back', count: 1 });
    await world.runJobs();
    expect(await itemOf(fan)).toMatchObject({ kind: 'refund_owed', amount: 4 });
  });

  it.each([
    ['not where the bank left the fan as much', 400, 300, []],
    ['as far as the bank left the fan less', 700, 300, [['requested', 100]]],
  ])('of a dispute that was won in part: %s', async (_what, promisedMinor, backMinor, asked) => {
    const { attempt } = await buyer();
    await promise(attempt, promisedMinor);
    await chargeback(attempt);
    await told(attempt, { amountMinor: backMinor });
    expect(await refundsOf(attempt)).toEqual(asked);
    await booked();
  });

  it('comes to what was promised, whichever of two chargebacks is won first', async () => {
    const { attempt } = await buyer();
    await promise(attempt, 700);
    await chargeback(attempt, { amountMinor: 450 });
    expect(await refundsOf(attempt)).toEqual([['requested', 250]]);
    await chargeback(attempt, { amountMinor: 450 });
    expect(await refundsOf(attempt)).toEqual([]);
    await told(attempt, { amountMinor: 450 });
    expect(await refundsOf(attempt)).toEqual([['requested', 250]]);
    await told(attempt, { amountMinor: 450 });
    expect(await refundsOf(attempt)).toEqual([
      ['requested', 250],
      ['requested', 450],
    ]);
    await world.settle();
    expect(await refundedOf(attempt)).toBe(700);
  });

  it('is not asked for where nothing had been promised', async () => {
    const { attempt } = await buyer();
    await chargeback(attempt);
    await told(attempt);
    expect(await refundsOf(attempt)).toEqual([]);
  });
});

describe('money that bought nothing and was charged back', () => {
  it('is given back when the dispute is won, as it had been promised', async () => {
    const fan = await world.member();
    const post = await world.post('luna');
    await world.faults(
      { kind: 'other-amount', by: 100, count: 1 },
      { kind: 'decline', on: 'refund', code: 'funds-not-settled', count: 1 },
    );
    await world.buy(fan, post);
    await world.settle();
    const attempt = (await attemptsOf(fan)).find(({ kind }) => kind === 'post')!;
    expect(await itemOf(fan)).toMatchObject({ kind: 'refund_owed', amount: 10 });
    await chargeback(attempt, { amountMinor: 1000 });
    const before = await unapplied();
    await told(attempt, { amountMinor: 1000 });
    expect(await unapplied()).toBe(before - 1000);
    await world.settle();
    expect((await reversalsOf(attempt.id)).at(-1)).toMatchObject({ state: 'succeeded', reason: 'amount-differs' });
    expect([await unapplied(), await refundedOf(attempt)]).toEqual([before, 1000]);
  });

  /** A renewal that took a cent more, and waits for staff. */
  async function heldRenewal() {
    const fan = await world.member();
    await world.settle();
    await toRenewal(fan);
    await world.faults({ kind: 'other-amount', by: 1, count: 1 });
    await renew();
    await world.settle();
    const attempt = (await attemptsOf(fan)).find(({ kind }) => kind === 'renewal')!;
    await chargeback(attempt, { amountMinor: 2000 });
    return { fan, attempt, item: (await itemOf(fan, 'payment_held'))! };
  }

  it('is given back although nobody had promised it: it was gone when staff decided so', async () => {
    const { fan, attempt, item } = await heldRenewal();
    await settle({ id: item._id, decision: 'give_back', evidence: 'Gone already' });
    expect(await reversalsOf(attempt.id)).toHaveLength(1);
    const before = await unapplied();
    await told(attempt, { amountMinor: 2000 });
    await world.settle();
    expect((await reversalsOf(attempt.id)).at(-1)).toMatchObject({ kind: 'refund', state: 'succeeded' });
    expect([await unapplied(), await itemOf(fan)]).toEqual([before, undefined]);
  });

  it('waits for staff while they have not decided about it', async () => {
    const { fan, attempt } = await heldRenewal();
    await told(attempt, { amountMinor: 2000 });
    expect(await reversalsOf(attempt.id)).toHaveLength(1);
    expect(await itemOf(fan)).toMatchObject({ kind: 'payment_held', amount: 20 });
  });
});

describe('a refund of a charge whose dispute was won', () => {
  it('is found where its webhook was lost', async () => {
    const { attempt } = await buyer();
    await chargeback(attempt);
    await told(attempt);
    const found: Pick<PaymentProvider, 'findReversed' | 'listReversed'> = {
      listReversed: async () => ({ kind: 'listed', providerRefs: [attempt.provider_ref!] }),
      findReversed: async () => ({ kind: 'reversed', refundedMinor: 900, chargedBackMinor: 900, currency: 'USD' }),
    };
    const open: typeof world.ctx.providers.open = (...of) => {
      const provider = world.ctx.providers.open(...of);
      return provider && Object.assign(Object.create(provider) as typeof provider, found);
    };
    const ctx = { ...world.ctx, providers: { ...world.ctx.providers, open } };
    await lookForReversalsJob.run({ ctx, tenant: luna(), payload: {}, attempt: 1, log: ctx.log });
    expect(await reversalsOf(attempt.id)).toMatchObject([
      { kind: 'chargeback', taken_back_minor: 900 },
      { kind: 'refund', state: 'succeeded', amount_minor: 900 },
    ]);
    await booked();
  });
});

describe('what staff had written off', () => {
  it('makes up for the debt that it ended alone: what was paid of it, and another debt, are the fan’s', async () => {
    const fan = await world.member();
    const posts = [await world.post('luna'), await world.post('luna')];
    for (const post of posts) await world.buy(fan, post);
    await world.settle();
    const [first, second] = (await attemptsOf(fan)).filter(({ kind }) => kind === 'post') as [Attempt, Attempt];
    /** Refunded to the wallet, spent as far as it says, and charged back. */
    const takenBack = async (attempt: Attempt, spent: number) => {
      const refund = { id: attempt.intent_id, amount: 9, currency: 'USD', reason: 'Asked', to_wallet: true };
      expect((await world.call('POST /api/reports/refund', { as: admin(), body: refund })).status).toBe(200);
      const body = { payment_for: 'blog', content_id: await world.post('luna', spent), userId: fan.id };
      expect((await world.call('POST /api/crypto/purchase-from-wallet', { as: fan, body })).status).toBe(200);
      await chargeback(attempt);
    };
    const writeOff = async () =>
      expect((await settle({ id: fan.id, decision: 'written_off', evidence: 'Not asked for' })).status).toBe(200);
    await takenBack(first, 700);
    await fund(world, fan, 500);
    expect(await walletOfFan(fan)).toEqual({ balanceMinor: 0, owedMinor: 200 });
    await writeOff();
    await takenBack(second, 900);
    await writeOff();
    const written = (await balancesOf(world)).of('written_off');
    await told(first);
    expect(await walletOfFan(fan)).toEqual({ balanceMinor: 700, owedMinor: 0 });
    expect((await balancesOf(world)).of('written_off')).toBe(written - 200);
    await told(second);
    expect(await walletOfFan(fan)).toEqual({ balanceMinor: 700, owedMinor: 0 });
    expect((await balancesOf(world)).of('written_off')).toBe(written - 1100);
    await booked();
  });
});

describe('the list of payments', () => {
  const listed = async (fan: TestPerson, query: Record<string, string> = {}) => {
    const { body } = await world.call('GET /api/admin/get_transactions_details', {
      as: admin(),
      query: { user_id: fan.id, ...query },
    });
    const lines = body.data.transactions as TransactionRow[];
    return { lines, rows: lines.map(({ kind, amount }) => [kind, amount]), cents: Math.round(body.data.sum * 100) };
  };

  it('shows a chargeback that was won in full on its day, and what came back on the day of the win', async () => {
    const { fan, attempt } = await buyer();
    await chargeback(attempt);
    const { lines: _lines, ...before } = await listed(fan);
    const until = new Date(world.clock.now().getTime() + dayMs).toISOString();
    const wonOn = new Date(world.clock.now().getTime() + 40 * dayMs);
    world.clock.set(wonOn);
    expect((await mark({ id: (await disputeOf(fan))._id, amount: 5 })).status).toBe(200);
    expect(await listed(fan, { to: until })).toMatchObject(before);
    const { lines, cents } = await listed(fan);
    expect(lines[0]).toMatchObject({ kind: 'chargeback_won', amount: 5, date: wonOn.toISOString(), left: 0 });
    expect(lines.filter(({ kind }) => kind === 'chargeback')).toMatchObject([{ amount: -9 }]);
    expect(lines.find(({ kind }) => kind === 'post')).toMatchObject({ amount: 9, charged_back: 4, left: 5 });
    expect(new Set(lines.map(({ _id: id }) => id)).size).toBe(lines.length);
    expect(cents).toBe(before.cents + 500);
    expect(await listed(fan, { kind: 'chargeback_won' })).toMatchObject({ rows: [['chargeback_won', 5]], cents: 500 });
  });
});
