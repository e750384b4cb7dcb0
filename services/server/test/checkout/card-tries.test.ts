import type { Challenge } from '@backlot/contracts/human-check';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { countDeclined } from '../../src/features/checkout/cards/card-tries.ts';
import { mostDeclinedADay, mostDeclinedByNewcomers } from '../../src/features/checkout/cards/todays-declines.ts';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { newLine } from '../../src/testing/callers.ts';
import { solve } from '../../src/testing/human.ts';
import { card, createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import type { Answer, SiteName } from '../../src/testing/world.ts';

/** As the sites of these tests are set. */
const free = 3;
const refusedStatus = 409;

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld({ env: { THROTTLE: 'on' } });
  for (const site of ['luna', 'mars'] as SiteName[])
    await world.call('PATCH /api/app_settings', {
      as: world.people[site].admin,
      body: { card_attempts_before_check: free },
    });
});
afterAll(() => world.close());
// What the test before counted has run off.
beforeEach(() => world.clock.advance(2 * 86_400_000));

interface Trying {
  readonly from?: string;
  readonly number?: string;
  readonly more?: object;
  /** Another browser for each try where there is none. */
  readonly device?: string;
}

/** Subscribes with a card that the bank refuses, unless another is named. */
const tryCard = async (
  fan: TestPerson,
  { from = newLine(), number = card.declined, more = {}, device = v7() }: Trying = {},
): Promise<Answer> => {
  const quote = await world.call('GET /api/v2/subscription/quote', { as: fan });
  return world.call('POST /api/v2/subscription/subscribe', {
    as: fan,
    from,
    headers: { 'x-device-id': device },
    body: { quote_id: quote.body.data.quote_id, consent: true, card: await world.cardOf(number), ...more },
  });
};
/** As the web client does: waits, solves and sends again. */
const insist = async (fan: TestPerson, trying: Trying = {}): Promise<Answer> => {
  const first = await tryCard(fan, trying);
  if (first.status !== 430) return first;
  const challenge = first.body.challenge as Challenge;
  world.clock.advance(challenge.wait_seconds * 1000);
  return tryCard(fan, { ...trying, more: { human_check: solve(challenge) } });
};
const addCard = async (fan: TestPerson, number: string, from = newLine()) =>
  world.call('POST /api/user/change-payment-method', { as: fan, from, body: { card: await world.cardOf(number) } });
const refuse = async (fan: TestPerson, count: number): Promise<void> => {
  for (let n = 0; n < count; n += 1) expect((await insist(fan)).status).toBe(refusedStatus);
};
const sent = async () => (await world.twin.control.charges()).length;

