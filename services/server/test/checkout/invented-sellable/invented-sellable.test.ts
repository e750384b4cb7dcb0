import { listEventsAfter } from '@backlot/database/shared-functions';
import { Mailbox } from '@backlot/notify';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSellables } from '../../../src/features/checkout/index.ts';
import { settleAttempt } from '../../../src/features/checkout/settle/settle-attempt.ts';
import { listBalances, ownedContent } from '../../../src/features/ledger/index.ts';
import { renewMembershipJob } from '../../../src/features/memberships/renew-memberships.ts';
import type { TestPerson } from '../../../src/testing/people.ts';
import { card, createMoneyWorld, type MoneyWorld } from '../../../src/testing/money-world.ts';
import { packId, stickersFeature, undeclaredFeature } from './index.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld({ features: [stickersFeature] });
});
afterAll(() => world.close());

const luna = () => world.tenants.luna;
const buy = async (fan: TestPerson, { number, amount = 4.5 }: { number?: string; amount?: number } = {}) =>
  world.call('POST /api/v2/sticker-packs/buy', {
    as: fan,
    body: { pack_id: packId, amount, ...(number ? { card: await world.cardOf(number) } : {}) },
  });
const owns = (fan: TestPerson): Promise<boolean> =>
  world.database.tenants.read(
    luna(),
    async (db) => (await ownedContent(db, fan.id, 'sticker_pack', [packId])).size > 0,
  );
const intentsOf = (fan: TestPerson) =>
  world.database.tenants.read(luna(), (db) => db('payment_intents').where({ user_id: fan.id }).orderBy('created_at'));
/** Of each revenue, less what went back of it. */
async function revenue(): Promise<Map<string, number>> {
  const sums = new Map<string, number>();
  for (const { kind, detail, balanceMinor } of await world.database.tenants.read(luna(), listBalances)) {
    const of = kind === 'refunds' ? detail : kind;
    sums.set(of, (sums.get(of) ?? 0) - balanceMinor);
  }
  return sums;
}
const listed = async (query: Record<string, string>) =>
  world.call('GET /api/admin/get_transactions_details', { as: world.people.luna.admin, query });

describe('a third thing to sell, added in one folder', () => {
  it('is bought over its own route, delivered, and booked as its own revenue', async () => {
    const fan = await world.fresh();
    const before = await revenue();
    const answer = await buy(fan, { number: card.good });
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { state: 'succeeded', kind: 'sticker_pack', amount: 4.5, content_id: packId } },
    });
    expect(await owns(fan)).toBe(true);
    const after = await revenue();
    expect(after.get('sticker_revenue')).toBe((before.get('sticker_revenue') ?? 0) + 450);
    expect([after.get('membership_revenue'), after.get('post_revenue')]).toEqual([
      before.get('membership_revenue'),
      before.get('post_revenue'),
    ]);
    expect(await buy(fan)).toMatchObject({ body: { code: 'content-already-unlocked' } });
    await world.booked();
  });

  it('is told by its own name in the list of payments, the event and the receipt', async () => {
    const fan = await world.fresh();
    const { body } = await buy(fan, { number: card.good });
    await world.runJobs();
    const { transactions } = (await listed({ kind: 'sticker_pack', search: fan.email })).body.data;
    expect(transactions).toMatchObject([
      { kind: 'sticker_pack', amount: 4.5, content: { _id: packId, title: 'Stickers: Sea creatures' } },
    ]);
    const events = await world.database.tenants.read(luna(), (db) => listEventsAfter(db, `user:${fan.id}`, 0));
    expect(events.map(({ event, data }) => [event, data])).toEqual([
      [
        'PURCHASE_SETTLED',
        { intentId: body.data.intent_id, state: 'succeeded', kind: 'sticker_pack', contentId: packId },
      ],
    ]);
    const mails = (await new Mailbox(join(world.dataDir, 'mailbox')).list(1000)).filter(({ to }) => to === fan.email);
    expect(mails.map(({ text }) => text).join()).toMatch(/Sea creatures[^]*\/stickers/);
  });

  it('is refused at another price and after a decline, and charges nothing', async () => {
    const fan = await world.fresh();
    expect(await buy(fan, { number: card.good, amount: 4 })).toMatchObject({ body: { code: 'price-changed' } });
    expect(await buy(fan, { number: card.declined })).toMatchObject({ body: { code: 'payment-declined' } });
    expect(await owns(fan)).toBe(false);
    expect((await intentsOf(fan)).map(({ state }) => state)).toEqual(['declined']);
  });

  it('is taken back when the money goes back, from its own revenue', async () => {
    const fan = await world.fresh();
    const before = await revenue();
    const { body } = await buy(fan, { number: card.good });
    await world.refund(body.data.transactionId, 450);
    await world.settle();
    expect(await owns(fan)).toBe(false);
    expect((await revenue()).get('sticker_revenue')).toBe(before.get('sticker_revenue') ?? 0);
    expect((await listed({ kind: 'refund', search: fan.email })).body.data.transactions).toMatchObject([
      { kind: 'refund', amount: -4.5, content: { title: 'Stickers: Sea creatures' } },
    ]);
    expect((await buy(fan)).body.data.state).toBe('succeeded');
    await world.booked();
  });

  it('is one purchase for two clicks at once', async () => {
    const fan = await world.fresh();
    const answers = await Promise.all([
      buy(fan, { number: card.good }),
      buy(fan, { number: card.good }),
      buy(fan, { number: card.good }),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await intentsOf(fan)).filter(({ state }) => state === 'succeeded')).toHaveLength(1);
  });
});

