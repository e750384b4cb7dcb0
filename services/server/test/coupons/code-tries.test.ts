import type { Challenge } from '@backlot/contracts/human-check';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newLine } from '../../src/testing/callers.ts';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { solve } from '../../src/testing/human.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import type { Answer } from '../../src/testing/world.ts';

/** Codes that nobody made before a person, a browser and a line are slowed. */
const [ofPerson, ofDevice, ofLine] = [10, 20, 40];
const good = 'SPRING-25';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld({ env: { THROTTLE: 'on' } });
  await changeSettings(world, { is_crypto_payment_enabled: true });
  const terms = { discount_type: 'percentage', discount_value_for_initial: 50, discount_value_for_recurring: 10 };
  const made = await world.call('POST /api/coupon/add', {
    as: world.people.luna.model,
    body: { code: good, ...terms },
  });
  if (made.status !== 200) throw new Error(made.text);
});
afterAll(() => world.close());
// What the test before counted has run off.
beforeEach(() => world.clock.advance(2 * 86_400_000));

interface Trying {
  readonly from?: string;
  readonly device?: string;
  readonly more?: object;
}
type Try = (fan: TestPerson, code: string, trying?: Trying) => Promise<Answer>;

const sent = ({ from = newLine(), device = v7() }: Trying) => ({ from, headers: { 'x-device-id': device } });
const check: Try = (as, code, trying = {}) =>
  world.call('POST /api/coupon/check', { as, ...sent(trying), body: { code, ...trying.more } });
const subscribe: Try = async (as, coupon_code, trying = {}) =>
  world.call('POST /api/v2/subscription/subscribe', {
    as,
    ...sent(trying),
    body: { consent: true, coupon_code, card: await world.cardOf(), ...trying.more },
  });
const fromWallet: Try = (as, coupon_code, trying = {}) =>
  world.call('POST /api/crypto/purchase-from-wallet', {
    as,
    ...sent(trying),
    body: { payment_for: 'membership', consent: true, coupon_code, ...trying.more },
  });
const calls = { check, subscribe, fromWallet };

let codes = 0;
const unknown = () => `NO-${(codes += 1)}`;
/** New accounts one after the other, each with as many codes as count for one. */
const missOn = async (count: number, trying: Trying): Promise<void> => {
  let fan = await world.fresh();
  for (let n = 0; n < count; n += 1) {
    if (n % ofPerson === 0) fan = await world.fresh();
    expect((await check(fan, unknown(), trying)).body.code).toBe('coupon-not-found');
  }
};

describe('codes that nobody made', () => {
  it('count together in all calls that take one, and end each of them for a while', async () => {
    const fan = await world.fresh();
    const each = Object.values(calls);
    for (let n = 0; n < ofPerson; n += 1)
      expect((await each[n % each.length]!(fan, unknown())).body.code).toBe('coupon-not-found');
    for (const send of each) {
      const refused = await send(fan, unknown());
      expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-requests' } });
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      // A good one tells nothing else.
      expect((await send(fan, good)).body).toMatchObject({ code: 'too-many-requests' });
    }
    world.clock.advance(3_600_000);
    expect((await check(fan, good)).status).toBe(200);
  });

  it('count also when they are sent at once', async () => {
    const fan = await world.fresh();
    const answers = await Promise.all(Array.from({ length: 15 }, () => check(fan, unknown())));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15 - ofPerson);
  });

  it('keep nobody from buying without one', async () => {
    const fan = await world.fresh();
    for (let n = 0; n <= ofPerson; n += 1) await check(fan, unknown());
    expect((await check(fan, good)).status).toBe(429);
    expect((await subscribe(fan, '')).body.data).toMatchObject({ state: 'succeeded' });
  });

  it('end on a browser as well, whichever account comes next', async () => {
    const device = v7();
    await missOn(ofDevice, { device });
    expect((await check(await world.fresh(), unknown(), { device })).status).toBe(429);
    expect((await check(await world.fresh(), unknown())).body.code).toBe('coupon-not-found');
  });

  it('on a line have any code meet a check there, and whoever has a good one buys with it', async () => {
    const from = newLine();
    await missOn(ofLine, { from });
    const fan = await world.fresh();
    for (const code of [unknown(), good]) {
      expect(await check(fan, code, { from })).toMatchObject({ status: 430, body: { code: 'human-check' } });
      for (const send of [subscribe, fromWallet]) expect((await send(fan, code, { from })).status).toBe(429);
    }
    const asked = (await check(fan, good, { from })).body.challenge as Challenge;
    world.clock.advance(asked.wait_seconds * 1_000);
    expect((await check(fan, good, { from, more: { human_check: solve(asked) } })).status).toBe(200);
    expect((await check(fan, good, { from })).status).toBe(200);
    expect((await subscribe(fan, good, { from })).body.data).toMatchObject({ state: 'succeeded', amount: 10 });
    // Elsewhere nobody is asked.
    expect((await check(await world.fresh(), good)).status).toBe(200);
  });
});

it('a code that is good, or was, is not counted', async () => {
  const fan = await world.fresh();
  for (let n = 0; n < 2 * ofPerson; n += 1) {
    world.clock.advance(60_000);
    expect((await check(fan, good)).status).toBe(200);
  }
});