describe('cards that are declined one after the other', () => {
  it('CARD-02 have the next one ask for a human check, which comes before its provider is asked', async () => {
    const fan = await world.fresh();
    for (let n = 0; n < free; n += 1) expect((await tryCard(fan)).status).toBe(refusedStatus);
    const before = await sent();
    const asked = await tryCard(fan);
    expect(asked).toMatchObject({ status: 430, body: { code: 'human-check', challenge: { kind: 'proof_of_work' } } });
    expect(await sent()).toBe(before);
    expect((await insist(fan, { number: card.good })).status).toBe(200);
  });

  it('cost the provider no call before the check, not even for the first digits', async () => {
    const fan = await world.fresh();
    await refuse(fan, free);
    const calls = vi.spyOn(globalThis, 'fetch');
    const asked = () => calls.mock.calls.filter(([url]) => /\/v1\/tokens\/tok_[^/]+$/.test(String(url))).length;
    const first = await tryCard(fan);
    expect([first.status, asked()]).toEqual([430, 0]);
    world.clock.advance(first.body.challenge.wait_seconds * 1_000);
    const more = { human_check: solve(first.body.challenge as Challenge) };
    expect([(await tryCard(fan, { more })).status, asked()]).toEqual([refusedStatus, 1]);
    calls.mockRestore();
  });

  it('CARD-04 count together wherever the card is typed', async () => {
    const fan = await world.fresh();
    await refuse(fan, free - 1);
    expect((await addCard(fan, card.declined)).status).toBe(refusedStatus);
    expect((await addCard(fan, card.good)).body.code).toBe('human-check');
  });

  it('CARD-02 count also where the second provider declines what the first did', async () => {
    await changeSettings(world, { second_card_provider: 'sticky_io' });
    const fan = await world.fresh();
    await refuse(fan, free - 2);
    const { body: first } = await tryCard(fan);
    const again = { intent_id: first.intent_id, consent: true, card: await world.cardOf(card.declined) };
    const second = await world.call('POST /api/v2/purchase/another-way', { as: fan, from: newLine(), body: again });
    expect(second.body.code).toBe('payment-declined');
    expect((await tryCard(fan)).status).toBe(430);
    await changeSettings(world, { second_card_provider: 'none' });
  });

  it('count also when they are sent at once', async () => {
    const fan = await world.fresh();
    const answers = await Promise.all(Array.from({ length: 3 * free }, () => addCard(fan, card.declined)));
    const count = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
    expect([count(refusedStatus), count(430)]).toEqual([free, 2 * free]);
  });

  it('run off within the hour', async () => {
    const fan = await world.fresh();
    await refuse(fan, free);
    world.clock.advance(3_600_000);
    expect((await tryCard(fan)).status).toBe(refusedStatus);
  });

  it('have a line to the internet asked, whoever pays there, and nobody elsewhere', async () => {
    const from = newLine();
    for (let n = 0; n < 4 * free; n += 1)
      expect((await tryCard(await world.fresh(), { from })).status).toBe(refusedStatus);
    expect((await tryCard(await world.fresh(), { from })).status).toBe(430);
    expect((await tryCard(await world.fresh())).status).toBe(refusedStatus);
  });

  it('have a browser asked, whoever pays there and from wherever, and the same people elsewhere not', async () => {
    const device = v7();
    const fans = await Promise.all(Array.from({ length: 2 * free + 1 }, () => world.fresh()));
    for (const fan of fans.slice(0, -1)) expect((await tryCard(fan, { device })).status).toBe(refusedStatus);
    const before = await sent();
    expect(await tryCard(fans.at(-1)!, { device })).toMatchObject({ status: 430, body: { code: 'human-check' } });
    expect(await sent()).toBe(before);
    expect((await tryCard(fans.at(-1)!)).status).toBe(refusedStatus);
  });

  it('have whoever shares the browser pay after the check', async () => {
    const device = v7();
    for (let n = 0; n < 2 * free; n += 1) await tryCard(await world.fresh(), { device });
    const honest = await world.fresh();
    expect((await tryCard(honest, { device, number: card.good })).status).toBe(430);
    expect((await insist(honest, { device, number: card.good })).status).toBe(200);
  });

  it('have cards with the same first digits asked, on every site, without a wait, and others not', async () => {
    const sites = ['luna', 'mars'] as const;
    for (let n = 0; n < 8 * free; n += 1)
      expect((await tryCard(await world.fresh(sites[n % 2]))).status).toBe(refusedStatus);
    const fan = await world.fresh();
    const asked = await tryCard(fan, { number: card.stolen });
    expect(asked).toMatchObject({ status: 430, body: { challenge: { kind: 'proof_of_work', wait_seconds: 0 } } });
    expect((await tryCard(fan, { number: card.good })).status).toBe(200);
    expect((await insist(await world.fresh(), { number: card.noRenewal })).status).toBe(200);
  });

  it('count by their first digits also where the provider shows them only with the decline', async () => {
    await changeSettings(world, { is_sticky_io_enabled: true });
    for (let n = 0; n < 8 * free; n += 1) {
      const fan = await world.fresh();
      const answer = n % 2 === 0 ? await tryCard(fan) : await addCard(fan, card.declined);
      expect(answer.status).toBe(refusedStatus);
    }
    expect((await tryCard(await world.fresh('mars'), { number: card.stolen })).status).toBe(430);
    const fan = await world.fresh();
    expect((await tryCard(fan)).status).toBe(refusedStatus);
    const asked = await tryCard(fan, { number: card.good });
    expect(asked).toMatchObject({ status: 430, body: { challenge: { kind: 'proof_of_work', wait_seconds: 0 } } });
    expect((await insist(fan, { number: card.good })).status).toBe(200);
    expect((await tryCard(await world.fresh(), { number: card.good })).status).toBe(200);
    await changeSettings(world, { is_sticky_io_enabled: false });
  });

  it('no first digits of a card that an order shows are kept', async () => {
    await changeSettings(world, { is_sticky_io_enabled: true });
    const fan = await world.fresh();
    expect((await tryCard(fan)).status).toBe(refusedStatus);
    await changeSettings(world, { is_sticky_io_enabled: false });
    const kept = await world.database.tenants.read(fan.tenant, (db) =>
      db('payment_attempts as a')
        .join(db.table('payment_intents as i'), 'i.id', 'a.intent_id')
        .where('i.user_id', fan.id)
        .select('a.*'),
    );
    const counted = await world.database.shared.read((db) => db('throttles').pluck('key'));
    expect(kept).toMatchObject([{ provider: 'sticky_io', state: 'declined' }]);
    expect(JSON.stringify([kept, counted])).not.toContain(card.declined.slice(0, 6));
  });

  it('are counted by all else where the provider does not tell the first digits', async () => {
    const fan = await world.fresh();
    const unknown = async () =>
      world.call('POST /api/user/change-payment-method', {
        as: fan,
        from: newLine(),
        body: { card: { ...(await world.cardOf()), token: 'tok_unknown' } },
      });
    for (let n = 0; n < free; n += 1) expect((await unknown()).status).toBe(refusedStatus);
    expect((await unknown()).status).toBe(430);
  });

  it('end for a day after many, on every site, while the card on file still pays', async () => {
    const fan = await world.member();
    for (let n = 0; n < mostDeclinedADay; n += 1) {
      world.clock.advance(1_800_000);
      expect((await addCard(fan, card.declined)).status).toBe(refusedStatus);
    }
    const ended = await addCard(fan, card.good);
    expect(ended).toMatchObject({ status: 429, body: { code: 'too-many-requests' } });
    const elsewhere = await world.fresh('mars');
    await world.database.tenants.write(elsewhere.tenant, (db) =>
      db('users').where({ id: elsewhere.id }).update({ email: fan.email, email_key: fan.email }),
    );
    expect((await addCard(elsewhere, card.good)).status).toBe(429);
    expect((await world.buy(fan, await world.post('luna'))).status).toBe(200);
    world.clock.advance(86_400_000);
    expect((await addCard(fan, card.good)).status).toBe(200);
  });
});

