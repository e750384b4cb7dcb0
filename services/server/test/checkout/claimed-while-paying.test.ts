import { Mailbox } from '@backlot/notify';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockBuyer } from '../../src/features/ledger/index.ts';
import { revokeSessionsOf } from '../../src/session/session-rows.ts';
import { card, createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld();
});
afterAll(() => world.close());

const password = 'Correct-horse-9';
const holder = {
  email: 'a@b.example',
  address: '1 Main',
  country: 'US',
  state: 'AZ',
  city: 'Tempe',
  pincode: '85281',
  firstName: 'Ada',
  lastName: 'Test',
};
type Session = { token: string; userId: string };

/** Somebody opens an account with an address that may not be theirs. */
async function opened(
  email: string,
): Promise<{ payer: Session; call: (route: `${string} ${string}`, body?: object) => ReturnType<MoneyWorld['call']> }> {
  const { body } = await world.call('POST /api/users/register', {
    on: 'luna',
    body: { email, password, name: 'Payer' },
  });
  const payer = body.data as Session;
  return {
    payer,
    call: (route, sent) =>
      world.call(route, {
        on: 'luna',
        headers: { authorization: `Bearer ${payer.token}` },
        key: null,
        ...(sent ? { body: sent } : {}),
      }),
  };
}

/** Who reads the mailbox takes the address, from another browser. */
async function claim(email: string): Promise<Session & { asksForCard: boolean }> {
  await world.call('POST /api/users/forgot_password', { on: 'luna', body: { email } });
  await world.runJobs();
  const mails = (await new Mailbox(join(world.dataDir, 'mailbox')).list(1000)).filter(({ to }) => to === email);
  const link = mails.flatMap(({ text }) => /\/change-password\/(\S+)/.exec(text)?.[1] ?? [])[0];
  const check = await world.call(`POST /api/users/check_token/${link}`, { on: 'luna' });
  const { body } = await world.call('POST /api/users/reset_password', {
    on: 'luna',
    body: { token: link, password: 'Of-the-owner-1' },
  });
  const me = await world.call('GET /api/users/me', {
    on: 'luna',
    headers: { authorization: `Bearer ${body.data.token as string}` },
  });
  return { token: body.data.token, userId: me.body.data._id, asksForCard: check.body.data.asks_for_card };
}

const subscribe = async (call: Awaited<ReturnType<typeof opened>>['call'], number: string) => {
  const quote = await call('GET /api/v2/subscription/quote');
  return call('POST /api/v2/subscription/subscribe', {
    quote_id: quote.body.data.quote_id,
    consent: true,
    card: { ...holder, token: await world.token(number) },
  });
};
const read = <T>(of: Parameters<typeof world.database.tenants.read<T>>[1]): Promise<T> =>
  world.database.tenants.read(world.tenants.luna, of);

describe('an account whose address somebody else proves to be theirs', () => {
  it('keeps a purchase that was under way, and what it then gives', async () => {
    const { payer, call } = await opened('paying@fans.example');
    await world.faults({ kind: 'timeout-after', count: 1 }, { kind: 'webhook-lost' });
    expect((await subscribe(call, card.good)).body.data).toMatchObject({ state: 'pending' });
    const owner = await claim('paying@fans.example');
    expect(owner.userId).not.toBe(payer.userId);
    await world.faults();
    await world.reconcile();
    expect((await call('GET /api/users/me')).body.data).toMatchObject({
      _id: payer.userId,
      name: 'Payer',
      ccbillSubscriptionStatus: '2',
    });
    expect(await read((db) => db('subscriptions').where({ user_id: owner.userId }))).toEqual([]);
    expect(await read((db) => db('payment_instruments').where({ user_id: owner.userId }))).toEqual([]);
    expect(await world.booked('luna')).toEqual(await world.charged());
  });

  it('keeps a card that has not paid for anything yet: the other cannot buy with it', async () => {
    const { payer, call } = await opened('carded@fans.example');
    expect(
      (await call('POST /api/user/change-payment-method', { card: { ...holder, token: await world.token() } })).status,
    ).toBe(200);
    const owner = await claim('carded@fans.example');
    expect(owner).toMatchObject({ asksForCard: true, userId: expect.not.stringMatching(payer.userId) });
    const cards = await world.call('GET /api/v2/get-payment-card', {
      on: 'luna',
      headers: { authorization: `Bearer ${owner.token}` },
    });
    expect(cards.body.data).toEqual([]);
    expect((await call('GET /api/v2/get-payment-card')).body.data).toHaveLength(1);
  });

  it('starts no purchase with a session that ended while the call waited', async () => {
    const { payer, call } = await opened('late@fans.example');
    const quote = await call('GET /api/v2/subscription/quote');
    const token = await world.token();
    let answer: ReturnType<MoneyWorld['call']> | undefined;
    await world.database.tenants.write(world.tenants.luna, async (db) => {
      await lockBuyer(db, payer.userId);
      answer = call('POST /api/v2/subscription/subscribe', {
        quote_id: quote.body.data.quote_id,
        consent: true,
        card: { ...holder, token },
      });
      await expect
        .poll(
          async () =>
            (
              await db.raw<{ rows: Array<{ waiting: number }> }>(
                "select count(*)::int as waiting from pg_catalog.pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_catalog.pg_database where datname = current_database())",
                [],
              )
            ).rows[0]?.waiting,
        )
        .toBeGreaterThan(0);
      await revokeSessionsOf(db, payer.userId, world.clock.now());
    });
    expect(await answer).toMatchObject({ status: 401, body: { code: 'session-ended' } });
    expect(await read((db) => db('payment_intents').where({ user_id: payer.userId }))).toEqual([]);
  });
});
