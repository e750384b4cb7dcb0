import { toJson } from '@backlot/database/json-text';
import { sql, table } from '@backlot/database/sql';
import type { FaultRule } from '@backlot/payments/twin-control';
import { createHmac } from 'node:crypto';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { providerOf } from '../../src/features/checkout/provider-accounts/open-account.ts';
import { applyWebhookJob } from '../../src/features/checkout/webhooks/apply-webhook.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld();
});
afterAll(() => world.close());
beforeEach(() => world.faults());

const isOpenTo = async (fan: Parameters<MoneyWorld['buy']>[0], post: string): Promise<boolean> =>
  (await world.call('GET /api/blog/get-blog-data-by-id', { as: fan, query: { id: post } })).body.data.purchased ===
  true;
const stateOf = async (fan: Parameters<MoneyWorld['buy']>[0], intentId: string): Promise<string> =>
  (await world.call('GET /api/v2/purchase/state', { as: fan, query: { intent_id: intentId } })).body.data.state;

/** What must hold whatever went wrong: the books say what the provider took, once. */
async function expectTruth(): Promise<void> {
  expect(await world.booked()).toEqual(await world.charged());
}

const deliveries = () =>
  world.database.tenants.read(world.tenants.luna, async (db) => (await db('webhook_deliveries').select('id')).length);

