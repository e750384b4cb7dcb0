import { createProviderRegistry } from '@backlot/payments/registry';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import { fund } from '../../src/testing/wallets.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld();
});
afterAll(() => world.close());
beforeEach(() => world.faults());

type Fan = Parameters<MoneyWorld['buy']>[0];
const asks = '4000000000003220';

const isOpenTo = async (fan: Fan, post: string): Promise<boolean> =>
  (await world.call('GET /api/blog/get-blog-data-by-id', { as: fan, query: { id: post } })).body.data.purchased ===
  true;
const look = async (fan: Fan, intent_id: string) =>
  (await world.call('GET /api/v2/purchase/state', { as: fan, query: { intent_id } })).body.data;
const cancel = (fan: Fan, intent_id: string) =>
  world.call('POST /api/v2/purchase/cancel', { as: fan, body: { intent_id } });

/** What a person does on the sandbox's page. Where it leads them back to. */
async function act(url: string, form: Record<string, string>): Promise<string | null> {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  return answer.headers.get('location');
}
const typed = (number: string) => ({ act: 'card', number, month: '12', year: '2031', cvv: '123' });

/** A member whose purchase of a post waits for their bank. */
async function challenged() {
  const fan = await world.member();
  const post = await world.post('luna');
  const { body, status } = await world.buy(fan, post, { number: asks });
  expect(status).toBe(200);
  return { fan, post, purchase: body.data, url: body.data.action!.url };
}

/** The books say what the provider took, once. */
const expectTruth = async (): Promise<void> => expect(await world.booked()).toEqual(await world.charged());

describe('a card whose bank asks whether it is its owner', () => {
  it('the purchase waits, gives nothing yet, and opens when they confirm', async () => {
    const { fan, post, purchase, url } = await challenged();
    expect(purchase).toMatchObject({ state: 'pending', action: { type: 'challenge', refused_reason: null } });
    expect(await isOpenTo(fan, post)).toBe(false);
    expect(await act(url, { act: 'confirm' })).toMatch(new RegExp(`/payment/${purchase.intent_id}$`));
    await world.settle();
    expect(await look(fan, purchase.intent_id)).toMatchObject({ state: 'succeeded', action: null });
    expect(await isOpenTo(fan, post)).toBe(true);
    await expectTruth();
  });

  it('the same call again, or after a reload, leads to the same page', async () => {
    const fan = await world.member();
    const post = await world.post('luna');
    const first = await world.buy(fan, post, { number: asks, key: v7() });
    const again = await world.call('GET /api/v2/purchase/state', {
      as: fan,
      query: { intent_id: first.body.data.intent_id },
    });
    expect(again.body.data.action).toEqual(first.body.data.action);
    expect((await world.buy(fan, post)).body).toMatchObject({
      code: 'payment-in-progress',
      intent_id: first.body.data.intent_id,
    });
  });

  it('whoever pays for it from the wallet meanwhile is led there too', async () => {
    const fan = await world.fresh();
    await fund(world, fan, 5000);
    const first = await world.subscribe(fan, { number: asks });
    const again = await world.call('POST /api/crypto/purchase-from-wallet', {
      as: fan,
      body: { payment_for: 'membership', amount: 19.99, consent: true },
    });
    expect(again.body).toMatchObject({ code: 'payment-in-progress', intent_id: first.body.data.intent_id });
  });

  it.each([
    ['says that it is not them', asks, 'deny', 'not-completed'],
    ['confirms and has too little', '4000008400001629', 'confirm', 'insufficient-funds'],
  ])('who %s is charged nothing, and may pay at once with another card', async (_who, number, what, reason) => {
    const fan = await world.member();
    const post = await world.post('luna');
    const { body } = await world.buy(fan, post, { number });
    await act(body.data.action!.url, { act: what });
    await world.settle();
    expect(await look(fan, body.data.intent_id)).toMatchObject({ state: 'declined', decline_reason: reason });
    expect((await world.buy(fan, post)).body.data.state).toBe('succeeded');
    await expectTruth();
  });

  it('a bank that asks nothing charges at once', async () => {
    const fan = await world.member();
    const answer = await world.buy(fan, await world.post('luna'), { number: '4000000000003055' });
    expect(answer.body.data).toMatchObject({ state: 'succeeded', action: null });
  });

  it('whoever comes back while the news of it is lost is shown the truth by the page itself', async () => {
    const { fan, post, purchase, url } = await challenged();
    await world.faults({ kind: 'webhook-lost' });
    await act(url, { act: 'confirm' });
    expect(await look(fan, purchase.intent_id)).toMatchObject({ state: 'succeeded' });
    expect(await isOpenTo(fan, post)).toBe(true);
  });

  it('a membership begins when they confirm, and renews without asking', async () => {
    const fan = await world.fresh();
    const { body } = await world.subscribe(fan, { number: asks });
    expect(body.data).toMatchObject({ state: 'pending', ccbill_subscription_status: '0' });
    await act(body.data.action!.url, { act: 'confirm' });
    await world.settle();
    expect(await look(fan, body.data.intent_id)).toMatchObject({ state: 'succeeded', ccbill_subscription_status: '2' });
    await expectTruth();
  });
});