/** Cards of somebody who never paid that a provider's page reports as declined: all but two that newcomers may have in a day. */
async function countMany({ from = newLine(), device = v7() }: Trying, known = 0): Promise<void> {
  const actor = { userId: (await world.fresh()).id };
  const tenant = world.tenants.luna;
  const settings = await world.ctx.settings.of(tenant);
  for (let n = known; n < mostDeclinedByNewcomers - 2; n += 1) {
    if (n % 3 === 0) world.clock.advance(3_600_000);
    await countDeclined(world.ctx, { tenant, actor, address: from, deviceId: device, settings });
  }
}

describe('cards that people who never paid here have declined', () => {
  /** Some new accounts one after the other, and then somebody's cards that a provider's page reports as declined. */
  const refuseMany = async ({ from = newLine(), device = v7() }: Trying): Promise<void> => {
    const typed = 4;
    for (let n = 0; n < typed; n += 1) {
      world.clock.advance(3_600_000);
      const fan = await world.fresh(n % 2 ? 'mars' : 'luna');
      expect((await insist(fan, { from, device })).status).toBe(refusedStatus);
    }
    await countMany({ from, device }, typed);
  };

  const addCardOn = async (fan: TestPerson, { from = newLine(), device = v7() }: Trying, more: object = {}) =>
    world.call('POST /api/user/change-payment-method', {
      as: fan,
      from,
      headers: { 'x-device-id': device },
      body: { card: await world.cardOf(card.good), ...more },
    });

  it.each([
    ['line', (): Trying => ({ from: newLine() })],
    ['browser', (): Trying => ({ device: v7() })],
  ] as const)(
    'end for a day after many on one %s, whatever account comes next, and not elsewhere',
    async (_what, on) => {
      const [member, shared] = [await world.member(), on()];
      await refuseMany(shared);
      world.clock.advance(3_600_000);
      const fans = await Promise.all(Array.from({ length: 4 }, () => world.fresh()));
      const atOnce = await Promise.all(fans.map((fan) => tryCard(fan, shared)));
      expect(atOnce.map(({ status }) => status).toSorted()).toEqual([refusedStatus, refusedStatus, 429, 429]);
      const before = await sent();
      const ended = await insist(await world.fresh(), { ...shared, number: card.good });
      expect(ended).toMatchObject({ status: 429, body: { code: 'too-many-requests' } });
      expect(Number(ended.headers['retry-after'])).toBeGreaterThan(0);
      expect((await insist(await world.fresh('mars'), { ...shared, number: card.good })).status).toBe(429);
      expect(await sent()).toBe(before);
      const asked = await addCardOn(member, shared);
      world.clock.advance((asked.body.challenge?.wait_seconds ?? 0) * 1_000);
      const human_check = asked.body.challenge && solve(asked.body.challenge);
      expect((await addCardOn(member, shared, { human_check })).status).toBe(200);
      expect((await tryCard(await world.fresh(), { number: card.good })).status).toBe(200);
      world.clock.advance(86_400_000);
      expect((await insist(await world.fresh(), { ...shared, number: card.good })).status).toBe(200);
    },
  );
});

