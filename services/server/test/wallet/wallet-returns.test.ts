import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { walletOf } from '../../src/features/ledger/index.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { subscribe } from '../../src/testing/posting.ts';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { balancesOf, fund } from '../../src/testing/wallets.ts';
import { applyWebhookJob } from '../../src/features/checkout/webhooks/apply-webhook.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld();
  await turnCrypto(true);
});
afterAll(() => world.close());
beforeEach(() => world.faults());

const staff = () => world.people.luna;
const turnCrypto = (is: boolean) => changeSettings(world, { is_crypto_payment_enabled: is });
const walletOfFan = (fan: TestPerson) =>
  world.database.tenants.read(world.tenants.luna, (db) => walletOf(db, fan.id, 'USD'));
const refund = (id: string, body: object = {}) =>
  world.call('POST /api/reports/refund', {
    as: staff().admin,
    body: { id, amount: 9, currency: 'USD', reason: 'Asked for by mail', ...body },
  });
const isOpenTo = async (fan: TestPerson, post: string) =>
  (await world.call('GET /api/blog/get-blog-data-by-id', { as: fan, query: { id: post } })).body.data.purchased ===
  true;
const openItems = async (fan: TestPerson) =>
  (await world.call('GET /api/reports/open-items', { as: staff().admin, query: { search: fan.email } })).body.data
    .items as Array<{ _id: string; kind: string; amount: number }>;

/** A member who bought a post for 9 dollars by card. */
async function cardBuyer() {
  const fan = await world.member();
  const post = await world.post('luna');
  const bought = await world.buy(fan, post);
  await world.settle();
  const id = bought.body.data.intent_id as string;
  const attempt = await world.database.tenants.read(world.tenants.luna, (db) =>
    db('payment_attempts').where({ intent_id: id }).first(),
  );
  return { fan, post, id, attempt: attempt! };
}
const chargeBack = (
  attempt: { id: string; account_id: string; provider_ref: string | null },
  amountMinor = 900,
  type: 'chargeback' | 'void' = 'chargeback',
) =>
  applyWebhookJob.run({
    ctx: world.ctx,
    tenant: world.tenants.luna,
    attempt: 1,
    log: world.ctx.log,
    payload: {
      deliveryId: v7(),
      accountId: attempt.account_id,
      events: [
        {
          externalId: v7(),
          type,
          about: { reference: attempt.id, providerRef: attempt.provider_ref! },
          amountMinor,
          currency: 'USD',
          occurredAt: world.clock.now().toISOString(),
        },
      ],
    },
  });