describe('a purchase that its buyer gives up', () => {
  it('is over, was never charged, and can be made again', async () => {
    const { fan, post, purchase, url } = await challenged();
    expect((await cancel(fan, purchase.intent_id)).body.data).toMatchObject({ state: 'declined', action: null });
    await act(url, { act: 'confirm' });
    await world.settle();
    expect(await isOpenTo(fan, post)).toBe(false);
    expect((await world.buy(fan, post)).body.data.state).toBe('succeeded');
    await expectTruth();
  });

  it('and was paid the moment before stays paid', async () => {
    const { fan, post, purchase, url } = await challenged();
    await world.faults({ kind: 'webhook-late', delayMs: 600 });
    await act(url, { act: 'confirm' });
    expect((await cancel(fan, purchase.intent_id)).body.data.state).toBe('succeeded');
    expect(await isOpenTo(fan, post)).toBe(true);
    await world.settle();
    await expectTruth();
  });

  it("is nobody else's to give up", async () => {
    const { purchase } = await challenged();
    expect((await cancel(await world.member(), purchase.intent_id)).body.code).toBe('not-found');
  });

  it('is not given up while the provider does not answer', async () => {
    const { fan, purchase } = await challenged();
    await world.faults({ kind: 'error-before', on: 'find', count: 1 });
    expect((await cancel(fan, purchase.intent_id)).body.code).toBe('purchase-not-cancellable');
    expect((await look(fan, purchase.intent_id)).state).toBe('pending');
  });
});

