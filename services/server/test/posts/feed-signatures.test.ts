import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedBenchPosts } from '../../src/testing/bench-posts.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { subscribe } from '../../src/testing/posting.ts';
import { createWorld, type World } from '../../src/testing/world.ts';

/** What was signed since a page was asked for: the fields of every keyed digest. */
const covered: string[] = [];
const { createHmac } = crypto;

let world: World;
let member: TestPerson;

beforeAll(async () => {
  crypto.createHmac = (...given) => {
    const hmac = createHmac(...given);
    const update = hmac.update.bind(hmac) as (data: unknown) => typeof hmac;
    hmac.update = (data: unknown) => {
      covered.push(String(data));
      return update(data);
    };
    return hmac;
  };
  syncBuiltinESMExports();
  world = await createWorld({ at: new Date('2026-03-10T12:00:00Z') });
  await seedBenchPosts(world, 40);
  member = await world.person('luna', 'member');
  await subscribe(world, member);
}, 60_000);
afterAll(async () => {
  crypto.createHmac = createHmac;
  syncBuiltinESMExports();
  await world.close();
});

/** A page of the feed: its pictures that are open, their addresses, and what was signed for them. */
async function feedOf(as?: TestPerson) {
  covered.length = 0;
  const { body } = await world.call('GET /api/blogs', as ? { as } : { on: 'luna' });
  const open: Array<{ _id: string; sources: unknown[] }> = body.blogs.flatMap((post: any) =>
    post.media.filter(({ url }: { url: string | null }) => url !== null),
  );
  const addresses = new Set(JSON.stringify(body).match(/\/media\/(?!public\/)[^"]+/g));
  const signed = covered
    .map((text) => JSON.parse(text.startsWith('[') ? text : '[]'))
    .filter(([, of]) => String(of).startsWith('media'));
  return { posts: body.blogs.length, open, addresses: addresses.size, signed };
}

describe('a feed of 20 posts', () => {
  it('is signed once a medium, not once a size, and only what is open', async () => {
    const { posts, open, addresses, signed } = await feedOf(member);
    expect(posts).toBe(20);
    expect(open.length).toBeGreaterThan(15);
    expect(addresses).toBe(open.length * 5);
    expect(signed.map(([, , , mediaId]) => mediaId).sort()).toEqual(open.map(({ _id }) => _id).sort());
    for (const fields of signed) expect(fields.slice(4, 7)).toEqual(['u', member.id, 'full']);
  });

  it('is signed for a guest by whoever asks first, until the addresses end', async () => {
    const [first, again] = [await feedOf(), await feedOf()];
    expect(first.open.length).toBeGreaterThan(3);
    expect(first.signed.map(([, , , mediaId]) => mediaId).sort()).toEqual(first.open.map(({ _id }) => _id).sort());
    expect([again.addresses, again.signed]).toEqual([first.addresses, []]);
    world.clock.advance(3_600_000);
    expect((await feedOf()).signed).toHaveLength(first.open.length);
  });
});
