import { recordStatements } from '@backlot/database/testing/statements';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressKey } from '../../src/session/address-key.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { createWorld, type World } from '../../src/testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ at: new Date('2026-03-10T12:00:00Z'), env: { THROTTLE: 'on' } });
});
afterAll(() => world.close());

const times = async <T>(count: number, work: () => Promise<T>): Promise<T[]> => {
  const answers: T[] = [];
  for (let n = 0; n < count; n += 1) answers.push(await work());
  return answers;
};

describe('too many', () => {
  it('comments of one person come twelve a minute, then not, and others go on', async () => {
    const call = (as: TestPerson) =>
      world.call('POST /api/blog/save-blog-comment', {
        as,
        body: { blog_id: '0194e0ee-0000-7000-8000-000000000000', comment: 'x' },
      });
    expect((await times(12, () => call(world.people.luna.fan))).map(({ status }) => status)).toEqual(
      Array(12).fill(404),
    );
    expect((await call(world.people.luna.fan)).body).toMatchObject({ code: 'too-many-requests' });
    expect((await call(world.people.luna.stranger)).status).toBe(404);
    world.clock.advance(60_000);
    expect((await call(world.people.luna.fan)).status).toBe(404);
  });

  it('choices of a card come ten in ten minutes, as each may have a renewal charged', async () => {
    const choose = () =>
      world.call('POST /api/ccbill/set-primary-card', {
        as: world.people.luna.fan,
        body: { card_id: '0194e0ee-0000-7000-8000-000000000000' },
      });
    expect((await times(10, choose)).map(({ status }) => status)).toEqual(Array(10).fill(404));
    expect((await choose()).body).toMatchObject({ code: 'too-many-requests' });
    world.clock.advance(600_000);
    expect((await choose()).status).toBe(404);
  });

  it('calls after the last are refused from memory until the window ends, and the database hears of none', async () => {
    const person = await world.person('luna', 'floods');
    const call = () =>
      world.call('POST /api/blog/save-blog-comment', {
        as: person,
        body: { blog_id: '0194e0ee-0000-7000-8000-000000000000', comment: 'x' },
      });
    expect((await times(100, call)).filter(({ status }) => status === 429)).toHaveLength(88);
    const rows = await world.database.shared.read((db) => db('throttles').where('key', 'like', `%${person.id}`));
    expect(rows.map(({ tries }) => tries)).toEqual([13]);
    world.clock.advance(59_999);
    expect((await call()).status).toBe(429);
    world.clock.advance(1);
    expect((await call()).status).toBe(404);
  });

  it('calls at once are counted together, one statement at a time: as many pass as may, and the rest hear when to come', async () => {
    const [person, other] = [await world.person('luna', 'storms'), await world.person('mars', 'storms')];
    const call = (as: TestPerson) =>
      world.call('POST /api/blog/save-blog-comment', {
        as,
        body: { blog_id: '0194e0ee-0000-7000-8000-000000000000', comment: 'x' },
      });
    await Promise.all([world.tokenOf(person), world.tokenOf(other)]);
    const recording = recordStatements();
    const [answers, others] = await Promise.all([
      Promise.all(Array.from({ length: 200 }, () => call(person))),
      Promise.all(Array.from({ length: 12 }, () => call(other))),
    ]);
    const counts = recording
      .stop()
      .filter(
        ({ text, values }) => text.includes('count_tr') && values.some((value) => `${value}`.includes(person.id)),
      );
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(12);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(188);
    expect(new Set(refused.map(({ headers }) => headers['retry-after']))).toEqual(new Set(['60']));
    expect(others.map(({ status }) => status)).toEqual(Array(12).fill(404));
    // Had each come after the answer to the last, the thirteenth were the last to be counted.
    expect(counts.length).toBeLessThanOrEqual(13);
    expect(counts.length).toBeGreaterThan(0);
  });

  it('the further addresses of a call are counted with it', async () => {
    const token = await world.tokenOf(world.people.luna.fan);
    const paths = ['/api/v2/subscription/subscribe', '/api/ccbill/subscribe-with-card', '/api/sticky-io/subscribe'];
    const statuses: number[] = [];
    for (let n = 0; n < 21; n += 1) {
      const answer = await world.app.inject({
        method: 'POST',
        url: paths[n % 3]!,
        payload: { quote_id: 'x', consent: false },
        headers: { host: 'api.luna.test', authorization: `Bearer ${token}`, 'idempotency-key': `many-${n}-many` },
      });
      statuses.push(answer.statusCode);
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });
});

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:0DB8:1:2::', '2001:db8:1:2'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('the line of %s is %s', (ip, line) => {
  expect(addressKey(ip)).toBe(line);
});
