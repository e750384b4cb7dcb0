import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressKey } from '../src/plugins/throttles.ts';
import type { TestPerson } from '../src/testing/people.ts';
import { createWorld, type World } from '../src/testing/world.ts';

let world: World;
beforeAll(async () => { world = await createWorld({ at: new Date('2026-03-10T12:00:00Z'), env: { THROTTLE: 'on' } }); });
afterAll(() => world.close());

const password = 'Correct-horse-9';
let lines = 0;
/** Each from another address, unless one is named. */
const post = async (path: string, body: object, { site = 'luna', from = `198.51.${(lines += 1) >> 8}.${lines & 255}` } = {}) => {
  const answer = await world.app.inject({ method: 'POST', url: path, payload: body, remoteAddress: from, headers: { host: `api.${site}.test` } });
  return { status: answer.statusCode, code: answer.json().code as string | undefined, wait: Number(answer.headers['retry-after']) };
};
const login = (email: string, secret = 'not-the-password', options = {}) => post('/api/users/login', { email, password: secret }, options);
const times = async <T>(count: number, work: () => Promise<T>): Promise<T[]> => {
  const answers: T[] = [];
  for (let n = 0; n < count; n += 1) answers.push(await work());
  return answers;
};

describe('too many', () => {
  it('guesses at one account from everywhere stop, also those that would be right, and the other site is not touched', async () => {
    const { email } = world.people.both.luna!;
    expect((await times(20, () => login(email))).map(({ code }) => code)).toEqual(Array(20).fill('login-default'));
    expect(await login(` ${email.toUpperCase()}`, password)).toMatchObject({ status: 429, code: 'too-many-requests', wait: 900 });
    expect((await login(email, password, { site: 'mars' })).status).toBe(200);
    world.clock.advance(899_999);
    expect((await login(email, password)).status).toBe(429);
    world.clock.advance(1);
    expect((await login(email, password)).status).toBe(200);
  });

  it('comments of one person come twelve a minute, then not, and others go on', async () => {
    const call = (as: TestPerson) => world.call('POST /api/blog/save-blog-comment', { as, body: { blog_id: '0194e0ee-0000-7000-8000-000000000000', comment: 'x' } });
    expect((await times(12, () => call(world.people.luna.fan))).map(({ status }) => status)).toEqual(Array(12).fill(404));
    expect((await call(world.people.luna.fan)).body).toMatchObject({ code: 'too-many-requests' });
    expect((await call(world.people.luna.stranger)).status).toBe(404);
    world.clock.advance(60_000);
    expect((await call(world.people.luna.fan)).status).toBe(404);
  });

  it('an address without an account is refused at the same guess', async () => {
    await times(20, () => login('nobody@fans.example'));
    expect((await login('nobody@fans.example')).code).toBe('too-many-requests');
  });

  it('logins with the right password are never too many for an account', async () => {
    const { email } = world.people.luna.fan;
    expect((await times(25, () => login(email, password))).every(({ status }) => status === 200)).toBe(true);
  });

  it('simultaneous guesses are counted one by one', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => login('crowd@fans.example')));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(20);
  });

  it('links for a forgotten password are mailed five times an hour, and the answer is the same for everyone', async () => {
    for (const email of [world.people.luna.stranger.email, 'none@fans.example']) {
      const answers = await times(6, () => post('/api/users/forgot_password', { email }));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
    }
  });

  it('tries from one address stop whatever they name, on one site', async () => {
    const from = '192.0.2.9';
    const answers = await times(21, () => login(`a${lines += 1}@fans.example`, 'guess-guess', { from }));
    expect(answers.at(-2)?.status).toBe(401);
    expect(answers.at(-1)).toMatchObject({ status: 429, code: 'too-many-requests' });
    expect((await login('b@fans.example', 'guess-guess', { from, site: 'mars' })).status).toBe(401);
  });

  it('the further addresses of a call are counted with it', async () => {
    const token = await world.tokenOf(world.people.luna.fan);
    const paths = ['/api/v2/subscription/subscribe', '/api/ccbill/subscribe-with-card', '/api/sticky-io/subscribe'];
    const statuses: number[] = [];
    for (let n = 0; n < 21; n += 1) {
      const answer = await world.app.inject({
        method: 'POST', url: paths[n % 3]!, payload: { quote_id: 'x', consent: false }, headers: { host: 'api.luna.test', authorization: `Bearer ${token}`, 'idempotency-key': `many-${n}-many` },
      });
      statuses.push(answer.statusCode);
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });
});

it.each([
  ['192.0.2.1', '192.0.2.1'], ['::ffff:192.0.2.1', '192.0.2.1'], ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'], ['2001:db8::1', '2001:db8:0:0'],
  ['2001:0DB8:1:2::', '2001:db8:1:2'], ['::1', '0:0:0:0'], ['fe80::1%eth0', 'fe80:0:0:0'],
])('the line of %s is %s', (ip, line) => {
  expect(addressKey(ip)).toBe(line);
});
