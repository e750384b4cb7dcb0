import { withOwner } from '@backlot/database/owner';
import { sql, table } from '@backlot/database/sql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StoredQuote } from '../../src/features/checkout/index.ts';
import { settleAttempt } from '../../src/features/checkout/settle/settle-attempt.ts';
import { gatherEvidence } from '../../src/features/disputes/evidence/gather-evidence.ts';
import { listPayments } from '../../src/features/reports/list-payments.ts';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { card } from '../../src/testing/money-world.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { give } from '../../src/testing/posting.ts';
import { createCcbillWorld, type CcbillWorld } from '../ccbill/ccbill-world.ts';

let world: CcbillWorld;
beforeAll(async () => {
  world = await createCcbillWorld();
  await changeSettings(world, { second_card_provider: 'ccbill' });
}, 60_000);
afterAll(() => world.close());
beforeEach(() => world.faults());

const path = '/api/v2/purchase/another-way';
const offered = async (as: TestPerson, intent_id: string) =>
  (await world.call(`GET ${path}`, { as, query: { intent_id } })).body.data;
const tryIt = (as: TestPerson, intent_id: string, more: object = {}) =>
  world.call(`POST ${path}`, { as, body: { intent_id, consent: true, ...more } });
const read = <T>(ask: Parameters<typeof world.database.tenants.read<T>>[1]) =>
  world.database.tenants.read(world.tenants.luna, ask);
const rows = (fan: TestPerson) =>
  read((db) =>
    sql<{ intentId: string; state: string; reason: string | null; provider: string; attempt: string; id: string }>`
      select i.id as "intentId", i.state, i.unapplied_reason as reason, a.provider, a.state as attempt, a.id
      from ${table('payment_intents')} i join ${table('payment_attempts')} a on a.intent_id = i.id
      where i.user_id = ${fan.id} and a.provider <> 'wallet' order by a.started_at`.all(db),
  );
const quoteOf = async (id: string): Promise<StoredQuote> =>
  (await read((db) => db('payment_intents').where({ id }).first()))!.quote;
const changePost = (id: string, values: object) =>
  world.database.tenants.write(world.tenants.luna, (db) => db('posts').where({ id }).update(values));

async function declinedMembership() {
  const fan = await world.fresh();
  const { body } = await world.subscribe(fan, { number: card.declined });
  expect(body.code).toBe('payment-declined');
  return { fan, id: body.intent_id as string };
}

async function declinedPost() {
  const fan = await world.member();
  const post = await world.post('luna', 900);
  const { body } = await world.buy(fan, post, { number: card.declined });
  expect(body.code).toBe('payment-declined');
  return { fan, post, id: body.intent_id as string };
}

/** The first attempt took the money after all, as its provider tells late. */
async function firstSucceedsLate(fan: TestPerson) {
  const [first] = await rows(fan);
  const outcome = { kind: 'succeeded', providerRef: `late-${first!.id}`, amountMinor: 1999, currency: 'USD' } as const;
  await settleAttempt(world.ctx, fan.tenant, first!.id, outcome);
}

describe('a declined post', () => {
  it.each([
    ['was taken out', 'not-found', () => ({ deleted_at: world.clock.now() })],
    ['is free for members now', 'content-not-for-sale', () => ({ visibility: 'private', amount_minor: null })],
    ['gave its place to a later version', 'content-not-for-sale', () => ({ replaced_at: world.clock.now() })],
    ['is being changed', 'not-found', () => ({ media_waiting: 1 })],
  ] as const)('that %s is not sold by another way', async (_what, code, values) => {
    const { fan, post, id } = await declinedPost();
    expect(await offered(fan, id)).not.toBeNull();
    await changePost(post, values());
    expect(await offered(fan, id)).toBeNull();
    expect((await tryIt(fan, id)).body.code).toBe(code);
    expect((await rows(fan)).filter(({ intentId }) => intentId === id)).toMatchObject([{ state: 'declined' }]);
  });

  it('is sold to members alone', async () => {
    const { fan, id } = await declinedPost();
    await world.database.tenants.write(fan.tenant, (db) =>
      db('subscriptions').where({ user_id: fan.id }).update({ ended_at: world.clock.now() }),
    );
    expect(await offered(fan, id)).toBeNull();
    expect((await tryIt(fan, id)).body.code).toBe('membership-required');
  });

  it('is not tried while another version of it is being paid for', async () => {
    const { fan, post, id } = await declinedPost();
    const other = await world.post('luna', 900);
    await changePost(other, { reuse_of: post });
    const open = (await world.buy(fan, other, { number: card.pendingGood })).body;
    expect(open.data).toMatchObject({ state: 'pending' });
    expect(await offered(fan, id)).toBeNull();
    expect((await tryIt(fan, id)).body).toMatchObject({
      code: 'payment-in-progress',
      intent_id: open.data.intent_id,
    });
  });

  it('costs what was confirmed, also where its price has changed since', async () => {
    const { fan, post, id } = await declinedPost();
    await changePost(post, { amount_minor: 1500 });
    expect(await offered(fan, id)).toMatchObject({ amount: 9 });
    expect((await tryIt(fan, id)).body.data).toMatchObject({ state: 'pending', amount: 9 });
  });
});