describe('a kind that nobody sells', () => {
  const nobody = () => ({ ...world.ctx, sells: openSellables([]) });

  it('can not be bought: nothing is recorded, and no provider is asked', async () => {
    await using other = await createMoneyWorld({ features: [undeclaredFeature] });
    const fan = await other.fresh();
    const answer = await other.call('POST /api/v2/sticker-packs/buy', {
      as: fan,
      body: { pack_id: packId, amount: 4.5, card: await other.cardOf(card.good) },
    });
    expect(answer).toMatchObject({ body: { code: 'content-not-for-sale' } });
    expect((await other.charged()).size).toBe(0);
    const rows = await other.database.tenants.read(other.tenants.luna, (db) => db('payment_intents').select('id'));
    expect(rows).toEqual([]);
    // The books know no revenue of a thing that was never sold, and no list has a filter for it.
    const list = await other.call('GET /api/admin/get_transactions_details', {
      as: other.people.luna.admin,
      query: { kind: 'sticker_pack' },
    });
    expect(list).toMatchObject({ body: { code: 'invalid-request', errors: [{ field: 'kind' }] } });
  });

  it('is not settled as anything else: the attempt waits for a process that sells it', async () => {
    const fan = await world.fresh();
    const { body } = await buy(fan, { number: card.pendingGood });
    expect(body.data.state).toBe('pending');
    const [attempt] = await world.database.tenants.read(luna(), (db) =>
      db('payment_attempts').where({ intent_id: body.data.intent_id }),
    );
    const before = await revenue();
    const outcome = {
      kind: 'succeeded',
      providerRef: attempt!.provider_ref!,
      amountMinor: 450,
      currency: 'USD',
      instrument: { id: 'card-of-nobody', brand: 'visa', last4: '0077', expMonth: 1, expYear: 2030 },
    } as const;
    await expect(settleAttempt(nobody(), luna(), attempt!.id, outcome)).rejects.toThrow(
      "No feature sells 'sticker_pack'.",
    );
    expect(await revenue()).toEqual(before);
    expect((await intentsOf(fan)).map(({ state }) => state)).toEqual(['open']);
    // The provider charges it after a while of its own.
    const settled = async (): Promise<boolean> => {
      await world.settle();
      return owns(fan);
    };
    await expect.poll(settled).toBe(true);
    expect((await revenue()).get('membership_revenue')).toBe(before.get('membership_revenue'));
  });

  it('is not renewed', async () => {
    const fan = await world.member();
    world.clock.set(new Date(world.clock.now().getTime() + 32 * 86_400_000));
    const work = { tenant: luna(), payload: { userId: fan.id }, attempt: 1, log: world.ctx.log };
    await expect(renewMembershipJob.run({ ctx: nobody(), ...work })).rejects.toThrow("No feature sells 'renewal'.");
    expect((await intentsOf(fan)).map(({ kind }) => kind)).toEqual(['membership']);
    await renewMembershipJob.run({ ctx: world.ctx, ...work });
    expect((await intentsOf(fan)).map(({ kind, state }) => [kind, state])).toContainEqual(['renewal', 'succeeded']);
  });

  it('is sold by one feature alone', () => {
    const [sold] = stickersFeature.sells!;
    expect(() => openSellables([sold!, sold!])).toThrow("Two features sell 'sticker_pack'.");
  });
});