it('cards of newcomers that their bank asks about are declined for nobody else on the line', async () => {
  const from = newLine();
  await countMany({ from });
  world.clock.advance(3_600_000);
  for (let n = 0; n < 4; n += 1) {
    const asked = await insist(await world.fresh(), { from, number: '4000008400001629' });
    expect(asked.body.data).toMatchObject({ state: 'pending' });
  }
  expect((await insist(await world.fresh(), { from, number: card.good })).status).toBe(200);
});

it('one that is answered again to the same key counts once', async () => {
  const [fan, from, key] = [await world.fresh(), newLine(), v7()];
  const quote = await world.call('GET /api/v2/subscription/quote', { as: fan });
  const body = { quote_id: quote.body.data.quote_id, consent: true, card: await world.cardOf(card.declined) };
  for (let n = 0; n < 2 * free; n += 1)
    expect((await world.call('POST /api/v2/subscription/subscribe', { as: fan, from, key, body })).status).toBe(
      refusedStatus,
    );
  for (let n = 1; n < free; n += 1) expect((await tryCard(fan, { from })).status).toBe(refusedStatus);
  expect((await tryCard(fan, { from })).status).toBe(430);
});

it('end for a day also where the bank asks its owner first and refuses afterwards', async () => {
  const fan = await world.member();
  const buy = async () => world.buy(fan, await world.post('luna'), { number: '4000008400001629' });
  const confirm = new URLSearchParams({ act: 'confirm' });
  for (let n = 0; n < mostDeclinedADay; n += 1) {
    world.clock.advance(1_800_000);
    const { body } = await buy();
    await fetch(body.data.action.url, { method: 'POST', body: confirm, redirect: 'manual' });
  }
  await world.settle();
  expect((await buy()).status).toBe(429);
});

it('those of a stranger who opened an account elsewhere with the address of somebody keep nobody from paying', async () => {
  const [fan, stranger] = [await world.fresh(), await world.fresh('mars')];
  await world.database.tenants.write(stranger.tenant, (db) =>
    db('users').where({ id: stranger.id }).update({ email: fan.email, email_key: fan.email, email_proved_at: null }),
  );
  for (let n = 0; n < mostDeclinedADay; n += 1) {
    world.clock.advance(1_800_000);
    expect((await addCard(stranger, card.declined)).status).toBe(refusedStatus);
  }
  expect((await addCard(stranger, card.good)).status).toBe(429);
  expect((await addCard(fan, card.good)).status).toBe(200);
});

it('a card that pays is not counted', async () => {
  const fan = await world.member();
  for (let n = 0; n < 2 * free; n += 1) {
    world.clock.advance(60_000);
    expect((await addCard(fan, card.good)).status).toBe(200);
  }
});

it('a check that was solved for one fan is good for nobody else', async () => {
  const [one, other] = [await world.fresh(), await world.fresh()];
  await refuse(one, free);
  await refuse(other, free);
  const { challenge } = (await tryCard(one)).body as { challenge: Challenge };
  world.clock.advance(challenge.wait_seconds * 1000);
  expect((await tryCard(other, { more: { human_check: solve(challenge) } })).status).toBe(430);
});