describe('a second try', () => {
  it('says all that was taken where both ways took money and neither bought anything', async () => {
    const { fan, post, id } = await declinedPost();
    const { body } = await tryIt(fan, id);
    // It came to be the fan's meanwhile.
    await give(world, fan, post);
    const [first] = (await rows(fan)).filter(({ intentId }) => intentId === id);
    const late = { kind: 'succeeded', providerRef: `late-${first!.id}`, amountMinor: 900, currency: 'USD' } as const;
    await settleAttempt(world.ctx, fan.tenant, first!.id, late);
    await world.payOnForm(body.data.action.url);
    await world.settleNotices();
    const { data } = (await world.call('GET /api/v2/purchase/state', { as: fan, query: { intent_id: id } })).body;
    expect(data).toMatchObject({ state: 'declined', taken: { amount: 18, currency: 'USD' } });
  });

  it('is the last, also where the other provider took another amount', async () => {
    const { fan, id } = await declinedMembership();
    const { body } = await tryIt(fan, id);
    world.ccbill.faults([{ kind: 'other-amount', by: 100, count: 1 }]);
    await world.payOnForm(body.data.action.url);
    await world.settleNotices();
    const before = await rows(fan);
    expect(before).toMatchObject([
      { intentId: id, state: 'declined', attempt: 'declined' },
      { state: 'declined', reason: 'amount-differs', provider: 'ccbill', attempt: 'succeeded' },
    ]);
    expect(await offered(fan, id)).toBeNull();
    // Money was taken and goes back: a plain decline would say that nothing was charged.
    expect((await tryIt(fan, id)).body).toMatchObject({
      code: 'payment-failed',
      taken: { amount: 20.99, currency: 'USD' },
    });
    expect(await rows(fan)).toEqual(before);
  });

  it('is closed at its provider once the first has paid, and lists show the one that paid', async () => {
    const { fan, id } = await declinedMembership();
    await tryIt(fan, id);
    await firstSucceedsLate(fan);
    await world.runJobs();
    const [first, second] = await rows(fan);
    expect(first).toMatchObject({ intentId: id, state: 'succeeded', attempt: 'succeeded' });
    expect(second).toMatchObject({ intentId: id, provider: 'ccbill', attempt: 'absent' });
    const { lines } = await read((db) => listPayments(db, { userId: fan.id, limit: 5 }));
    expect(lines).toMatchObject([{ id, state: 'succeeded', reference: `late-${first!.id}`, declineCode: null }]);
  });

  it('is not offered on the schema of the version before, which could not set its money apart', async () => {
    const { fan, id } = await declinedMembership();
    const rename = (from: string, to: string) =>
      withOwner(world.databaseUrl, (owner) =>
        owner.query(`alter trigger ${from} on tenant_${world.tenants.luna.id}.payment_attempts rename to ${to}`),
      );
    await rename('check_set_apart', 'hidden_set_apart');
    try {
      expect(await offered(fan, id)).toBeNull();
      expect((await tryIt(fan, id)).body.code).toBe('another-way-gone');
      expect(await rows(fan)).toHaveLength(1);
    } finally {
      await rename('hidden_set_apart', 'check_set_apart');
    }
    expect(await offered(fan, id)).not.toBeNull();
  });

  it('C13 keeps what its buyer agreed to then, beside the first order, and tells a bank of both', async () => {
    const { fan, id } = await declinedMembership();
    const ordered = world.clock.now();
    world.clock.set(new Date(ordered.getTime() + 60_000));
    const now = world.clock.now();
    const shown = await offered(fan, id);
    const { body } = await tryIt(fan, id);
    const quote = await quoteOf(id);
    expect(quote).toMatchObject({
      consent: 'ticked',
      anotherWay: 'ccbill',
      agreedAgain: {
        provider: 'ccbill',
        consent: 'ticked',
        at: now.toISOString(),
        later: { amountMinor: 1999, at: shown.later.at, days: 30 },
      },
    });
    await world.payOnForm(body.data.action.url);
    await world.settleNotices();
    world.ccbill.chargeback(world.lastSale().subscriptionId);
    await world.settleNotices();
    const [, paid] = await rows(fan);
    const dispute = await read((db) =>
      db('payment_reversals').where({ attempt_id: paid!.id, kind: 'chargeback' }).first(),
    );
    const { sections } = await gatherEvidence(world.ctx, fan.tenant, dispute!.id, world.clock.now());
    const told = new Map(sections.find(({ title }) => title === 'Consent and receipt')!.facts!);
    const second = (at: Date) => `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
    expect(told.get('Time of the consent')).toBe(second(ordered));
    expect(told.get('Ordered again, after a decline')).toBe(second(now));
    expect(told.get('Consent to the charges, given again')).toBe(told.get('Consent to the charges'));
    expect(told.get('The first of them')).toBe(second(new Date(shown.later.at)));
    expect(told.get('From one to the next')).toBe('30 days');
    world.clock.set(ordered);
  });

  it('of a post keeps no consent to later charges', async () => {
    const { fan, id } = await declinedPost();
    expect((await tryIt(fan, id)).status).toBe(200);
    const { agreedAgain } = await quoteOf(id);
    expect(agreedAgain).toMatchObject({ provider: 'ccbill', later: null });
    expect(agreedAgain).not.toHaveProperty('consent');
  });
});