describe('webhooks', () => {
  it.each<FaultRule[]>([
    [{ kind: 'webhook-doubled' }],
    [{ kind: 'webhook-late', delayMs: 200 }],
    [{ kind: 'webhook-reordered', delayMs: 200 }],
    [{ kind: 'webhook-lost' }],
  ])('%j changes nothing about what is true', async (rule) => {
    await world.faults(rule);
    const fan = await world.member();
    const posts = await Promise.all([world.post('luna'), world.post('luna'), world.post('luna')]);
    for (const post of posts) expect((await world.buy(fan, post)).body.data.state).toBe('succeeded');
    await world.settle();
    for (const post of posts) expect(await isOpenTo(fan, post)).toBe(true);
    await expectTruth();
  });

  it('C19 is stored once, however often it comes', async () => {
    await world.faults({ kind: 'webhook-doubled' });
    const fan = await world.member();
    await world.settle();
    await world.buy(fan, await world.post('luna'));
    await world.settle();
    const copies = await world.database.tenants.read(world.tenants.luna, (db) =>
      sql<{
        copies: number;
      }>`select count(*)::int as copies from ${table('webhook_deliveries')} group by external_id`.all(db),
    );
    expect(new Set(copies.map((row) => row.copies))).toEqual(new Set([1]));
  });

  /** Where the account's webhooks of a site come to. */
  const pathOf = async (site: 'luna' | 'mars' = 'luna') => {
    await world.member(site);
    const [account] = await world.database.tenants.read(world.tenants[site], (db) => db('provider_accounts'));
    return `sandbox/${account!.webhook_path}`;
  };
  const webhook = (headers: Record<string, string>, body: unknown, host: string, path: string) =>
    world.app.inject({
      method: 'POST',
      url: `/api/webhooks/${path}`,
      headers: { host, 'content-type': 'application/json', ...headers },
      payload: JSON.stringify(body),
    });

  it.each(['luna.test', 'api.mars.test', 'platform.localhost'])(
    'a webhook without a right signature is refused on %s, and nothing is stored',
    async (host) => {
      const path = await pathOf();
      await world.settle();
      const before = await deliveries();
      expect((await webhook({}, { id: 'evt' }, host, path)).statusCode).toBe(400);
      expect(
        (
          await webhook(
            { 'payment-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` },
            { id: 'evt' },
            host,
            path,
          )
        ).statusCode,
      ).toBe(400);
      const secret = path.split('/')[1]!;
      for (const wrong of [`nobody/${secret}`, `sandbox/${'x'.repeat(43)}`, `sandbox/${secret.slice(1)}`])
        expect((await webhook({}, { id: 'evt' }, host, wrong)).statusCode, wrong).toBe(404);
      expect(await deliveries()).toBe(before);
    },
  );

  it('bytes of any type are read, and also an address without a body', async () => {
    const path = await pathOf();
    for (const type of ['application/x-www-form-urlencoded', 'text/xml', 'application/octet-stream', undefined])
      expect((await signed({ ...unknownCharge, id: `evt ${type}` }, path, type)).statusCode, type).toBe(200);
    expect((await signed({ ...unknownCharge, id: 'evt long', note: 'x'.repeat(300_000) }, path)).statusCode).toBe(413);
    const asked = await world.app.inject({
      method: 'GET',
      url: `/api/webhooks/${path}?id=1`,
      headers: { host: 'luna.test' },
    });
    expect({ status: asked.statusCode, code: asked.json().code }).toEqual({ status: 400, code: 'invalid-request' });
  });

  it('no host that is not ours takes webhooks', async () => {
    expect((await webhook({}, {}, 'stranger.example', await pathOf())).statusCode).toBe(404);
  });

  it('a signed webhook of a payment that nobody knows is kept, waited for, and named in the end', async () => {
    const path = await pathOf();
    await chargePastUs('of-somebody-else', path);
    await world.settle();
    expect((await world.twin.control.webhooks()).find(({ reference }) => reference === 'of-somebody-else')?.state).toBe(
      'delivered',
    );
    expect(await deliveryOf('luna', 'of-somebody-else')).toMatchObject({ processed_at: null, error: null });
    await applyAt('luna', 'of-somebody-else', 9).catch(() => undefined);
    expect(await deliveryOf('luna', 'of-somebody-else')).toMatchObject({ processed_at: null, error: null });
    await applyAt('luna', 'of-somebody-else', 10);
    expect(await deliveryOf('luna', 'of-somebody-else')).toMatchObject({
      processed_at: expect.any(Date),
      error: 'no-such-payment',
    });
  });

  it('a webhook that came before its payment was known is applied once it is', async () => {
    const path = await pathOf();
    const reference = v7();
    await chargePastUs(reference, path);
    await world.settle();
    expect(await deliveryOf('luna', reference)).toMatchObject({ processed_at: null });
    const fan = await world.member();
    const intent = await attemptUnder(reference, fan, await world.post('luna', 100));
    await applyAt('luna', reference, 2);
    expect(await stateOf(fan, intent)).toBe('succeeded');
    expect(await deliveryOf('luna', reference)).toMatchObject({ processed_at: expect.any(Date), error: null });
  });

  it('two sites that are told of equal numbers never meet: each keeps its own, and nothing of the other moves', async () => {
    const lunas = await world.member('luna');
    const post = await world.post('luna');
    const bought = await world.buy(lunas, post);
    await world.settle();
    const [attempt] = await world.database.tenants.read(world.tenants.luna, (db) =>
      db('payment_attempts').where({ intent_id: bought.body.data.intent_id }),
    );
    const paths = { luna: await pathOf('luna'), mars: await pathOf('mars') };
    const chargeback = {
      id: 'evt_1',
      type: 'chargeback',
      created: new Date().toISOString(),
      amount: 900,
      charge: {
        id: attempt!.provider_ref,
        reference: attempt!.id,
        status: 'succeeded',
        amount: 900,
        currency: 'USD',
        created: new Date().toISOString(),
        instrument: null,
        decline: null,
      },
    };
    expect((await signed(chargeback, paths.mars)).statusCode).toBe(200);
    await world.runJobs({ includingFuture: true });
    expect(await isOpenTo(lunas, post)).toBe(true);
    expect(await deliveryOf('mars', attempt!.id)).toMatchObject({ external_id: 'evt_1' });
    expect((await signed(chargeback, paths.luna)).statusCode).toBe(200);
    await world.runJobs();
    expect(await deliveryOf('luna', attempt!.id, 'evt_1')).toMatchObject({ processed_at: expect.any(Date) });
    expect(await isOpenTo(lunas, post)).toBe(false);
  });

  it('two accounts with one number for two charges keep both, and two charges of one account never share one', async () => {
    const fans = [await world.member(), await world.member()];
    const [first, second] = await Promise.all(
      fans.map(async (fan) => attemptUnder(v7(), fan, await world.post('luna'), true)),
    );
    const other = await world.database.tenants.write(world.tenants.luna, async (db) => {
      const [row] = await db('provider_accounts')
        .insert({ id: v7(), provider: 'sandbox', currency: 'EUR' })
        .returning('*');
      return row!.id;
    });
    const named = (intent: string, change: object) =>
      world.database.tenants.write(world.tenants.luna, (db) =>
        db('payment_attempts').where({ intent_id: intent }).update(change),
      );
    await named(first!, { provider_ref: '0001' });
    await expect(named(second!, { provider_ref: '0001' })).rejects.toMatchObject({ code: '23505' });
    await expect(named(second!, { account_id: other })).rejects.toMatchObject({ code: '42501' });
    const third = await attemptUnder(v7(), await world.member(), await world.post('luna'), true, other);
    await named(third, { provider_ref: '0001' });
  });

  const unknownCharge = {
    type: 'refund',
    created: new Date().toISOString(),
    amount: 1,
    charge: {
      id: 'ch_unknown',
      reference: 'unknown',
      status: 'succeeded',
      amount: 1,
      currency: 'USD',
      created: new Date().toISOString(),
      instrument: null,
      decline: null,
    },
  };
  const signed = (body: object, path: string, type: string | undefined = 'application/json') => {
    const raw = JSON.stringify(body);
    const at = Math.floor(Date.now() / 1000);
    const mac = createHmac('sha256', world.twin.webhookSecret).update(`${at}.${raw}`).digest('hex');
    return world.app.inject({
      method: 'POST',
      url: `/api/webhooks/${path}`,
      headers: {
        host: 'luna.test',
        'payment-signature': `t=${at},v1=${mac}`,
        ...(type === undefined ? {} : { 'content-type': type }),
      },
      payload: raw,
    });
  };
  /** A charge that exists at the provider before we know of it. */
  const chargePastUs = async (reference: string, path: string) => {
    const response = await fetch(new URL('/v1/charges', world.twin.url), {
      method: 'POST',
      headers: { authorization: `Bearer ${world.twin.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        reference,
        amount: 100,
        currency: 'USD',
        token: await world.token(),
        recurring: false,
        initiator: 'customer',
        descriptor: 'X',
        settle_within_ms: 1000,
        notify_url: `${world.ctx.config.webhookBase}/api/webhooks/${path}`,
      }),
    });
    expect(response.status).toBe(200);
  };
  const deliveryOf = (site: 'luna' | 'mars', reference: string, externalId?: string) =>
    world.database.tenants.read(world.tenants[site], async (db) =>
      (await db('webhook_deliveries')).find(
        ({ raw, external_id: id }) => raw.includes(reference) && (externalId === undefined || id === externalId),
      ),
    );
  const applyAt = async (site: 'luna' | 'mars', reference: string, attempt: number) => {
    const delivery = (await deliveryOf(site, reference))!;
    const [account] = await world.database.tenants.read(world.tenants[site], (db) =>
      db('provider_accounts').where({ id: delivery.account_id }),
    );
    const verdict = providerOf(world.ctx, account!)!.readWebhook({
      method: 'POST',
      query: new URLSearchParams(),
      address: '',
      raw: delivery.raw,
      headers: delivery.headers,
      timeZone: 'UTC',
    });
    if (!verdict.ok) throw new Error(verdict.reason);
    await applyWebhookJob.run({
      ctx: world.ctx,
      tenant: world.tenants[site],
      attempt,
      log: world.ctx.log,
      payload: { deliveryId: delivery.id, accountId: delivery.account_id, events: verdict.events },
    });
  };
  /** An open purchase of a post whose attempt has this reference, as a process leaves it that was killed. */
  const attemptUnder = async (
    reference: string,
    fan: { id: string },
    post: string,
    isSettled = false,
    accountId?: string,
  ): Promise<string> =>
    world.database.tenants.write(world.tenants.luna, async (db) => {
      const intentId = v7();
      const account = accountId ?? (await db('provider_accounts').where({ currency: 'USD' }).first('id'))!.id;
      await db('payment_intents').insert({
        id: intentId,
        user_id: fan.id,
        kind: 'post',
        content_id: post,
        amount_minor: 100,
        currency: 'USD',
        quote: toJson({ reason: 'post', descriptor: 'LUNA' }),
        idempotency_key: intentId,
        request_hash: '',
        created_at: world.clock.now(),
        ...(isSettled ? { state: 'declined' as const } : {}),
      });
      await db('payment_attempts').insert({
        id: reference,
        intent_id: intentId,
        account_id: account,
        provider: 'sandbox',
        ...(isSettled ? { state: 'declined' as const } : {}),
      });
      return intentId;
    });
});