describe("a site whose cards are typed on the provider's page", () => {
  beforeAll(() => changeSettings(world, { card_entry: 'hosted' }));
  afterAll(() => changeSettings(world, { card_entry: 'field' }));

  /** Somebody without a card on file. */
  async function hosted() {
    const fan = await world.fresh();
    const { body } = await world.subscribe(fan, { stored: true });
    return { fan, purchase: body.data, url: body.data.action!.url };
  }

  it('a card that is refused leaves the page open, and another one pays', async () => {
    const { fan, purchase, url } = await hosted();
    expect(purchase.action).toMatchObject({ type: 'redirect' });
    expect(await act(url, typed('4000000000009995'))).toBeNull();
    await world.settle();
    expect(await look(fan, purchase.intent_id)).toMatchObject({
      state: 'pending',
      action: { refused_reason: 'insufficient-funds' },
    });
    expect(await act(url, typed('4242424242424242'))).toContain(purchase.intent_id);
    await world.settle();
    expect(await look(fan, purchase.intent_id)).toMatchObject({ state: 'succeeded' });
    const cards = (await world.call('GET /api/v2/get-payment-card', { as: fan })).body.data;
    expect(cards).toMatchObject([{ last4: '4242', is_primary: true }]);
    await expectTruth();
  });

  it('another card than the one on file is used from then on', async () => {
    const fan = await world.member();
    const before = (await world.call('GET /api/v2/get-payment-card', { as: fan })).body.data;
    const { body } = await world.call('POST /api/v2/purchase/post-purchase', {
      as: fan,
      body: { blogId: await world.post('luna'), amount: 9, another_card: true },
    });
    expect(await act(body.data.action.url, typed('5555555555554444'))).toContain(body.data.intent_id);
    await world.settle();
    const after = (await world.call('GET /api/v2/get-payment-card', { as: fan })).body.data;
    expect(before).toMatchObject([{ last4: '4242', is_primary: true }]);
    expect(after).toMatchObject([
      { last4: '4444', is_primary: true },
      { last4: '4242', is_primary: false },
    ]);
  });

  it('a page that is closed is over, also for the site', async () => {
    const { fan, purchase, url } = await hosted();
    await act(url, { act: 'close' });
    await world.settle();
    expect(await look(fan, purchase.intent_id)).toMatchObject({ state: 'declined', decline_reason: 'not-completed' });
    expect(await act(url, typed('4242424242424242'))).not.toBeNull();
    await expectTruth();
  });
});

describe('what a provider does differently than it was asked', () => {
  it('another amount is given back and opens nothing', async () => {
    const fan = await world.member();
    const post = await world.post('luna');
    await world.faults({ kind: 'other-amount', by: -1, count: 1 });
    const answer = await world.buy(fan, post);
    expect(answer.status).toBe(409);
    await world.settle();
    expect(await isOpenTo(fan, post)).toBe(false);
    await world.booked();
  });

  it('what the account can not bill is refused before anything is asked of it', async () => {
    const fan = await world.member();
    const post = await world.post('luna');
    const { providers } = world.ctx;
    const open = vi.spyOn(providers, 'open').mockImplementation((name, account) => {
      const provider = createProviderRegistry({ production: false, sandbox: world.ctx.config.sandbox }).open(
        name,
        account,
      );
      return (
        provider && {
          ...provider,
          capabilities: { ...provider.capabilities, bounds: { minMinor: 901, maxMinor: 1_000 } },
        }
      );
    });
    const before = (await world.twin.control.charges()).length;
    expect((await world.buy(fan, post)).body.code).toBe('amount-not-billable');
    open.mockRestore();
    expect((await world.twin.control.charges()).length).toBe(before);
    expect((await world.buy(fan, post)).body.data.state).toBe('succeeded');
  });

  it('a charge that is undone later takes away what it paid for', async () => {
    const fan = await world.member();
    const post = await world.post('luna');
    await world.buy(fan, post);
    const charge = (await world.twin.control.charges()).at(-1)!;
    await world.twin.control.voidCharge(charge.reference);
    await world.settle();
    expect(await isOpenTo(fan, post)).toBe(false);
    await world.booked();
  });
});

describe('the price of a membership', () => {
  const waiting = async (fan: Fan): Promise<string | undefined> =>
    (await world.call('GET /api/v2/subscription/quote', { as: fan })).body.data.waiting_payment;

  it('names the payment of it that waits for its payer, until it ends', async () => {
    const [fan, other] = [await world.fresh(), await world.fresh()];
    const { body } = await world.subscribe(fan, { number: asks });
    expect(body.data.action).not.toBeNull();
    expect(await waiting(fan)).toBe(body.data.intent_id);
    expect(await waiting(other)).toBeUndefined();
    expect((await cancel(fan, body.data.intent_id)).status).toBe(200);
    await world.reconcile();
    expect(await waiting(fan)).toBeUndefined();
  });
});