describe('a refund to the wallet', () => {
  it('of what the wallet had paid goes back there at once, and closes what was bought', async () => {
    const fan = await world.fresh();
    await subscribe(world, fan);
    await fund(world, fan, 1000);
    const post = await world.post('luna');
    const bought = await world.call('POST /api/crypto/purchase-from-wallet', {
      as: fan,
      body: { payment_for: 'blog', content_id: post },
    });
    const id = bought.body.data.intent_id as string;
    const shown = (await world.call('GET /api/reports/refund', { as: staff().admin, query: { id } })).body.data;
    expect(shown).toMatchObject({ to_wallet: 'only', taken: 9, left: 9, provider_refunds: 'partial' });
    expect((await refund(id)).body.data).toMatchObject({ state: 'succeeded', left: 0 });
    expect(await walletOfFan(fan)).toEqual({ balanceMinor: 1000, owedMinor: 0 });
    expect(await isOpenTo(fan, post)).toBe(false);
    const { lines, balance } = (await world.call('GET /api/wallet/history', { as: fan })).body.data;
    expect(balance).toBe(10);
    expect(lines).toMatchObject([
      { kind: 'returned', amount: 9, sold: 'post', content_id: post, intent_id: id },
      { kind: 'spent', amount: -9, sold: 'post', content_id: post },
      { kind: 'added', amount: 10, sold: null, content_id: null },
    ]);
    expect((await balancesOf(world)).sum).toBe(0);
  });

  it('of what a card had paid asks no provider, and is refused where fans have no wallet', async () => {
    const { fan, id } = await cardBuyer();
    await turnCrypto(false);
    expect((await refund(id, { to_wallet: true })).body.errors).toMatchObject([{ field: 'to_wallet' }]);
    await turnCrypto(true);
    expect((await refund(id, { to_wallet: true, amount: 4 })).body.data).toMatchObject({ state: 'succeeded', left: 5 });
    await world.settle();
    expect(await walletOfFan(fan)).toEqual({ balanceMinor: 400, owedMinor: 0 });
    expect((await world.twin.control.charges()).find(({ reference }) => reference === id)?.refunded ?? 0).toBe(0);
  });

  it('pays an owed one where the fan agreed, with what shows it', async () => {
    const { fan, id } = await cardBuyer();
    await world.faults({ kind: 'decline', on: 'refund', code: 'funds-not-settled', count: 1 });
    await refund(id);
    await world.settle();
    const [item] = await openItems(fan);
    expect(item).toMatchObject({ kind: 'refund_owed', amount: 9 });
    const settle = (body: object) =>
      world.call('POST /api/reports/open-items/settle', {
        as: staff().admin,
        body: { id: item!._id, decision: 'to_wallet', ...body },
      });
    expect((await settle({})).body.code).toBe('invalid-request');
    expect((await settle({ evidence: 'Agreed by mail of 10 March' })).status).toBe(200);
    expect(await walletOfFan(fan)).toEqual({ balanceMinor: 900, owedMinor: 0 });
    expect(await openItems(fan)).toEqual([]);
  });
});

describe('wallet money that a bank takes back', () => {
  it('leaves the wallet again while it is there', async () => {
    const { fan, id, attempt } = await cardBuyer();
    await refund(id, { to_wallet: true });
    await chargeBack(attempt);
    expect(await walletOfFan(fan)).toEqual({ balanceMinor: 0, owedMinor: 0 });
    expect(await openItems(fan)).toEqual([]);
    expect((await balancesOf(world)).sum).toBe(0);
  });

  it('and was spent is owed by the fan: spending stops, staff see it, and what comes next pays for it', async () => {
    const { fan, id, attempt } = await cardBuyer();
    await refund(id, { to_wallet: true });
    const other = await world.post('luna', 700);
    const pay = (content: string) =>
      world.call('POST /api/crypto/purchase-from-wallet', {
        as: fan,
        body: { payment_for: 'blog', content_id: content },
      });
    expect((await pay(other)).status).toBe(200);
    await chargeBack(attempt);
    expect(await walletOfFan(fan)).toEqual({ balanceMinor: 0, owedMinor: 700 });
    expect(await openItems(fan)).toMatchObject([{ _id: fan.id, kind: 'owed_by_fan', amount: 7 }]);
    const third = await world.post('luna', 500);
    expect((await pay(third)).body).toMatchObject({ code: 'wallet-low', wallet_balance: 0, shortfall: 12 });
    await fund(world, fan, 1200);
    expect(await walletOfFan(fan)).toEqual({ balanceMinor: 500, owedMinor: 0 });
    expect(await openItems(fan)).toEqual([]);
    expect((await pay(third)).status).toBe(200);
    const { lines } = (await world.call('GET /api/wallet/history', { as: fan })).body.data;
    expect(
      lines.map(({ kind, amount, owed }: { kind: string; amount: number; owed: number }) => [kind, amount, owed]),
    ).toEqual([
      ['spent', -5, 0],
      ['added', 5, -7],
      ['taken_back', -2, 7],
      ['spent', -7, 0],
      ['returned', 9, 0],
    ]);
    expect((await balancesOf(world)).sum).toBe(0);
  });

  it.each([
    ['paid_by_hand', 'paid_by_hand'],
    ['written_off', 'written_off'],
  ] as const)('is settled by staff as %s, once', async (decision, account) => {
    const { fan, id, attempt } = await cardBuyer();
    await refund(id, { to_wallet: true });
    const other = await world.post('luna', 900);
    await world.call('POST /api/crypto/purchase-from-wallet', {
      as: fan,
      body: { payment_for: 'blog', content_id: other },
    });
    await chargeBack(attempt);
    const before = (await balancesOf(world)).of(account);
    const settle = (body: object) =>
      world.call('POST /api/reports/open-items/settle', {
        as: staff().admin,
        body: { id: fan.id, evidence: 'Bank statement, line 4', decision, ...body },
      });
    expect((await settle({ decision: 'noted' })).body.code).toBe('invalid-request');
    expect((await settle({})).status).toBe(200);
    expect(await walletOfFan(fan)).toEqual({ balanceMinor: 0, owedMinor: 0 });
    expect((await balancesOf(world)).of(account) - before).toBe(900);
    expect((await settle({})).body.code).toBe('open-item-settled');
    const settled = (
      await world.call('GET /api/reports/open-items', {
        as: staff().admin,
        query: { state: 'settled', search: fan.email },
      })
    ).body.data.items;
    expect(settled).toMatchObject([{ kind: 'owed_by_fan', amount: 9, settled: { decision } }]);
  });

  it('more than was refunded and taken together is held, and takes nothing out of the wallet', async () => {
    const { fan, id, attempt } = await cardBuyer();
    await refund(id, { to_wallet: true });
    await chargeBack(attempt, 1000);
    expect(await walletOfFan(fan)).toEqual({ balanceMinor: 900, owedMinor: 0 });
    expect(await openItems(fan)).toMatchObject([{ kind: 'reversal_held' }]);
  });
});

it.each([
  ['is closed', false],
  ['stays open where staff said so with the part', true],
] as const)(
  'what was bought, of which a part went into the wallet and then all of it back to the card, %s; the wallet waits for staff',
  async (_what, keeps) => {
    const { fan, post, id, attempt } = await cardBuyer();
    await refund(id, { to_wallet: true, amount: 4, keeps_access: keeps });
    expect(await isOpenTo(fan, post)).toBe(true);
    await chargeBack(attempt, 900, 'void');
    expect(await isOpenTo(fan, post)).toBe(keeps);
    expect(await walletOfFan(fan)).toEqual({ balanceMinor: 400, owedMinor: 0 });
    expect(await openItems(fan)).toMatchObject([{ kind: 'reversal_held', amount: 9 }]);
  },
);

describe('who sees a wallet', () => {
  it('staff see that of a fan of their site, and fans their own alone', async () => {
    const fan = await world.fresh();
    await fund(world, fan, 300);
    const look = (as: TestPerson, id = fan.id) =>
      world.call('GET /api/admin/fan-wallet', { as, query: { user_id: id } });
    for (const as of [staff().model, staff().admin, staff().sub_admin, staff().support])
      expect((await look(as)).body.data).toMatchObject({ balance: 3, lines: [{ kind: 'added', amount: 3 }] });
    for (const as of [fan, staff().content_manager, staff().live_stream_manager])
      expect((await look(as)).status).toBe(403);
    expect((await look(world.people.mars.admin)).status).toBe(404);
    expect((await look(staff().admin, v7())).status).toBe(404);
  });

  it('a page after the other, the newest first', async () => {
    const fan = await world.fresh();
    for (let amount = 1; amount <= 27; amount += 1) await fund(world, fan, amount);
    const page = async (after?: string) =>
      (await world.call('GET /api/wallet/history', { as: fan, query: after ? { after } : {} })).body.data;
    const first = await page();
    expect(first.lines).toHaveLength(25);
    const second = await page(first.next);
    expect([...first.lines, ...second.lines].map(({ amount }: { amount: number }) => Math.round(amount * 100))).toEqual(
      Array.from({ length: 27 }, (_, index) => 27 - index),
    );
    expect(second.next).toBeNull();
  });
});
